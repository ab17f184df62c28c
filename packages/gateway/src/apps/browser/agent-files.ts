// The files that tools make for an agent, in a folder of its own: written once, never over another, the oldest removed.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createPrivateFile, removeFile } from '@sallyport/native-host/run-directory';
import { type AppCall, type FilePart, limits, ours, type Part, type Reply, SallyportError } from '@sallyport/protocol';

type Owner = Pick<AppCall['caller'], 'id' | 'name' | 'host'>;

export interface AgentFilesOptions {
  /** Holds a folder for each agent. */
  readonly folder: string;
  /** Creates a folder for the user alone, or throws. */
  readonly ensureFolder: (path: string) => void;
  readonly now: () => number;
}

/** Of what `storage_state` saves. It stays whole, since by it a saved state is known. */
export const STATE_ENDING = '.state.json';

/** Beyond this many files of one name something is wrong; fewer are kept anyway. */
const SAME_NAME_MAX = 10_000;

export class AgentFiles {
  readonly #options: AgentFilesOptions;

  constructor(options: AgentFilesOptions) {
    this.#options = options;
  }

  /** By its id, since names can be the same; the name is there for people. */
  folderOf({ id, name }: Owner): string {
    const short = createHash('sha256').update(id).digest('hex').slice(0, 12);
    return join(this.#options.folder, `${plainName(name) || 'agent'}-${short}`);
  }

  /** The reply with the path of each file instead of its contents. */
  saveIn(reply: Reply, owner: Owner): Reply {
    const files = reply.parts.filter((part) => part.kind === 'file');
    if (files.length === 0) return reply;
    const paths = new Map<Part, string>(files.map((file) => [file, this.#save(file, owner)]));
    const where = owner.host === undefined ? '' : " on the user's computer";
    const parts = reply.parts.map((part) => {
      const path = paths.get(part);
      return path === undefined ? part : ours(`Saved as ${path}${where}.`);
    });
    const [path] = paths.values();
    return { facts: { ...reply.facts, path }, parts };
  }

  #save({ name, data }: FilePart, owner: Owner): string {
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > limits.files.maxBytes) throw tooLarge(bytes.length);
    const { folder: all, ensureFolder, now } = this.#options;
    const folder = this.folderOf(owner);
    try {
      ensureFolder(all);
      ensureFolder(folder);
      const at = now() / 1000;
      utimesSync(folder, at, at);
      makeRoom(folder, bytes.length);
      removeOldFolders(all);
      return createUnder(folder, name, bytes);
    } catch (cause) {
      throw new SallyportError('ERR_SERVER_UNAVAILABLE', `The file could not be saved in ${folder}.`, {
        hint: 'Its disk may be full, or the folder may belong to another user.',
        cause,
      });
    }
  }
}

function createUnder(folder: string, name: string, bytes: Uint8Array): string {
  const given = name.endsWith(STATE_ENDING) ? STATE_ENDING : extname(name);
  const ending = plainName(given);
  const stem = plainName(name.slice(0, name.length - given.length)) || 'file';
  for (let count = 1; count <= SAME_NAME_MAX; count += 1) {
    const path = join(folder, `${stem}${count === 1 ? '' : `-${count}`}${ending === '' ? '' : `.${ending}`}`);
    try {
      createPrivateFile(path, bytes);
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  throw new Error(`No free name for ${stem}.`);
}

/** Letters, digits, dots inside, dashes and underscores: safe on every system, and never a path. */
function plainName(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/[^A-Za-z0-9._-]+/g, '-');
  const name = plain.slice(0, limits.files.nameMaxChars).replaceAll(/^[.-]+|[.-]+$/g, '');
  return DEVICE.test(name) ? `_${name}` : name;
}

/** Windows opens a device by these names, in any folder and with any ending. Sites choose the names of downloads. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

interface Found {
  readonly path: string;
  readonly at: number;
  readonly bytes: number;
}

function newestFirst(folder: string): Found[] {
  const found = readdirSync(folder).flatMap((name): Found[] => {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ path, at: stats.mtimeMs, bytes: stats.size }];
  });
  return found.sort((a, b) => b.at - a.at);
}

function makeRoom(folder: string, neededBytes: number): void {
  const { keptPerAgent, keptBytesPerAgent } = limits.files;
  let [count, bytes] = [1, neededBytes];
  for (const file of newestFirst(folder)) {
    count += 1;
    bytes += file.bytes;
    if (count > keptPerAgent || bytes > keptBytesPerAgent) removeFile(file.path);
  }
}

function removeOldFolders(folder: string): void {
  for (const { path } of newestFirst(folder).slice(limits.files.agentsKept))
    rmSync(path, { recursive: true, force: true });
}

function tooLarge(bytes: number): SallyportError {
  const [size, max] = [bytes, limits.files.maxBytes].map((count) => Math.ceil(count / 1024 / 1024));
  return new SallyportError('ERR_FRAME_TOO_LARGE', `The file has ${size} MiB, and ${max} MiB are allowed.`, {
    hint: 'Capture less of it.',
  });
}

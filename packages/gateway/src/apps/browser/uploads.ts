// Reads the files that an agent gives to a tool: only inside its own folders, by real path, up to a total size.
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AppCall,
  type CallOptions,
  isRecord,
  type JsonObject,
  limits,
  recordsIn,
  SallyportError,
  textFrom,
} from '@sallyport/protocol';
import { STATE_ENDING } from './agent-files.ts';

/** The tools whose `files` may be paths. */
export const fileTools: ReadonlySet<string> = new Set(['upload', 'storage_state']);

export interface UploadPorts {
  /** The user's home: for an agent that was started in it, or above it, the working directory is not its own folder. */
  readonly home: string;
  /** What we keep there is nobody's to upload: keys and tokens. */
  readonly ownFolders?: readonly string[];
  /** Among ours, but the agent's: what tools made for it. */
  readonly files?: { folderOf(caller: AppCall['caller']): string };
  /** Whether a path outside all of these may be one of another computer, which reads it instead: it is left as it is. */
  readonly isElsewhere?: (path: string) => boolean;
}

/** Replaces paths by contents. Throws ERR_INPUT_INVALID or ERR_PERMISSION_DENIED. */
export async function withContents(
  { home, ownFolders = [], files: made, isElsewhere = () => false }: UploadPorts,
  { tool, args, caller }: Pick<AppCall, 'tool' | 'args' | 'caller'>,
  options: CallOptions,
): Promise<JsonObject> {
  const files = Array.isArray(args.files) ? args.files : [];
  if (!files.some((file) => isRecord(file) && typeof file.path === 'string')) return args;
  const roots = caller.host === undefined ? await realRoots(await rootsOf(caller.cwd, options), home) : [];
  const own = await Promise.all(ownFolders.map((folder) => realpath(folder).catch(() => folder)));
  const output = made && (await realpath(made.folderOf(caller)).catch(() => undefined));
  let bytesLeft: number = limits.upload.maxBytes;
  const read: unknown[] = [];
  for (const file of files) {
    if (!isRecord(file) || typeof file.path !== 'string') {
      read.push(file);
      continue;
    }
    const { path, ...rest } = file;
    const readable = { tool, roots, own, output, host: caller.host };
    const bytes = await readBelow(readable, resolve(caller.cwd ?? sep, path), path, bytesLeft).catch(
      (thrown: unknown) => {
        if (isOutside(thrown) && isElsewhere(path)) return undefined;
        throw thrown;
      },
    );
    if (bytes === undefined) {
      read.push(file);
      continue;
    }
    bytesLeft -= bytes.length;
    read.push({ name: basename(path), mimeType: typeOf(path), ...rest, base64: bytes.toString('base64') });
  }
  return { ...args, files: read };
}

/** The client's roots where it has that capability, else the folder it was started in. */
async function rootsOf(cwd: string | undefined, { ask, client, signal }: CallOptions): Promise<string[]> {
  const own = cwd === undefined ? [] : [cwd];
  if (ask === undefined || !isRecord(client?.capabilities.roots)) return own;
  const { roots } = await ask('roots/list', {}, signal);
  const named = recordsIn(roots).map(({ uri }) => textFrom(uri));
  return named.filter((uri) => uri.startsWith('file://')).map((uri) => fileURLToPath(uri));
}

/** Leaves out the home directory and everything above it. */
async function realRoots(roots: readonly string[], home: string): Promise<string[]> {
  const realHome = await realpath(home).catch(() => home);
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return real.flatMap((root) => (root === undefined || isBelow(realHome, root) ? [] : [root]));
}

interface Readable {
  readonly tool: string;
  readonly roots: readonly string[];
  readonly own: readonly string[];
  /** Where tools save files for the agent, once there is one. */
  readonly output: string | undefined;
  /** Of an agent on another computer, whose own files were read there. */
  readonly host: string | undefined;
}

async function readBelow(readable: Readable, path: string, given: string, bytesLeft: number): Promise<Buffer> {
  const { tool, roots, own, output } = readable;
  // Outside the roots an agent cannot find out which files exist.
  const real = await realpath(path).catch(() => undefined);
  const isIn = (file: string, folders: readonly string[]) => folders.some((folder) => isBelow(file, folder));
  const isMade = (file: string) => output !== undefined && isBelow(file, output) && mayTake(tool, file);
  const isOpen = (file: string) => (isIn(file, roots) && !isIn(file, own)) || isMade(file);
  if (real === undefined || !isOpen(real)) throw outside(readable, given);
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (file === undefined) throw notReadable(`${tool}: ${given} cannot be read.`);
  try {
    const stats = await file.stat();
    // A folder in the path may have become a link since the check.
    if ((await realpath(path).catch(() => undefined)) !== real) throw outside(readable, given);
    if (!stats.isFile()) throw notReadable(`${tool}: not a file: ${given}.`);
    if (stats.size > bytesLeft) throw tooLarge(tool, given);
    const bytes = await file.readFile();
    if (bytes.length > bytesLeft) throw tooLarge(tool, given);
    return bytes;
  } finally {
    await file.close();
  }
}

/** A saved state signs its owner in: only the tool that asks the user reads it. */
function mayTake(tool: string, file: string): boolean {
  return tool === 'storage_state' || !file.endsWith(STATE_ENDING);
}

function notReadable(message: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', message, {
    hint: 'Give the path of a readable file, or its contents as text or base64.',
  });
}

/** The folder itself counts. */
function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The type a browser would give a chosen file: it goes by the extension too. */
const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
};

function typeOf(path: string): string {
  return types[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

function outside({ tool, roots, host }: Readable, given: string): SallyportError {
  const none = host === undefined ? 'You have no folders here' : `Your folder is the one you work in on ${host}`;
  const where = roots.length === 0 ? none : `Your folders: ${roots.join(', ')}`;
  return new SallyportError('ERR_PERMISSION_DENIED', `${tool}: ${given} is not in your folders.`, {
    hint: `${where}. Give the contents instead, as text or base64.`,
  });
}

function isOutside(thrown: unknown): boolean {
  return thrown instanceof SallyportError && thrown.code === 'ERR_PERMISSION_DENIED';
}

function tooLarge(tool: string, given: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${tool}: ${given} makes the files too large.`, {
    hint: `The limit is ${limits.upload.maxBytes / 1024 / 1024} MiB in total.`,
  });
}

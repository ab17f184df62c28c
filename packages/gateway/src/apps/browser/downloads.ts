// Reads the file that a browser has saved for an agent's tab, if what is on the disk is what the browser describes.
import { constants, type Stats } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type DownloadPart, file, limits, type Part, type Reply, SallyportError } from '@sallyport/protocol';
import type { AgentFiles } from './agent-files.ts';

export interface DownloadPorts {
  /** What we keep there is never an agent's: keys and tokens. */
  readonly ownFolders?: readonly string[];
  /** Among ours, but where browsers that the product opened save files. */
  readonly isManagedDownload?: (path: string) => boolean;
  /** The user of this process; undefined on Windows. */
  readonly uid?: number | undefined;
}

/** Clocks of files are coarse, and a browser may note the start of a download later than it made the file. */
const CLOCK_SLACK_MS = 5_000;

/** The reply with paths in the agent's folder instead of files and downloads. */
export async function withSavedFiles(
  { files, ...ports }: DownloadPorts & { readonly files?: Pick<AgentFiles, 'saveIn'> },
  reply: Reply,
  owner: Parameters<AgentFiles['saveIn']>[1],
): Promise<Reply> {
  const whole = await withDownloads(ports, reply);
  return files?.saveIn(whole, owner) ?? whole;
}

/** The reply with a file in place of each download. Throws ERR_PERMISSION_DENIED or ERR_TOOL_FAILED. */
export async function withDownloads(ports: DownloadPorts, reply: Reply): Promise<Reply> {
  if (!reply.parts.some(({ kind }) => kind === 'download')) return reply;
  const parts: Part[] = [];
  for (const part of reply.parts) parts.push(part.kind === 'download' ? await fileOf(ports, part) : part);
  return { ...reply, parts };
}

async function fileOf(ports: DownloadPorts, { path, mimeType, bytes, startedAtMs }: DownloadPart): Promise<Part> {
  if (bytes > limits.files.maxBytes) throw tooLarge(bytes);
  if (!isAbsolute(path)) throw otherFile();
  // The folder may be a link of the user's; the file itself may not be one.
  const folder = await realpath(dirname(path)).catch(() => undefined);
  if (folder === undefined) throw gone();
  const real = join(folder, basename(path));
  if (await isOurs(ports, real)) throw otherFile();
  const found = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (found === undefined) throw gone();
  try {
    if (!isAsSaved(await found.stat(), { bytes, startedAtMs }, ports.uid)) throw otherFile();
    // The folder may have become a link since the check.
    if ((await realpath(dirname(path)).catch(() => undefined)) !== folder) throw otherFile();
    const content = await found.readFile();
    if (content.length !== bytes) throw otherFile();
    return file({ name: basename(path), mimeType, data: content.toString('base64') });
  } finally {
    await found.close();
  }
}

/** A file that was there before, or is linked from elsewhere, is not the download. */
function isAsSaved(
  stats: Stats,
  { bytes, startedAtMs }: Pick<DownloadPart, 'bytes' | 'startedAtMs'>,
  uid: number | undefined,
): boolean {
  const isPlain = stats.isFile() && stats.nlink === 1 && (uid === undefined || stats.uid === uid);
  return isPlain && stats.size === bytes && stats.ctimeMs >= startedAtMs - CLOCK_SLACK_MS;
}

async function isOurs({ ownFolders = [], isManagedDownload = () => false }: DownloadPorts, path: string) {
  const folders = await Promise.all(ownFolders.map((folder) => realpath(folder).catch(() => folder)));
  return folders.some((folder) => isBelow(path, folder)) && !isManagedDownload(path);
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** `managed/<browser>/home/Downloads` in the data folder. */
export function isDownloadOfManaged(dataFolder: string, path: string): boolean {
  const [managed, , home, downloads, ...name] = relative(dataFolder, path).split(sep);
  return managed === 'managed' && home === 'home' && downloads === 'Downloads' && name.length > 0;
}

function gone(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'downloads: the file is not where the browser saved it.', {
    hint: 'The user may have moved it. Download it again.',
  });
}

function otherFile(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'downloads: the file is not the one that the browser saved.', {
    hint: 'It has changed since, or is a link. Download it again.',
  });
}

function tooLarge(bytes: number): SallyportError {
  const [size, max] = [bytes, limits.files.maxBytes].map((count) => Math.ceil(count / 1024 / 1024));
  return new SallyportError('ERR_FRAME_TOO_LARGE', `The download has ${size} MiB, and ${max} MiB are allowed.`, {
    hint: 'It stays where the browser saved it. Ask the user to give it to you.',
  });
}

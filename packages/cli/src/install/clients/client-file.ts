// A client's config file as `install` finds it: where it really is, its text, and the entry under our name.
import { isRecord } from '@sallyport/protocol';
import type { Platform } from '../browsers.ts';
import { codeOf, type Disk } from '../disk.ts';
import { pathsOf } from '../present.ts';
import { type ClientForm, ENTRY_NAME } from './forms.ts';
import { readJsonEntry } from './json-entry.ts';
import { readTomlEntry } from './toml-entry.ts';

export interface ClientFile {
  readonly form: ClientForm;
  /** The file itself, after following links: dotfiles are often links into a repository. */
  readonly path: string;
  readonly bytes: Buffer;
  /** Without the byte order mark, which only some parsers accept. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  readonly mode: number;
  readonly isFileThere: boolean;
  readonly hasContainer: boolean;
  readonly hasEntry: boolean;
  /** The program and arguments of the entry, as written. */
  readonly command: string | undefined;
  readonly key: string | undefined;
}

const BYTE_ORDER_MARK = '\uFEFF';
/** As many as Linux follows; more are a cycle. */
const MAX_LINKS = 40;

/** The file, or a sentence why it is left alone. */
export function readClientFile(form: ClientForm, at: string, disk: Disk, platform: Platform): ClientFile | string {
  let path = at;
  let found: ReturnType<Disk['look']>;
  try {
    found = disk.look(path);
    for (let links = 0; found.kind === 'link'; links += 1) {
      if (links === MAX_LINKS) return 'its links lead in a circle';
      path = pathsOf(platform).resolve(pathsOf(platform).dirname(path), found.target);
      found = disk.look(path);
    }
    const isLost = path !== at && disk.look(pathsOf(platform).dirname(path)).kind === 'absent';
    if (isLost) return `it is a link to ${path}, whose folder does not exist`;
  } catch (thrown) {
    return `it cannot be read (${codeOf(thrown) ?? 'unknown'})`;
  }
  if (found.kind !== 'file' && found.kind !== 'absent') return 'it is not a file';
  const { bytes, mode } = found.kind === 'file' ? found : { bytes: Buffer.alloc(0), mode: 0o600 };
  const whole = bytes.toString('utf8');
  if (!Buffer.from(whole).equals(bytes)) return 'it is not UTF-8 text; it was not changed';
  const hasByteOrderMark = whole.startsWith(BYTE_ORDER_MARK);
  const text = hasByteOrderMark ? whole.slice(1) : whole;
  const entry = form.format === 'toml' ? readToml(form, text) : readJson(form, text);
  if (typeof entry === 'string') return entry;
  return { form, path, bytes, text, hasByteOrderMark, mode, isFileThere: found.kind === 'file', ...entry };
}

export function bytesOf(text: string, { hasByteOrderMark }: Pick<ClientFile, 'hasByteOrderMark'>): Buffer {
  return Buffer.from(hasByteOrderMark ? `${BYTE_ORDER_MARK}${text}` : text);
}

type EntryFacts = Pick<ClientFile, 'hasContainer' | 'hasEntry' | 'command' | 'key'>;

function readToml({ container }: ClientForm, text: string): EntryFacts | string {
  const read = readTomlEntry(text, container, ENTRY_NAME);
  if (read === undefined) return 'it is not valid TOML; it was not changed';
  const [, key] = /^SALLYPORT_KEY = "([^"]+)"/m.exec(read.entry ?? '') ?? [];
  return { hasContainer: true, hasEntry: read.entry !== undefined, key, command: read.entry };
}

function readJson({ container }: ClientForm, text: string): EntryFacts | string {
  const read = readJsonEntry(text, container, ENTRY_NAME);
  if (read === undefined) return 'it is not valid JSON; it was not changed';
  const { entry, hasContainer } = read;
  const env = isRecord(entry) && isRecord(entry.env) ? entry.env : {};
  const key = typeof env.SALLYPORT_KEY === 'string' ? env.SALLYPORT_KEY : undefined;
  const command = isRecord(entry) ? JSON.stringify([entry.command, entry.args]) : undefined;
  return { hasContainer, hasEntry: entry !== undefined, key, command };
}

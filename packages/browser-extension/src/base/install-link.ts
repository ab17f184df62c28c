// Links with which pages offer MCP servers to VS Code and Cursor: what they are, and the entry that one of them describes.
import { isRecord, parseJson, visibleText } from '@sallyport/protocol';
import { text } from './texts.ts';

/** The message of a page's "Add to Sallyport" button, and what became of it. */
export const ADD_SERVER = 'add-server';

export interface AddServerReply {
  readonly isAdded: boolean;
  /** For the user, in the button. */
  readonly text: string;
}

/** A server as a link describes it: a program to run, or an address. */
export interface LinkedServer {
  readonly name: string;
  readonly entry:
    | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
    | { readonly type?: string; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** Variables and headers whose values the user has to fill in afterwards. */
  readonly blanks: readonly string[];
}

/** Real ones have a few hundred characters. */
const LINK_CHARS = 8000;
const ARGS_MAX = 64;
const PAIRS_MAX = 32;
const VALUE_CHARS = 1000;

const VSCODE = /^vscode(?:-insiders)?:(?:\/\/)?mcp\/install\?/i;
const CURSOR = /^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/i;
/** Letters of other scripts look like these. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._@/-]{0,63}$/;
/** For the same reason. */
const PROGRAM = /^[\x20-\x7e]+$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const HEADER = /^[A-Za-z0-9-]{1,100}$/;
const BLANK = /^(?:Bearer )?\$\{input:[^}]*\}$/;

export function isInstallLink(address: string): boolean {
  return VSCODE.test(address) || CURSOR.test(address);
}

/** The server, or the reason why the link is refused. */
export function parseInstallLink(address: string): LinkedServer | string {
  if (address.length > LINK_CHARS) return text('linkTooLong');
  const found = readLink(address);
  if (found === undefined) return text('linkNoServer');
  const { name, config } = found;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return text('linkName');
  }
  const entry = entryOf(config);
  if (typeof entry === 'string') return entry;
  const texts = JSON.stringify(entry.entry);
  // A value of the user's environment could be sent anywhere.
  if (texts.includes('${')) return text('linkEnvironment');
  return { name, ...entry };
}

function readLink(address: string): { readonly name: unknown; readonly config: Record<string, unknown> } | undefined {
  try {
    if (VSCODE.test(address)) {
      const config = parseJson(decodeURIComponent(address.slice(address.indexOf('?') + 1)));
      return isRecord(config) ? { name: config.name, config } : undefined;
    }
    const query = new URLSearchParams(CURSOR.test(address) ? address.slice(address.indexOf('?') + 1) : '');
    const name = query.get('name');
    // A plus sign of Base64 that was not escaped arrives as a space.
    const base64 = (query.get('config') ?? '').replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const config = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!isRecord(config) || name === null) return undefined;
    // Some generators leave the entry under its name.
    const inner = config[name];
    return { name, config: isRecord(inner) ? inner : config };
  } catch {
    return undefined;
  }
}

function entryOf(config: Record<string, unknown>): Pick<LinkedServer, 'entry' | 'blanks'> | string {
  const { command, url, args = [], env = {}, headers = {}, type } = config;
  if (typeof command === 'string' && url === undefined) {
    if (!Array.isArray(args) || args.length > ARGS_MAX || !args.every(isPlain)) return text('linkOdd');
    const [program = '', ...words] = args.length === 0 ? command.trim().split(/\s+/) : [command];
    const given = pairsOf(env, VARIABLE);
    if (given === undefined || !isPlain(program) || !PROGRAM.test(program) || !words.every(isPlain))
      return text('linkOdd');
    return { entry: { command: program, args: [...words, ...args], env: given.pairs }, blanks: given.blanks };
  }
  if (typeof url !== 'string' || command !== undefined) return text('linkNeither');
  const given = pairsOf(headers, HEADER);
  if (given === undefined || !isPlain(url) || !isSafeAddress(url)) return text('linkOdd');
  const kind = type === 'http' || type === 'sse' ? { type } : {};
  // As browsers write it: other forms of an address can look like that of another host.
  return { entry: { ...kind, url: new URL(url).href, headers: given.pairs }, blanks: given.blanks };
}

function pairsOf(value: unknown, isName: RegExp) {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  const isFine = entries.length <= PAIRS_MAX && entries.every(([name, value]) => isName.test(name) && isPlain(value));
  if (!isFine) return undefined;
  const isBlank = ([, held]: readonly [string, unknown]) => BLANK.test(String(held));
  return {
    pairs: Object.fromEntries(entries.filter((pair) => !isBlank(pair)).map(([name, held]) => [name, String(held)])),
    blanks: entries.filter(isBlank).map(([name]) => name),
  };
}

/** Ends of lines, spaces that are not the common one or look like nothing, and marks that pile up over other lines. */
const UNCLEAR = /[\n\r\t\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|\p{M}{3}/u;

/** One line of bounded length in which nothing is hidden. */
function isPlain(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > VALUE_CHARS || UNCLEAR.test(value)) return false;
  return visibleText(value).text === value;
}

function isSafeAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}

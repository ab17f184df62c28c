// The reply of our own tools: facts for programs, and texts and images for a model, marked by who wrote them.
import type { JsonObject, ToolResult } from './app.ts';
import { type Foreign, isRecord, parseForeign } from './error.ts';
import { numberFrom } from './json.ts';

export type Part =
  /** Our own text, and the user's, such as lines of a workspace file. Shown unchanged. */
  | { readonly kind: 'ours'; readonly text: string }
  /** Fenced and stripped of invisible characters wherever it is shown. */
  | ({ readonly kind: 'foreign' } & Foreign)
  /** `data` is base64. */
  | { readonly kind: 'image'; readonly data: string; readonly mimeType: string }
  /** `data` is base64. The gateway saves it for the agent and replaces it by a text with its path. */
  | FilePart
  /** The gateway makes a file of it, if the file on the disk is the one that is described here. */
  | DownloadPart;

export interface FilePart {
  readonly kind: 'file';
  /** Without a folder. */
  readonly name: string;
  readonly mimeType: string;
  readonly data: string;
}

/** A file that the browser has saved for the agent's own tab. */
export interface DownloadPart {
  readonly kind: 'download';
  /** Where the browser put it. */
  readonly path: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** When the browser began it, in milliseconds since the epoch. */
  readonly startedAtMs: number;
}

export interface Reply<Facts extends JsonObject = JsonObject> {
  /** What happened, as data. Replies to legacy clients are built from it. */
  readonly facts: Facts;
  /** In reading order. */
  readonly parts: readonly Part[];
}

/** The result of one of the user's servers, passed on unchanged. */
export interface Relayed {
  readonly relayed: ToolResult;
}

/** The result of a successful call. */
export type CallResult = Reply | Relayed;

export function isRelayed(result: CallResult): result is Relayed {
  return 'relayed' in result;
}

export function ours(text: string): Part {
  return { kind: 'ours', text };
}

export function foreign(text: string, origin: string): Part {
  return { kind: 'foreign', text, origin };
}

export function image({ data, mimeType }: { readonly data: string; readonly mimeType: string }): Part {
  return { kind: 'image', data, mimeType };
}

export function file({ name, mimeType, data }: Omit<FilePart, 'kind'>): FilePart {
  return { kind: 'file', name, mimeType, data };
}

export function download(facts: Omit<DownloadPart, 'kind'>): DownloadPart {
  return { ...facts, kind: 'download' };
}

/** Reads a reply from the wire; undefined for anything else, such as the MCP result of an older extension. */
export function parseReply(value: unknown): Reply | undefined {
  if (!isRecord(value) || !isRecord(value.facts) || !Array.isArray(value.parts)) return undefined;
  const parts: Part[] = [];
  for (const item of value.parts) {
    const part = parsePart(item);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { facts: value.facts, parts };
}

function parsePart(value: unknown): Part | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, text, data, mimeType, name, path, bytes, startedAtMs } = value;
  if (kind === 'ours' && typeof text === 'string') return ours(text);
  if (kind === 'image' && typeof data === 'string' && typeof mimeType === 'string') return image({ data, mimeType });
  if (kind === 'file' && typeof name === 'string' && typeof data === 'string' && typeof mimeType === 'string')
    return file({ name, mimeType, data });
  if (kind === 'download' && typeof path === 'string' && typeof mimeType === 'string')
    return download({ path, mimeType, bytes: numberFrom(bytes), startedAtMs: numberFrom(startedAtMs) });
  const found = kind === 'foreign' ? parseForeign(value) : undefined;
  return found === undefined ? undefined : foreign(found.text, found.origin);
}

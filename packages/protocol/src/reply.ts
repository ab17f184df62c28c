// What a tool of ours returns: facts for programs, and the text and images for a model, marked by who wrote them.
import type { JsonObject, ToolResult } from './app.ts';
import { type Foreign, isRecord, parseForeign } from './error.ts';

export type Part =
  /** Our own sentences, and what is the user's own, such as lines of a workspace file: shown as it is. */
  | { readonly kind: 'ours'; readonly text: string }
  /** Fenced, stripped of invisible characters and cut wherever it is shown. */
  | ({ readonly kind: 'foreign' } & Foreign)
  /** `data` is base64. */
  | { readonly kind: 'image'; readonly data: string; readonly mimeType: string };

export interface Reply<Facts extends JsonObject = JsonObject> {
  /** What happened, as data: the specifications' objects and the legacy vocabularies are built from it. */
  readonly facts: Facts;
  /** In the order in which a model reads them. */
  readonly parts: readonly Part[];
}

/** A foreign server's result, which crosses as it is. */
export interface Relayed {
  readonly relayed: ToolResult;
}

/** How a call ended well. */
export type CallResult = Reply | Relayed;

export function isRelayed(outcome: CallResult): outcome is Relayed {
  return 'relayed' in outcome;
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

/** A reply that crossed the wire; undefined for anything else, such as the MCP result of an older extension. */
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
  const { kind, text, data, mimeType } = value;
  if (kind === 'ours' && typeof text === 'string') return ours(text);
  if (kind === 'image' && typeof data === 'string' && typeof mimeType === 'string') return image({ data, mimeType });
  const found = kind === 'foreign' ? parseForeign(value) : undefined;
  return found === undefined ? undefined : foreign(found.text, found.origin);
}

// Saves texts that are too long for an agent's context to files; the agent gets both ends and the path.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile, removeFile } from '@sallyport/native-host/run-directory';
import { type CallResult, isRecord, isRelayed, limits, ours, type Part, type ToolResult } from '@sallyport/protocol';

export interface LongTextsOptions {
  readonly folder: string;
  /** Creates the folder for the user alone, or throws. */
  readonly ensureFolder: (path: string) => void;
  readonly onFault: (thrown: unknown) => void;
}

export interface LongTexts {
  /** The result with every long text shortened; unchanged when there is none or a file cannot be written. */
  shorten(result: CallResult, callId: string): CallResult;
}

export function openLongTexts({ folder, ensureFolder, onFault }: LongTextsOptions): LongTexts {
  function saveText(text: string, name: string): string {
    const path = join(folder, `${name}.txt`);
    createPrivateFile(path, text);
    return path;
  }
  return {
    shorten(result, callId) {
      if (!hasLongText(result)) return result;
      try {
        ensureFolder(folder);
        makeRoom(folder);
        let count = 0;
        return shortenIn(result, (text) => {
          count += 1;
          return shortenText(text, saveText(text, `${callId}-${count}`));
        });
      } catch (thrown) {
        onFault(thrown);
        return result;
      }
    },
  };
}

function hasLongText(result: CallResult): boolean {
  if (isRelayed(result))
    return containsLongText(result.relayed.content) || containsLongText(result.relayed.structuredContent);
  return result.parts.some((part) => 'text' in part && isLong(part.text));
}

function containsLongText(value: unknown): boolean {
  if (typeof value === 'string') return isLong(value);
  if (isRecord(value)) return value.type !== 'image' && Object.values(value).some(containsLongText);
  return Array.isArray(value) && value.some(containsLongText);
}

interface Shortened {
  readonly head: string;
  /** Our own note with the path of the file. */
  readonly note: string;
  readonly tail: string;
}

type Shorten = (text: string) => Shortened;

/** A reply's facts are not shortened: browser tools send none, and the editor's have limits of their own. */
function shortenIn(result: CallResult, shorten: Shorten): CallResult {
  if (isRelayed(result)) {
    const inline = (text: string) => Object.values(shorten(text)).join('\n');
    return { relayed: shortenRelayed(result.relayed, inline) };
  }
  const parts = result.parts.flatMap((part): Part[] => {
    if (!('text' in part) || !isLong(part.text)) return [part];
    const { head, note, tail } = shorten(part.text);
    return [{ ...part, text: head }, ours(note), { ...part, text: tail }];
  });
  return { ...result, parts };
}

/** Shortens text contents and every string of the structured content; images stay whole. */
function shortenRelayed(result: ToolResult, shorten: (text: string) => string): ToolResult {
  const { content, structuredContent } = result;
  return {
    ...result,
    ...(Array.isArray(content) ? { content: content.map((item: unknown) => shortenItem(item, shorten)) } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent: shortenDeep(structuredContent, shorten) }),
  };
}

function shortenItem(item: unknown, shorten: (text: string) => string): unknown {
  return isRecord(item) && isLong(item.text) ? { ...item, text: shorten(item.text) } : item;
}

function shortenDeep(value: unknown, shorten: (text: string) => string): unknown {
  if (isLong(value)) return shorten(value);
  if (Array.isArray(value)) return value.map((item) => shortenDeep(item, shorten));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shortenDeep(field, shorten)]));
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > limits.agent.textMaxChars;
}

/** The end is shown too: it often has totals and next steps. */
function shortenText(text: string, path: string): Shortened {
  const { textPreviewChars } = limits.agent;
  const tailChars = Math.floor(textPreviewChars / 6);
  const omittedChars = text.length - textPreviewChars;
  return {
    head: text.slice(0, textPreviewChars - tailChars),
    note: `[… ${omittedChars} characters left out. The whole text is in ${path} …]`,
    tail: text.slice(-tailChars),
  };
}

function makeRoom(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const excess = files.length - limits.agent.keptTexts;
  if (excess <= 0) return;
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldestFirst = files.map((path) => ({ path, at: age(path) })).sort((a, b) => a.at - b.at);
  for (const { path } of oldestFirst.slice(0, excess)) removeFile(path);
}

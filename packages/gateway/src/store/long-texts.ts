// Texts too long for an agent's context are kept as files of the user's; the agent gets their beginning and where the rest is.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile, removeFile } from '@sallyport/native-host/run-directory';
import { isRecord, limits, type ToolResult } from '@sallyport/protocol';

export interface LongTextsOptions {
  readonly folder: string;
  /** Creates the folder for the user alone, or throws. */
  readonly ensureFolder: (path: string) => void;
  readonly onFault: (thrown: unknown) => void;
}

export interface LongTexts {
  /** The result with every long text shortened; the same result when there is none, or when it cannot be kept. */
  shorten(result: ToolResult, callId: string): ToolResult;
}

export function openLongTexts({ folder, ensureFolder, onFault }: LongTextsOptions): LongTexts {
  function keep(text: string, name: string): string {
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
          return preview(text, keep(text, `${callId}-${count}`));
        });
      } catch (thrown) {
        onFault(thrown);
        return result;
      }
    },
  };
}

/** Texts stand in the text contents and anywhere in what is structured; the bytes of images are no texts. */
function shortenIn(result: ToolResult, shorten: (text: string) => string): ToolResult {
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

function hasLongText({ content, structuredContent }: ToolResult): boolean {
  const hasItem = Array.isArray(content) && content.some((item: unknown) => isRecord(item) && isLong(item.text));
  return hasItem || holdsLong(structuredContent);
}

function holdsLong(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isLong(value);
  return Array.isArray(value) ? value.some(holdsLong) : Object.values(value).some(holdsLong);
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > limits.agent.textMaxChars;
}

/** The end is shown too: what is fenced must not lose its closing fence. */
function preview(text: string, path: string): string {
  const { textPreviewChars } = limits.agent;
  const tail = Math.floor(textPreviewChars / 6);
  const left = text.length - textPreviewChars;
  const note = `[… ${left} characters left out. The whole text is in ${path} …]`;
  return `${text.slice(0, textPreviewChars - tail)}\n${note}\n${text.slice(-tail)}`;
}

function makeRoom(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const excess = files.length - limits.agent.keptTexts;
  if (excess <= 0) return;
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldestFirst = files.map((path) => ({ path, at: age(path) })).sort((a, b) => a.at - b.at);
  for (const { path } of oldestFirst.slice(0, excess)) removeFile(path);
}

// The only setting that a host reads from the user's config: whether it listens on the legacy socket.
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { readIfPresent } from './run-directory/private-file.ts';

/** An unreadable config may have turned the socket off, so it counts as off. */
export function readLegacySocketSetting(configFolder: string): { isWanted: boolean; problem?: string } {
  try {
    const text = readIfPresent(join(configFolder, 'config.json'));
    if (text === undefined) return { isWanted: true };
    const config: unknown = JSON.parse(withoutComments(text));
    return { isWanted: !(isRecord(config) && config.seedSocket === false) };
  } catch {
    return { isWanted: false, problem: 'config.json cannot be read, so the legacy socket stays closed' };
  }
}

/** Matches strings, comments and trailing commas; only strings are kept. */
const TOKENS = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

function withoutComments(text: string): string {
  return text.replaceAll(TOKENS, (_, literal: string | undefined) => literal ?? '');
}

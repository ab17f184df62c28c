// The one setting that a host reads from the user's config: whether it listens at the seed's path.
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { readIfPresent } from './run-directory/private-file.ts';

/** A config that cannot be read may have asked to close the path, so it counts as closed. */
export function readSeedSocketSetting(configFolder: string): { isWanted: boolean; problem?: string } {
  try {
    const text = readIfPresent(join(configFolder, 'config.json'));
    if (text === undefined) return { isWanted: true };
    const config: unknown = JSON.parse(withoutComments(text));
    return { isWanted: !(isRecord(config) && config.seedSocket === false) };
  } catch {
    return { isWanted: false, problem: 'config.json cannot be read, so the seed path stays closed' };
  }
}

/** Strings, comments and commas before a closing bracket; only the first stay. */
const TOKENS = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

function withoutComments(text: string): string {
  return text.replaceAll(TOKENS, (_, literal: string | undefined) => literal ?? '');
}

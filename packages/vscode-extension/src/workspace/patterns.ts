// Regular expressions of agents, run on lines with a deadline: one that backtracks without end would hold the whole editor.
import { runInNewContext } from 'node:vm';
import { isRecord, limits, SallyportError } from '@sallyport/protocol';

export function linesThatMatch(lines: readonly string[], source: string): string[] {
  return within('lines.filter((line) => pattern.test(line))', lines, checked(source, 'grep'), {});
}

/** In each line every match; `$1` and its like are the groups. */
export function replaceInLines(lines: readonly string[], source: string, replacement: string): string[] {
  return within('lines.map((line) => line.replace(pattern, replacement))', lines, checked(source, 'find', 'g'), {
    replacement,
  });
}

function checked(source: string, field: string, flags = ''): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    throw new SallyportError('ERR_INPUT_INVALID', `${field}: invalid regular expression`);
  }
}

/** The engine looks for the deadline while it matches, which a timer of ours could not. */
function within(
  script: string,
  lines: readonly string[],
  pattern: RegExp,
  more: Readonly<Record<string, unknown>>,
): string[] {
  try {
    const found: readonly string[] = runInNewContext(
      script,
      { lines, pattern, ...more },
      { timeout: limits.editor.patternMs },
    );
    return [...found];
  } catch (error) {
    // Of another realm than ours, so it may be no Error of ours.
    if (!isRecord(error) || error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new SallyportError('ERR_TOOL_TIMEOUT', 'The regular expression takes too long', {
      hint: 'Avoid nested repetition such as (a+)+.',
    });
  }
}

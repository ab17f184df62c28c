// Runs agents' regular expressions with a deadline, because catastrophic backtracking would freeze the editor.
import { runInNewContext } from 'node:vm';
import { isRecord, limits, SallyportError } from '@sallyport/protocol';

export function linesThatMatch(lines: readonly string[], source: string): string[] {
  return within('lines.filter((line) => pattern.test(line))', lines, checked(source, 'grep'), {});
}

/** Replaces all matches in each line; `$1` and so on are groups. */
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

/** V8 enforces this timeout during a match, which a timer cannot. */
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
    // From another realm, so `instanceof Error` may be false.
    if (!isRecord(error) || error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new SallyportError('ERR_TOOL_TIMEOUT', 'The regular expression takes too long', {
      hint: 'Avoid nested repetition such as (a+)+.',
    });
  }
}

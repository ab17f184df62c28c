// Evaluates an agent's expression in the page's own world, injected as source text. The page may have replaced any function,
// so only operators, which no page can override, decide how much leaves the page.

/** Cannot use anything from this file. Reports the outcome: `json`, `thrown` or `moved`, and its text after a `\0`. */
export async function evaluateHere(expression: string, maxChars: number, site: string): Promise<string> {
  const report = (kind: 'json' | 'thrown', whole: string): string => {
    // One more than is shown, so a cut is noticed.
    const text: unknown = whole.slice(0, maxChars + 1);
    return typeof text === 'string' && text.length <= maxChars + 1
      ? `${kind}\0${text}`
      : 'thrown\0RangeError: too long';
  };
  // The location is the one thing here that a page cannot forge.
  if (site !== '' && location.origin !== 'null' && location.origin !== site) return 'moved\0';
  try {
    const isExpression = (() => {
      try {
        return Boolean(new Function(`return (${expression}\n)`));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return false;
      }
    })();
    // In the global scope, as in a console. An object literal would otherwise parse as a block.
    // biome-ignore lint/security/noGlobalEval: running the agent's code is what the tool is for.
    const evaluateGlobally = globalThis.eval;
    const value: unknown = await evaluateGlobally(isExpression ? `(${expression}\n)` : expression);
    return report('json', JSON.stringify(value) ?? String(value));
  } catch (error) {
    return report('thrown', String(error));
  }
}

/** The same, with the value as `this`, for a value that the debugger holds. */
export function toJson(this: unknown, maxChars: number): string {
  const json: unknown = (JSON.stringify(this) ?? String(this)).slice(0, maxChars + 1);
  if (typeof json === 'string' && json.length <= maxChars + 1) return json;
  throw new RangeError('too long');
}

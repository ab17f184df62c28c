// Runs an expression of an agent in a page's own world.
import { limits } from '@sallyport/protocol';
import type { BrowserApi } from '../platform.ts';
import type { Evaluated } from '../tools/context.ts';

export async function evaluateInPage(api: BrowserApi, tabId: number, expression: string): Promise<Evaluated> {
  const args: [string, number] = [expression, limits.page.valueMaxChars];
  const [frame] = await api.scripting.executeScript({ target: { tabId }, world: 'MAIN', func: run, args });
  // What `run` returns; nothing when the page went away meanwhile.
  return (frame?.result as Evaluated | null | undefined) ?? { thrown: 'nothing: the page went away meanwhile.' };
}

/** Injected as source text: it may use nothing of this file. */
async function run(expression: string, maxChars: number): Promise<Evaluated> {
  try {
    const isExpression = (() => {
      try {
        return Boolean(new Function(`return (${expression}\n)`));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return false;
      }
    })();
    // In the global scope, as in a console. An object literal would else be read as a block.
    // biome-ignore lint/security/noGlobalEval: to run what the agent wrote is what the tool is for.
    const evaluateGlobally = globalThis.eval;
    const value: unknown = await evaluateGlobally(isExpression ? `(${expression}\n)` : expression);
    const json = JSON.stringify(value) ?? String(value);
    return { json: json.length > maxChars ? `${json.slice(0, maxChars)}…` : json };
  } catch (error) {
    return { thrown: String(error) };
  }
}

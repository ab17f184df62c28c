// Runs an expression of an agent in a page's own world.
import { isRecord, limits } from '@sallyport/protocol';
import type { Evaluated } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';

export interface EvaluationOptions {
  readonly api: BrowserApi;
  /** Chromium's debugger, to which a page's policy does not apply. */
  readonly sessions: DebuggerSessions | undefined;
  readonly tabId: number;
  /** The site that it was allowed for; undefined where nothing is closed. */
  readonly site: string | undefined;
  readonly stay: string;
  readonly signal: AbortSignal;
}

const FORBIDDEN = /EvalError|Content Security Policy|unsafe-eval|call to eval\(\) blocked/i;

export async function evaluateInPage(options: EvaluationOptions, expression: string): Promise<Evaluated> {
  const { api, sessions, tabId, site, stay } = options;
  const args: [string, number, string] = [expression, limits.page.valueMaxChars, site ?? ''];
  const script = api.scripting.executeScript({
    target: { tabId },
    world: 'MAIN',
    func: run,
    args,
    injectImmediately: true,
  });
  const [frame] = await (sessions?.unlessHeld(tabId, script) ?? script);
  // What `run` returns; nothing when the page went away meanwhile.
  const result = (frame?.result as Evaluated | null | undefined) ?? {
    thrown: 'nothing: the page went away meanwhile.',
  };
  // Refused before it ran, so that this is no second time.
  const isForbidden = 'thrown' in result && FORBIDDEN.test(result.thrown);
  if (!isForbidden || sessions === undefined || sessions.isDeclined(stay)) return result;
  return sessions.run(options, (command) => evaluateWithDebugger(command, expression));
}

async function evaluateWithDebugger(command: Command, expression: string): Promise<Evaluated> {
  const { result, exceptionDetails } = await command('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    replMode: true,
  });
  if (isRecord(exceptionDetails)) {
    const { exception, text } = exceptionDetails;
    return {
      thrown: String(isRecord(exception) ? (exception.description ?? exception.value) : text).split('\n')[0] ?? '',
    };
  }
  const json = JSON.stringify(isRecord(result) ? result.value : undefined) ?? 'undefined';
  const { valueMaxChars } = limits.page;
  return { json: json.length > valueMaxChars ? `${json.slice(0, valueMaxChars)}…` : json };
}

/** Injected as source text: it may use nothing of this file. */
async function run(expression: string, maxChars: number, site: string): Promise<Evaluated> {
  // Of all that a page can see here, its location is what it cannot forge.
  if (site !== '' && location.origin !== 'null' && location.origin !== site)
    return { thrown: 'nothing: the page moved.' };
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

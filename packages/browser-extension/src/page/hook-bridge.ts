// Asks the hooks in the page's own world from here, by an event: a call that is in the page already need not be followed by another.
import { limits } from '@sallyport/protocol';
import { actionHooks, bridgeKind } from '../base/hook-kinds.ts';

interface World {
  /** The name of this document's hooks, which pages cannot read. */
  sallyportHooks?: string;
}

/** The name of the document's hooks; `fresh` where it has none yet. */
export function hookName(fresh: string): string {
  const world = globalThis as World;
  world.sallyportHooks ??= fresh;
  return world.sallyportHooks;
}

/** Whether all hooks of an action are installed; they have begun then. */
export function beginHooks(): boolean {
  return actionHooks.map((kind) => askHook(kind, 'begin')).every((report) => report !== undefined);
}

/** The last reports of these hooks; undefined where nothing answers. */
export function endHooks(kinds: readonly string[]): Readonly<Record<string, string>> | undefined {
  const reports = kinds.map((kind) => [kind, askHook(kind, 'end')] as const);
  if (reports.every(([, report]) => report === undefined)) return undefined;
  return Object.fromEntries(reports.map(([kind, report]) => [kind, report ?? '']));
}

/** The report of a hook, unchecked but for its length; undefined without an answer. A page can forge it. */
export function askHook(kind: string, verb: string): string | undefined {
  const { sallyportHooks: name } = globalThis as World;
  if (name === undefined) return undefined;
  let report: string | undefined;
  const hear = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (typeof detail === 'string' && detail.length <= limits.page.reportMaxChars) report = detail;
  };
  const question = `${name}-${bridgeKind}`;
  addEventListener(`${question}-told`, hear);
  dispatchEvent(new CustomEvent(question, { detail: `${kind} ${verb}` }));
  removeEventListener(`${question}-told`, hear);
  return report;
}

// Waits for conditions on a page.
import { limits, ours, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { ref, words } from './fields.ts';
import { pageParts } from './page-part.ts';
import { defineTabTool } from './tab-tool.ts';

const input = z.object({
  text: words(1000).optional().describe('This text is shown.'),
  gone: words(1000).optional().describe('This text is not shown.'),
  url: words(1000).optional().describe('The address contains this; * is a wildcard.'),
  ref: ref.optional().describe('Element; also set state.'),
  state: z.enum(['shown', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked', 'focused']).optional(),
  network: z.enum(['idle']).optional().describe('No requests for half a second.'),
  expression: words(10_000).optional().describe('This JavaScript is true.'),
  waitMs: z.int().min(0).max(limits.call.timeoutMaxMs).default(limits.page.waitMs),
});

type Input = z.output<typeof input>;

export const waitForTool = defineTabTool({
  name: 'wait_for',
  title: 'Wait for',
  description: 'Waits until every given condition is true. Not needed after actions, which wait for the page.',
  input,
  // An expression can do anything to the page.
  effect: 'act',
  ruledAs: { expression: 'evaluate' },
  verb: 'wait for',
  async run(args, { tabId }, context) {
    if ((args.ref === undefined) !== (args.state === undefined)) {
      throw new SallyportError('ERR_INPUT_INVALID', 'wait_for: give ref and state together.');
    }
    const checks = checksOf(args, tabId, context);
    if (checks.length === 0) {
      throw new SallyportError('ERR_INPUT_INVALID', 'wait_for: no condition given.', {
        hint: 'Give text, gone, url, ref with state, network, or expression.',
      });
    }
    const met = await context.until(args.waitMs, async () => {
      for (const check of checks) if (!(await check.isTrue())) return false;
      return true;
    });
    const waitedFor = checks.map(({ name }) => name).join(' and ');
    const tab = await context.tabs.facts(tabId);
    const { url, title } = tab;
    const outcome = met ? `Condition met: ${waitedFor}.` : `Condition not met after ${args.waitMs} ms: ${waitedFor}.`;
    return { facts: { tabId, url, title, met, waitedFor }, parts: [ours(outcome), ...pageParts(tab)] };
  },
});

interface Check {
  readonly name: string;
  isTrue(): Promise<boolean>;
}

function checksOf(
  { text, gone, url, ref: target, state, network, expression }: Input,
  tabId: number,
  context: ToolContext,
): Check[] {
  const checks: Check[] = [];
  const onPage = async (kind: 'text' | 'gone', wanted: string) => {
    const { parts: found } = await context.readAll(tabId, 'isTrue', { kind, text: wanted });
    return kind === 'text' ? found.some(Boolean) : found.every(Boolean);
  };
  if (text !== undefined) checks.push({ name: `text ${JSON.stringify(text)}`, isTrue: () => onPage('text', text) });
  if (gone !== undefined) checks.push({ name: `no text ${JSON.stringify(gone)}`, isTrue: () => onPage('gone', gone) });
  if (url !== undefined) {
    const isTrue = async () => hasParts((await context.tabs.facts(tabId)).url, url);
    checks.push({ name: `address ${url}`, isTrue });
  }
  if (target !== undefined && state !== undefined) {
    const isTrue = () => context.page({ tabId, ref: target }, 'isTrue', { kind: 'ref', ref: target, state });
    checks.push({ name: `${target} ${state}`, isTrue });
  }
  if (network !== undefined) {
    const isTrue = async () => context.networkIdleMs(tabId) >= limits.page.networkIdleMs;
    checks.push({ name: 'an idle network', isTrue });
  }
  if (expression !== undefined) {
    const isTrue = async () => {
      const result = await context.evaluate(tabId, `Boolean(${expression}\n)`);
      return 'json' in result && result.json === 'true';
    };
    checks.push({ name: 'the expression', isTrue });
  }
  return checks;
}

/** Anywhere in the address, in this order. Not by a regular expression, which a long address with many `*` never ends. */
export function hasParts(address: string, pattern: string): boolean {
  let from = 0;
  for (const part of pattern.split('*')) {
    const at = address.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

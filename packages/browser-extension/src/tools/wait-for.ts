// Waits for something that takes its time.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import type { ToolContext } from './context.ts';
import { ref, tabId } from './fields.ts';

const input = z.object({
  text: z.string().min(1).max(1000).optional().describe('Until this text is shown.'),
  gone: z.string().min(1).max(1000).optional().describe('Until this text is no longer shown.'),
  url: z.string().min(1).max(1000).optional().describe('Until the address contains this; * stands for anything.'),
  ref: ref.optional().describe('With state: until this element is so.'),
  state: z.enum(['shown', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked', 'focused']).optional(),
  network: z.enum(['idle']).optional().describe('Until no request was under way for half a second.'),
  expression: z.string().min(1).max(10_000).optional().describe('Until this JavaScript is true in the page.'),
  waitMs: z.int().min(0).max(limits.call.timeoutMaxMs).default(limits.page.waitMs).describe('How long at most.'),
  tabId,
});

type Input = z.output<typeof input>;

export const waitForTool = defineTool({
  name: 'wait_for',
  title: 'Wait for',
  description:
    'Waits until all that is named is so: a text shown or gone, an address, the state of a ref, an idle network, an expression. Acts wait for the page by themselves.',
  input,
  output: z.object({ tabId: z.number(), url: z.string(), title: z.string(), met: z.boolean(), waitedFor: z.string() }),
  // An expression can do anything to the page.
  effect: 'act',
  ruledAs: { expression: 'evaluate' },
  async run(args, context: ToolContext) {
    const { tabId } = await context.tabs.reach('wait for', args.tabId);
    if ((args.ref === undefined) !== (args.state === undefined)) {
      throw new SallyportError('ERR_INPUT_INVALID', 'wait_for: ref and state belong together.');
    }
    const checks = checksOf(args, tabId, context);
    if (checks.length === 0) {
      throw new SallyportError('ERR_INPUT_INVALID', 'wait_for: say what to wait for.', {
        hint: 'Give text, gone, url, ref with state, network, or expression.',
      });
    }
    const met = await context.until(args.waitMs, async () => {
      for (const check of checks) if (!(await check.isTrue())) return false;
      return true;
    });
    const waitedFor = checks.map(({ name }) => name).join(' and ');
    const { url, title } = await context.tabs.facts(tabId);
    context.say(
      `${met ? 'It is so' : `Not so after ${args.waitMs} ms`}: ${waitedFor}. Page ${JSON.stringify(title)} ${url}`,
    );
    return { tabId, url, title, met, waitedFor };
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
    const pattern = addressPattern(url);
    checks.push({ name: `address ${url}`, isTrue: async () => pattern.test((await context.tabs.facts(tabId)).url) });
  }
  if (target !== undefined && state !== undefined) {
    const isTrue = () => context.page({ tabId, ref: target }, 'isTrue', { kind: 'ref', ref: target, state });
    checks.push({ name: `${target} ${state}`, isTrue });
  }
  if (network !== undefined) {
    const isTrue = async () => context.networkStillness(tabId) >= limits.page.networkIdleMs;
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

/** Anywhere in the address. */
export function addressPattern(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(parts.join('.*'));
}

import { type AppCall, isRelayed, limits, ours, type Reply, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { openRoomsFor } from '../../../../tests/support/path-rooms.ts';
import { batchTool } from '../apps/browser/batch-tool.ts';
import type { PolicyRules } from '../rooms/grants/policy.ts';
import { Slots } from '../rooms/limits/slots.ts';
import { call } from './call.ts';

const schema = { inputSchema: { type: 'object' } };
const tools = [
  batchTool,
  ...['click', 'snapshot', 'type'].map((name) => ({ name, ...schema, awaitsStep: true })),
  { name: 'evaluate', ...schema },
];
const by = { role: 'agent', session: 'a'.repeat(32), client: 'tester' } as const;
const plain = { tabId: 7, navigated: false, settled: true, changes: [], dialogs: [], openedTabs: [] };
const step = (tool: string, text = '') => ({ tool, args: { text } });
const own = ({ parts }: Reply) => parts.flatMap((part) => (part.kind === 'ours' ? [part.text] : [])).join('\n');

interface Browser {
  /** Facts of the step with this text; a step that is not here goes as expected. */
  readonly facts?: Readonly<Record<string, Record<string, unknown>>>;
  /** Told only in the reply, when the next step has begun. */
  readonly late?: readonly string[];
  readonly policy?: PolicyRules;
  readonly slots?: Slots;
  readonly onRun?: () => void;
  readonly failing?: Readonly<Record<string, SallyportError>>;
}

/** Answers as an extension does that lets steps wait for each other. */
async function open({
  facts = {},
  late = [],
  policy = {},
  slots = new Slots(),
  onRun = () => {},
  failing = {},
}: Browser) {
  const made: AppCall[] = [];
  const ran: string[] = [];
  const ends = new Map<string, Promise<'as expected' | 'surprise' | 'not run'>>();
  async function runTool({ tool, args, step: mark }: AppCall): Promise<boolean> {
    // The user's Stop ends those that wait too.
    const isStopped = failing[String(args.text)]?.reason === 'STOPPED';
    const before = mark?.after === undefined || isStopped ? 'as expected' : await ends.get(mark.after);
    if (before === 'not run' || (before === 'surprise' && mark?.looksBack !== true)) return false;
    await new Promise((resolve) => setTimeout(resolve, 1));
    onRun();
    ran.push(`${tool} ${args.text ?? ''}`.trim());
    return true;
  }
  const { rooms, entries } = await openRoomsFor(
    tools,
    async (call) => {
      made.push(call);
      const text = String(call.args.text ?? '');
      const isSurprise = failing[text] !== undefined || (facts[text] !== undefined && !late.includes(text));
      const running = runTool(call);
      ends.set(
        call.callId,
        running.then((hasRun) => (!hasRun ? 'not run' : isSurprise ? 'surprise' : 'as expected')),
      );
      if (!(await running)) throw new SallyportError('ERR_TOOL_FAILED', 'Not reached.', { reason: 'STEP_NOT_REACHED' });
      if (failing[text] !== undefined) throw failing[text];
      return { facts: { ...plain, ...facts[text] }, parts: [ours(`Did ${call.tool}.`)] };
    },
    policy,
    slots,
  );
  return {
    made,
    ran,
    entries,
    async batch(steps: readonly object[], stopOn?: readonly string[]): Promise<Reply> {
      const args = { steps, ...(stopOn === undefined ? {} : { stopOn }) };
      const { signal } = new AbortController();
      const end = await call(rooms, { kind: 'call', by, name: 'browser__batch', args }, { signal });
      if (!end.ok) throw end.error;
      if (isRelayed(end.result)) throw new Error('A batch answers with parts.');
      return end.result;
    },
  };
}

const four = ['a', 'b', 'c', 'd'].map((text) => step('type', text));

describe('steps that are sent ahead', () => {
  it('name the step that they wait for, the last look at the page too', async () => {
    const { batch, made, ran, entries } = await open({});
    expect(own(await batch(four))).toContain('4 of 4 steps done.');
    const [first, ...others] = made;
    expect(first?.step?.after).toBeUndefined();
    expect(others.map((one) => one.step?.after)).toEqual(made.slice(0, -1).map(({ callId }) => callId));
    expect(made.map((one) => one.step?.looksBack === true)).toEqual([false, false, false, false, true]);
    expect(made.at(-1)?.args).toEqual({ maxTokens: 1_500 });
    expect(ran).toEqual(['type a', 'type b', 'type c', 'type d', 'snapshot']);
    expect(entries).toHaveLength(6);
  });

  it('are never more than a few beyond the step that runs', async () => {
    const slots = new Slots();
    const taken: number[] = [];
    const { batch } = await open({ slots, onRun: () => taken.push(slots.taken) });
    await batch(Array.from({ length: 12 }, (_, at) => step('type', `${at}`)));
    expect(Math.max(...taken)).toBe(1 + limits.call.stepsAhead);
  });

  it('do not run after a surprise, are in no journal, and are not called done', async () => {
    const { batch, ran, entries } = await open({ facts: { b: { unheld: ['e1'] } } });
    expect(own(await batch(four))).toContain('Stopped after step 2 of 4: a field does not hold what was given');
    expect(own(await batch(four))).toContain('Steps 3 to 4 have not run.');
    expect(ran.slice(0, 3)).toEqual(['type a', 'type b', 'snapshot']);
    expect(entries.slice(0, 4)).toMatchObject(
      ['type', 'type', 'snapshot', 'batch'].map((name) => ({ tool: `browser/${name}`, outcome: 'result' })),
    );
  });

  it('are sent again, once, where the batch goes on after the surprise', async () => {
    const { batch, ran, entries } = await open({ facts: { b: { unheld: ['e1'] } } });
    expect(own(await batch(four, ['dialog']))).toContain('4 of 4 steps done.');
    expect(ran).toEqual(['type a', 'type b', 'type c', 'type d', 'snapshot']);
    expect(entries).toHaveLength(6);
  });

  it('are told as run where the browser told of the surprise only in the reply', async () => {
    const { batch, ran } = await open({ facts: { b: { navigated: true } }, late: ['b'] });
    const reply = await batch([...four, step('type', 'e'), step('type', 'f')]);
    expect(own(reply)).toContain('Stopped after step 2 of 6: it led to another page. Steps 3 to 4 have run.');
    expect(own(reply)).toContain('Steps 5 to 6 have not run.');
    expect(reply.facts).toMatchObject({ done: 4, total: 6 });
    expect(ran).toEqual(['type a', 'type b', 'type c', 'type d', 'snapshot']);
  });

  it('that fail together with the first step, as by the user’s Stop, are not called run, and the batch fails', async () => {
    const stopped = new SallyportError('ERR_CANCELLED', 'The user stopped the agent.', { reason: 'STOPPED' });
    const { batch, entries } = await open({ failing: { a: stopped, b: stopped, c: stopped } });
    await expect(batch(four)).rejects.toBe(stopped);
    expect(entries.at(-1)).toMatchObject({ tool: 'browser/batch', code: 'ERR_CANCELLED' });
  });

  it('that fail after a surprise told late are told as failed', async () => {
    const closed = new SallyportError('ERR_INPUT_INVALID', 'There is no tab 7.', { reason: 'TAB_CLOSED' });
    const { batch } = await open({ facts: { b: { navigated: true } }, late: ['b'], failing: { c: closed } });
    const text = own(await batch(four));
    expect(text).toContain('Stopped after step 2 of 4: it led to another page. Step 3 failed. Step 4 has not run.');
    expect(text).toContain('Step 3: ERR_INPUT_INVALID');
  });

  it('are only of tools that can wait, behind tools that can wait, and that need no question to the user', async () => {
    const after = async (steps: readonly object[], policy: PolicyRules = {}) => {
      const { batch, made } = await open({ policy });
      await batch(steps).catch(() => {});
      return made.map(({ tool, step: mark }) => `${tool}${mark?.after === undefined ? '' : ' ahead'}`);
    };
    expect(await after([step('type'), step('evaluate'), step('type')])).toEqual([
      ...['type', 'evaluate', 'type', 'snapshot ahead'],
    ]);
    expect(await after([step('type'), step('click')], { 'browser/click': 'ask' })).not.toContain('click ahead');
    expect(await after([step('type'), step('snapshot')])).toEqual(['type', 'snapshot ahead']);
  });

  it('take no slot that another call would have to wait for', async () => {
    const { batch, made } = await open({ slots: new Slots({ slots: 1 }) });
    expect(own(await batch(four))).toContain('4 of 4 steps done.');
    expect(made.every(({ step: mark }) => mark?.after === undefined)).toBe(true);
  });

  it('begin in the journal when the step before them is over', async () => {
    const { batch, entries } = await open({});
    await batch(four);
    const times = entries.slice(0, 4).map((entry) => {
      const { at, durationMs } = entry as { readonly at: string; readonly durationMs: number };
      return { startMs: Date.parse(at), endMs: Date.parse(at) + durationMs };
    });
    for (const [index, { startMs }] of times.entries()) {
      if (index > 0) expect(startMs).toBeGreaterThanOrEqual(times[index - 1]?.endMs ?? 0);
    }
  });
});

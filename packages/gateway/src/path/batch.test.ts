import {
  type AppCall,
  type CallResult,
  foreign,
  isRelayed,
  ours,
  type Reply,
  SallyportError,
} from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { openRoomsFor, type RunApp } from '../../../../tests/support/path-rooms.ts';
import { batchTool } from '../apps/browser/batch-tool.ts';
import type { PolicyRules } from '../rooms/grants/policy.ts';
import { Slots } from '../rooms/limits/slots.ts';
import { call } from './call.ts';

const SITE = 'https://shop.example';
const names = ['click', 'handle_dialog', 'navigate', 'snapshot', 'type'];
const cookies = { name: 'cookies', inputSchema: { type: 'object' }, family: 'state' };
const tools = [batchTool, cookies, ...names.map((name) => ({ name, inputSchema: { type: 'object' } }))];
const by = { role: 'agent', session: 'a'.repeat(32), client: 'tester' } as const;

/** As an action of the extension answers. */
function acted(done: string, line: string, more: Record<string, unknown> = {}): Reply {
  const facts = { tabId: 7, target: line, changes: [], navigated: false, settled: true, dialogs: [], openedTabs: [] };
  return { facts: { ...facts, ...more }, parts: [ours(`${done}.`), foreign(line, SITE)] };
}

const page: Reply = { facts: { tabId: 7 }, parts: [ours('Tab 7:'), foreign('heading 1 "Thanks"', SITE)] };

interface Run {
  readonly calls: AppCall[];
  readonly entries: readonly unknown[];
  readonly slots: Slots;
  batch(args: Record<string, unknown>, signal?: AbortSignal): Promise<Reply>;
}

async function open(
  answers: Readonly<Record<string, (made: AppCall) => CallResult | Promise<CallResult>>>,
  policy: PolicyRules = {},
  slots = new Slots(),
): Promise<Run> {
  const calls: AppCall[] = [];
  const run: RunApp = async (made) => {
    calls.push(made);
    return answers[made.tool]?.(made) ?? (made.tool === 'snapshot' ? page : acted(`Did ${made.tool}`, 'button "Go"'));
  };
  const { rooms, entries } = await openRoomsFor(tools, run, policy, slots);
  return {
    calls,
    entries,
    slots,
    async batch(args, signal = new AbortController().signal) {
      const end = await call(rooms, { kind: 'call', by, name: 'browser__batch', args }, { signal });
      if (!end.ok) throw end.error;
      if (isRelayed(end.result)) throw new Error('A batch answers with parts.');
      return end.result;
    },
  };
}

const step = (tool: string, args = {}) => ({ tool, args });
const own = ({ parts }: Reply) => parts.flatMap((part) => (part.kind === 'ours' ? [part.text] : [])).join('\n');
const seen = ({ parts }: Reply) => parts.flatMap((part) => (part.kind === 'foreign' ? [part.text] : [])).join('\n');

describe('a batch', () => {
  it('runs its steps in order, each with a call id and a journal entry of its own, and ends with a snapshot', async () => {
    const { batch, calls, entries } = await open({});
    const reply = await batch({ steps: [step('type', { text: 'secret' }), step('browser__click')] });
    expect(calls.map(({ tool }) => tool)).toEqual(['type', 'click', 'snapshot']);
    expect(calls.map((made) => made.step?.hasNext)).toEqual([true, false, false]);
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(3);
    expect(calls[2]?.args).toMatchObject({ tabId: 7 });
    expect(entries).toMatchObject(
      ['type', 'click', 'snapshot', 'batch'].map((name) => ({ tool: `browser/${name}`, outcome: 'result' })),
    );
    expect(JSON.stringify(entries)).not.toContain('secret');
    expect(own(reply)).toBe('2 of 2 steps done.\nTab 7:');
    expect(seen(reply)).toBe('2 button "Go"\nheading 1 "Thanks"');
  });

  it.each([
    ['another page', { navigated: true }, 'it led to another page', 'navigation'],
    ['a dialog', { dialogs: [{ type: 'alert' }] }, 'a dialog opened', 'dialog'],
    ['another tab', { openedTabs: [9] }, 'it opened or closed a tab', 'tab'],
    ['a file picker', { fileChooser: { multiple: false } }, 'it opened or closed a tab, or asks for files', 'tab'],
    ['a field that holds something else', { unheld: ['e1'] }, 'a field does not hold what was given', 'value'],
  ])('stops at %s, unless it was told not to', async (_, more, reason, surprise) => {
    const { batch, calls } = await open({ click: () => acted('Clicked e1', 'button "Go"', more) });
    const steps = [step('click'), step('type'), step('type')];
    expect(own(await batch({ steps }))).toContain(`Stopped after step 1 of 3: ${reason}`);
    expect(own(await batch({ steps }))).toContain('Steps 2 to 3 have not run.');
    expect(calls.filter(({ tool }) => tool === 'type')).toHaveLength(0);
    const others = ['navigation', 'dialog', 'tab', 'target', 'value'].filter((one) => one !== surprise);
    expect(own(await batch({ steps, stopOn: others }))).toContain('3 of 3 steps done.');
  });

  it('goes on after a dialog that the next step answers', async () => {
    const { batch } = await open({
      click: () => acted('Clicked e1', 'button "Go"', { dialogs: [{ type: 'confirm' }] }),
    });
    expect(own(await batch({ steps: [step('click'), step('handle_dialog')] }))).toContain('2 of 2 steps done.');
  });

  it('stops at an error, says what it was, and shows the page; if nothing was done it fails with that error', async () => {
    const error = new SallyportError('ERR_INPUT_INVALID', 'e9 is not on this page.', {
      foreign: [{ text: 'it was button "Pay"', origin: SITE }],
    });
    const { batch, calls } = await open({
      click: () => {
        throw error;
      },
    });
    const reply = await batch({ steps: [step('type'), step('click'), step('type')] });
    expect(own(reply)).toContain('Stopped: step 2 of 3 (click) failed. Step 3 has not run.');
    expect(own(reply)).toContain('Step 2: ERR_INPUT_INVALID: e9 is not on this page.');
    expect(seen(reply)).toContain('2 it was button "Pay"');
    expect(calls.map(({ tool }) => tool)).toEqual(['type', 'click', 'snapshot']);
    await expect(batch({ steps: [step('click'), step('type')] })).rejects.toBe(error);
  });

  it('takes each step through the user’s rules', async () => {
    const { batch, calls, entries } = await open({}, { 'browser/click': 'deny' });
    const reply = await batch({ steps: [step('type'), step('click'), step('type')] });
    expect(own(reply)).toContain('ERR_PERMISSION_DENIED');
    expect(calls.map(({ tool }) => tool)).toEqual(['type', 'snapshot']);
    expect(entries).toMatchObject([{}, { tool: 'browser/click', code: 'ERR_PERMISSION_DENIED' }, {}, {}]);
  });

  it('holds no slot itself, so that one slot is enough for several at once', async () => {
    const { batch, slots } = await open({}, {}, new Slots({ slots: 1 }));
    const all = await Promise.all([1, 2, 3].map(() => batch({ steps: [step('type'), step('type')] })));
    expect(all.map(own)).toEqual(Array(3).fill('2 of 2 steps done.\nTab 7:'));
    expect(slots.taken).toBe(0);
  });

  it('ends between two steps when it is cancelled, and says how many were done', async () => {
    const controller = new AbortController();
    const { batch, calls } = await open({
      click: () => {
        controller.abort(new SallyportError('ERR_CANCELLED', 'The user stopped the agent.'));
        return acted('Clicked e1', 'button "Go"');
      },
    });
    const running = batch({ steps: [step('type'), step('click'), step('type')] }, controller.signal);
    await expect(running).rejects.toMatchObject({ code: 'ERR_CANCELLED', data: { outcome: 'unknown' } });
    expect(calls.map(({ tool }) => tool)).toEqual(['type', 'click']);
  });

  it('shows a field only where it does not simply hold what it was given', async () => {
    const { batch } = await open({
      type: ({ args }) => acted('Typed into e1', `textbox ${args.text}`, args.text === 'odd' ? { note: 'Odd.' } : {}),
    });
    const reply = await batch({ steps: [step('type', { text: 'plain' }), step('type', { text: 'odd' })] });
    expect(seen(reply)).not.toContain('plain');
    expect(seen(reply)).toContain('2 textbox odd');
  });

  it.each([
    [{}, 'steps must be a list'],
    [{ steps: [] }, 'steps must be a list'],
    [{ steps: Array(26).fill(step('type')) }, 'steps must be a list of 1 to 25'],
    [{ steps: [step('batch', { steps: [] })] }, 'cannot contain a batch'],
    [{ steps: [step('browser__batch')] }, 'cannot contain a batch'],
    [{ steps: [{ args: {} }] }, 'tool must be the name'],
    [{ steps: [{ tool: 'type', args: [] }] }, 'args must be an object'],
    [{ steps: [{ tool: 'type', more: 1 }] }, 'Unrecognized key: "more"'],
    [{ steps: [step('type')], stopOn: ['weather'] }, 'stopOn must be a list'],
    [{ steps: [step('type')], until: 1 }, 'Unrecognized key: "until"'],
    [{ steps: [step('type'), step('unknown')] }, 'step 2: There is no tool "unknown"'],
    [{ steps: [step('type'), step('cookies')] }, 'step 2: cookies is called alone'],
  ])('of the wrong shape is refused before anything runs: %j', async (args, message) => {
    const { batch, calls } = await open({});
    await expect(batch(args)).rejects.toThrow(message);
    expect(calls).toHaveLength(0);
  });
});

import { type AgentLabel, limits, type Reply, SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { CallScope } from '../base/call.ts';
import { inTurn, StepTurns, type Turn } from './step-turns.ts';

const unreached = { reason: 'STEP_NOT_REACHED', data: { outcome: 'not_run' } };
const tab = { tabId: 7, url: 'https://shop.example/', title: '' };
const turn: Turn = { tabId: 7, facts: Promise.resolve(tab), url: tab.url };
const reply: Reply = { facts: { tabId: 7 }, parts: [] };
const byRef = { ref: 'e1', text: 'Oslo' };
// What is used of it.
const agent = { session: 's1' } as AgentLabel;
const place = { tabId: 7, frameId: 0 };
const look = { place, sameRefs: [], hookName: 'h' };

interface Scene {
  readonly clock: FakeClock;
  readonly turns: StepTurns;
  /** What has run, in its order. */
  readonly ran: string[];
  run(callId: string, tool: string, args: object, step: object, work?: () => Promise<void>): Promise<Reply>;
}

function open(signal = new AbortController().signal): Scene {
  const clock = fakeClock();
  const turns = new StepTurns(clock);
  const ran: string[] = [];
  return {
    clock,
    turns,
    ran,
    run(callId, name, args, step, work = async () => {}) {
      const mark = { hasNext: true, keepsTarget: true, ...step };
      // What it uses of a call, and no more.
      const call = { agent, callId, signal, step: mark } as unknown as CallScope;
      return inTurn(turns, { name, args }, call, async (given, scope) => {
        ran.push(`${callId} ${scope.step?.after === undefined ? 'at once' : 'early'} ${JSON.stringify(given)}`);
        await work();
        return reply;
      });
    },
  };
}

function stepCall(callId: string, after?: string, session = 's1') {
  const step = { hasNext: true, keepsTarget: true, ...(after === undefined ? {} : { after }) };
  return { agent: { ...agent, session }, callId, signal: new AbortController().signal, step };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('a step that was sent ahead', () => {
  it('gets ready when the step before has found its tab, and acts when that is over', async () => {
    const { turns, run, ran } = open();
    const first = Promise.withResolvers<void>();
    const before = run('c1', 'type', byRef, {}, () => first.promise);
    const taken: unknown[] = [];
    const next = run('c2', 'type', byRef, { after: 'c1' }, async () => {
      taken.push(await turns.turnOf(stepCall('c2', 'c1'), look, 'type', byRef));
    });
    await soon();
    expect(ran).toHaveLength(1);
    turns.foundTab('c1', 7);
    await soon();
    expect(ran).toHaveLength(2);
    expect(taken).toHaveLength(0);
    turns.pass('c1', turn);
    await next;
    expect(taken).toEqual([turn]);
    first.resolve();
    await before;
  });

  it('that finds its element by a text, or types a secret, begins only when the step before is over', async () => {
    for (const args of [
      { field: 'Town', text: 'Oslo' },
      { ref: 'e1', secret: 'shop' },
      { ref: 'e1', rejectCookies: true },
    ]) {
      const { turns, run, ran } = open();
      const first = Promise.withResolvers<void>();
      const before = run('c1', 'type', byRef, {}, () => first.promise);
      const next = run('c2', 'type', args, { after: 'c1' });
      turns.foundTab('c1', 7);
      await soon();
      expect(ran).toHaveLength(1);
      turns.pass('c1', turn);
      await next;
      expect(ran[1]).toBe(`c2 at once ${JSON.stringify(args)}`);
      first.resolve();
      await before;
    }
  });

  it('is refused when the step before has passed no turn on, or has failed', async () => {
    const { run, ran } = open();
    await Promise.all([
      run('c1', 'type', byRef, {}),
      expect(run('c2', 'type', { field: 'Town' }, { after: 'c1' })).rejects.toMatchObject(unreached),
    ]);
    const failed = new SallyportError('ERR_INPUT_INVALID', 'e1 is not on this page.');
    await Promise.all([
      expect(run('c3', 'type', byRef, {}, () => Promise.reject(failed))).rejects.toBe(failed),
      expect(run('c4', 'click', { text: 'Go' }, { after: 'c3' })).rejects.toMatchObject(unreached),
    ]);
    expect(ran).toHaveLength(2);
  });

  it('is refused after a second, and at once behind a step that nobody knows', async () => {
    const { clock, run } = open();
    const first = Promise.withResolvers<void>();
    const before = run('c1', 'type', byRef, {}, () => first.promise);
    const next = run('c2', 'click', { text: 'Go' }, { after: 'c1' });
    clock.advance(limits.page.stepAheadMs);
    await expect(next).rejects.toMatchObject(unreached);
    await expect(run('c3', 'click', { text: 'Go' }, { after: 'c9' })).rejects.toMatchObject(unreached);
    first.resolve();
    await before;
  });

  it('that fails before its turn is refused; after it, its own error counts', async () => {
    const { turns, run } = open();
    const open1 = new SallyportError('ERR_TOOL_FAILED', 'A dialog is open.', { reason: 'DIALOG_OPEN' });
    const first = Promise.withResolvers<void>();
    const before = run('c1', 'type', byRef, {}, () => first.promise);
    turns.foundTab('c1', 7);
    const early = run('c2', 'click', byRef, { after: 'c1' }, () => Promise.reject(open1));
    await expect(early).rejects.toMatchObject(unreached);
    const second = run('c3', 'type', byRef, {}, () => first.promise);
    turns.pass('c3', turn);
    const late = run('c4', 'click', { text: 'Go' }, { after: 'c3' }, () => Promise.reject(open1));
    await expect(late).rejects.toBe(open1);
    first.resolve();
    await Promise.all([before, second]);
  });

  it('waits for as long as the step before takes once the page has begun with it', async () => {
    const { clock, turns } = open();
    turns.open(stepCall('c1'));
    turns.open(stepCall('c2', 'c1'));
    const next = turns.turnOf(stepCall('c2', 'c1'), { ...look, sameRefs: ['e1'] }, 'click', { ref: 'e1' });
    expect(turns.takeNext('c1', { tabId: 7, frameId: 3 })).toBeUndefined();
    expect(turns.takeNext('c1', place)).toEqual({ sameRefs: ['e1'], hookName: 'h', pointer: { ref: 'e1' } });
    clock.advance(limits.page.stepAheadMs);
    await soon();
    expect(turns.hasTurn('c2')).toBe(false);
    turns.pass('c1', turn);
    expect(await next).toBe(turn);
    expect(turns.hasTurn('c2')).toBe(true);
  });

  it('is refused behind a step of another session, and where another one waits already', async () => {
    const { turns } = open();
    turns.open(stepCall('c1'));
    const next = turns.turnOf(stepCall('c2', 'c1'), look, 'type', byRef);
    await expect(turns.turnOf(stepCall('c3', 'c1'), look, 'type', byRef)).rejects.toMatchObject(unreached);
    await expect(turns.turnOf(stepCall('c2', 'c1', 's2'), look, 'type', byRef)).rejects.toMatchObject(unreached);
    await expect(turns.tabAfter('c1', stepCall('c4', 'c1', 's2'))).rejects.toMatchObject(unreached);
    turns.pass('c1', turn);
    expect(await next).toBe(turn);
  });

  it('takes nothing over from a step in another tab, and does not get ready while that one works', async () => {
    const { turns, run, ran } = open();
    turns.open(stepCall('c1'));
    const next = turns.turnOf(stepCall('c2', 'c1'), { ...look, place: { tabId: 8, frameId: 0 } }, 'type', byRef);
    turns.pass('c1', turn);
    expect(await next).toBeUndefined();
    const first = Promise.withResolvers<void>();
    const before = run('c3', 'type', byRef, {}, () => first.promise);
    turns.foundTab('c3', 7);
    const elsewhere = run('c4', 'type', { ...byRef, tabId: 8 }, { after: 'c3' });
    await soon();
    expect(ran).toHaveLength(1);
    turns.pass('c3', turn);
    await elsewhere;
    first.resolve();
    await before;
  });

  it('that is cancelled while it waits is not begun by the page', async () => {
    const { turns } = open();
    const controller = new AbortController();
    turns.open(stepCall('c1'));
    const call = { ...stepCall('c2', 'c1'), signal: controller.signal };
    const next = turns.turnOf(call, look, 'type', byRef);
    controller.abort(new SallyportError('ERR_CANCELLED', 'The user stopped the agent.'));
    expect(turns.takeNext('c1', place)).toBeUndefined();
    turns.close('c1', 7);
    await expect(next).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  });

  it('does not run once it is cancelled', async () => {
    const controller = new AbortController();
    const { turns, run, ran } = open(controller.signal);
    const first = Promise.withResolvers<void>();
    const before = run('c1', 'type', byRef, {}, () => first.promise);
    const next = run('c2', 'click', { text: 'Go' }, { after: 'c1' });
    controller.abort(new SallyportError('ERR_CANCELLED', 'The user stopped the agent.'));
    turns.pass('c1', turn);
    await expect(next).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    expect(ran).toHaveLength(1);
    first.resolve();
    await before;
  });

  it('looks back at the tab of the step before, however that went, unless it failed', async () => {
    const { run, ran } = open();
    const lookBack = { hasNext: false, after: 'c1', looksBack: true };
    await Promise.all([run('c1', 'click', byRef, {}), run('c2', 'snapshot', { maxTokens: 9 }, lookBack)]);
    expect(ran[1]).toBe('c2 at once {"maxTokens":9,"tabId":7}');
    const failed = new SallyportError('ERR_TOOL_FAILED', 'Covered.');
    await Promise.all([
      expect(run('c3', 'click', byRef, {}, () => Promise.reject(failed))).rejects.toBe(failed),
      expect(run('c4', 'snapshot', {}, { ...lookBack, after: 'c3' })).rejects.toMatchObject(unreached),
    ]);
  });

  it('leaves nothing behind', async () => {
    const { clock, turns, run } = open();
    await run('c1', 'type', byRef, {});
    clock.advance(limits.page.stepAheadMs);
    expect(clock.pending).toBe(0);
    await expect(turns.turnAfter('c1', stepCall('c2', 'c1'))).rejects.toMatchObject(unreached);
  });
});

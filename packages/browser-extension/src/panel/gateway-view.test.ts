import type { JsonObject } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { View } from '../base/panel-gateway.ts';
import { GatewayView } from './gateway-view.ts';

const look = { paused: false, stopped: [], agents: [], calls: [] };
const entry = (number: number) => ({ number, kind: 'call', at: '2026-01-01T00:00:00Z', outcome: 'result' });

function setUp(answer: (fields: JsonObject) => JsonObject | Error) {
  const clock = fakeClock();
  const asked: JsonObject[] = [];
  const opened: string[] = [];
  let seen: readonly View[] = ['now'];
  let changes = 0;
  const view = new GatewayView({
    clock,
    ask: async (_, fields) => {
      asked.push(fields);
      const given = answer(fields);
      if (given instanceof Error) throw given;
      return given;
    },
    seen: () => seen,
    openTab: (url) => opened.push(url),
    onChange: () => {
      changes += 1;
    },
  });
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  return {
    view,
    clock,
    asked,
    opened,
    settle,
    see: (views: readonly View[]) => (seen = views),
    changes: () => changes,
  };
}

describe('the view of the gateway', () => {
  it('looks once per second while a panel is visible, and says only what changed', async () => {
    const { view, clock, asked, settle, see, changes } = setUp(() => look);
    for (const _ of [1, 2]) {
      view.wake();
      await settle();
      clock.advance(1000);
      await settle();
    }
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect([view.state.isHere, changes()]).toEqual([true, 1]);
    see([]);
    clock.advance(1000);
    await settle();
    const before = asked.length;
    clock.advance(10_000);
    await settle();
    expect(asked).toHaveLength(before);
  });

  it('asks for entries after the last one, and joins them', async () => {
    let number = 5;
    const { view, clock, asked, settle, see } = setUp(() => ({ ...look, entries: [entry(number++)] }));
    see(['activity']);
    view.wake();
    await settle();
    clock.advance(1000);
    await settle();
    expect(asked.map(({ after, activity }) => [after, activity])).toEqual([
      [0, true],
      [5, true],
    ]);
    expect(view.state.entries.map((known) => known.number)).toEqual([5, 6]);
  });

  it('shows nothing of a gateway that is gone, and how a request failed', async () => {
    const { view } = setUp(() => new Error('It is gone.'));
    await view.apply({ do: 'restart', server: 'files' });
    expect(view.state).toMatchObject({ isHere: false, message: { kind: 'failed', text: 'It is gone.' } });
    expect(await view.tell('stop', 'ada')).toBe(false);
  });

  it('knows whether the gateway keeps an agent out', async () => {
    for (const is_known of [true, false]) {
      const { view } = setUp((fields) => (fields.do === 'stop' ? { is_known } : look));
      expect(await view.tell('stop', 'ada')).toBe(is_known);
    }
  });

  it('opens the page to sign in at, if it is one', async () => {
    for (const [address, tabs] of [
      ['https://far.example/login', 1],
      ['javascript:alert(1)', 0],
    ] as const) {
      const { view, opened } = setUp((fields) => (fields.do === 'sign_in' ? { address } : look));
      await view.apply({ do: 'signIn', server: 'far' });
      expect(opened).toHaveLength(tabs);
    }
  });
});

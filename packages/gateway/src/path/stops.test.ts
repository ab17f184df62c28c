// Which calls a stop ends, and under which names an agent is known to be stopped.
import { describe, expect, it } from 'vitest';
import { EVERYONE } from '../rooms/callers/callers.ts';
import { type RunningCaller, RunningCalls } from '../rooms/limits/running-calls.ts';
import { createStops } from './stops.ts';

function setUp() {
  const list = new Set<string>();
  const running = new RunningCalls();
  const entries = {
    get names() {
      return [...list].filter((who) => who !== EVERYONE);
    },
    get isPaused() {
      return list.has(EVERYONE);
    },
    add: (who: string) => void list.add(who),
    remove: (who: string) => list.delete(who),
  };
  const known = ['ada', 'Ada', 's1'];
  const stops = createStops({
    entries,
    running,
    namesOf: (who) => (known.includes(who) ? known : []),
    lastingNameOf: (who) => (who === 's1' ? 'Ada' : who),
  });
  const track = (callId: string, of: Partial<RunningCaller> = {}) => {
    const controller = new AbortController();
    const caller = { kind: 'agent', id: 'ada', name: 'Ada', session: 's1', ...of } as const;
    const tracked = running.track({ callId, caller, tool: 'files/read', startedAtMs: 0 }, (why) =>
      controller.abort(why),
    );
    return { ...tracked, signal: controller.signal };
  };
  return { stops, running, track, known };
}

describe('stops', () => {
  it('end the calls of that agent alone, each with what is known of its effect', () => {
    const { stops, track } = setUp();
    const [waiting, under, other] = [track('1'), track('2'), track('3', { id: 'bert', name: 'Bert', session: 's2' })];
    under.reachesApp();
    expect(stops.stop('ada')).toBe(true);
    expect(waiting.signal.reason).toMatchObject({ data: { reason: 'STOPPED', outcome: 'not_run' } });
    expect(under.signal.reason).toMatchObject({ data: { reason: 'STOPPED', outcome: 'unknown' } });
    expect(other.signal.aborted).toBe(false);
  });

  it('of a remote host end the calls of all its agents', () => {
    const { stops, track, known } = setUp();
    known.push('box');
    const [there, here] = [track('1', { host: 'box' }), track('2')];
    stops.stop('box');
    expect([there.signal.aborted, here.signal.aborted]).toEqual([true, false]);
  });

  it('know an agent by id, name and session, and forget all of them on resume', () => {
    const { stops } = setUp();
    expect([stops.stop('Ada'), stops.stop('nobody')]).toEqual([true, false]);
    expect(stops.stopped).toEqual(['Ada']);
    stops.resume('ada');
    expect(stops.stopped).toEqual([]);
  });

  it('keep the name by which an agent comes back, not the session that ends', () => {
    const { stops, track, known } = setUp();
    const call = track('1');
    const told: string[] = [];
    stops.onStopped((who) => told.push(who));
    stops.stop('s1');
    expect([stops.stopped, told, call.signal.aborted]).toEqual([['Ada'], ['Ada'], true]);
    known.length = 0;
    stops.resume('s1');
    expect(stops.stopped).toEqual([]);
  });

  it('of everyone end the calls of agents and pages, but not those of the user', () => {
    const { stops, track } = setUp();
    const told: boolean[] = [];
    stops.onPaused((isPaused) => told.push(isPaused));
    const [agent, page, user] = [track('1'), track('2', { kind: 'origin' }), track('3', { kind: 'user' })];
    stops.pause();
    expect([agent, page, user].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    expect([stops.isPaused, stops.stopped]).toEqual([true, []]);
    stops.resumeAll();
    expect([stops.isPaused, told]).toEqual([false, [true, false]]);
  });

  it('leave ended calls alone', () => {
    const { stops, running, track } = setUp();
    track('1').end();
    stops.pause();
    expect(running.list).toEqual([]);
  });
});

import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../tests/support/fake-clock.ts';
import { Agents } from './agents.ts';

const secret = `agent_${'e7f8'.repeat(8)}_77`;

function setUp() {
  const clock = fakeClock();
  let byte = 0;
  const agents = new Agents({ clock, random: (size) => new Uint8Array(size).fill(byte++) });
  return { clock, agents };
}

describe('an agent named by a secret', () => {
  it('keeps its session while it is used, and shows four digits of itself', () => {
    const { clock, agents } = setUp();
    const first = agents.ofSecret(secret);
    clock.advance(limits.agent.idleMs - 1);
    expect(agents.ofSecret(secret)).toEqual(first);
    clock.advance(limits.agent.idleMs - 1);
    expect(agents.ofSecret(secret)).toEqual(first);
    expect(first).toEqual({ id: secret, name: 'agent_e7f8...', session: '00'.repeat(16), remembered: false });
  });

  it('has a new session after 10 idle minutes and after goodbye', () => {
    const { clock, agents } = setUp();
    const { session } = agents.ofSecret(secret);
    clock.advance(limits.agent.idleMs);
    const second = agents.ofSecret(secret).session;
    agents.goodbye(secret);
    expect(new Set([session, second, agents.ofSecret(secret).session]).size).toBe(3);
  });

  it.each(['', 'agent_1234_5', 'f'.repeat(31), 'f'.repeat(500), `${'f'.repeat(32)}\n`])(
    'is none with the secret %j',
    (weak) => {
      expect(() => setUp().agents.ofSecret(weak)).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
    },
  );

  it('gives way to newer ones when there are too many', () => {
    const { agents } = setUp();
    const { session } = agents.ofSecret(secret);
    for (let n = 0; n < 1100; n += 1) agents.ofSecret(`agent_${n.toString(16).padStart(32, '0')}_1`);
    expect(agents.ofSecret(secret).session).not.toBe(session);
  });
});

describe('an agent that is a connection', () => {
  it('differs from every other', () => {
    const { agents } = setUp();
    expect(agents.ofConnection('x').id).not.toBe(agents.ofConnection('x').id);
  });
});

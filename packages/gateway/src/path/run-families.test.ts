// The tool `families`: whose yes and no count, and for how long.
import type { ToolDeclaration } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { openRoomsFor } from '../../../../tests/support/path-rooms.ts';
import type { Caller } from '../rooms/callers/callers.ts';
import type { PolicyRules } from '../rooms/grants/policy.ts';
import { runFamilies } from './run-families.ts';

const tools: readonly ToolDeclaration[] = ['look', 'point'].map((name) => ({
  name,
  inputSchema: { type: 'object' },
  family: 'vision',
}));

const ada: Caller = { kind: 'agent', id: 'a', name: 'Ada', session: 's1', remembered: false };

/** The agent's client answers for the user, one after the other. */
async function open(policy: PolicyRules, ...answers: string[]) {
  const { rooms } = await openRoomsFor(tools, async () => ({ relayed: {} }), policy);
  let questions = 0;
  const request = async (caller: Caller = ada) => {
    const ask = async () => {
      questions++;
      const allow = answers.shift();
      if (allow === undefined) throw new Error('nobody is there');
      return { action: 'accept', content: { allow } };
    };
    const signal = new AbortController().signal;
    return runFamilies(rooms, caller, { on: 'vision' }, { signal, ask }).then(
      () => 'on',
      (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
    );
  };
  const sees = (caller: Caller = ada) =>
    rooms.registry
      .list()
      .filter((tool) => rooms.guard.sees(caller, tool))
      .map(({ declaration }) => declaration.name);
  return { rooms, request, sees, questions: () => questions };
}

describe('a family that an agent asks for', () => {
  it('is asked about in spite of a rule that allows the whole app', async () => {
    const { request, questions } = await open({ 'browser/*': 'allow' }, 'once');
    expect([await request(), questions()]).toEqual(['on', 1]);
  });

  it('is on without those of its tools that a rule denies', async () => {
    const { request, sees } = await open({ 'browser/look': 'deny' }, 'once');
    expect([await request(), sees()]).toEqual(['on', ['point']]);
  });

  it('is asked about once in a session: a no is remembered, but for no other session', async () => {
    const { request, sees, questions } = await open({}, 'no', 'once');
    expect([await request(), await request(), questions()]).toEqual([
      'ERR_PERMISSION_DENIED',
      'ERR_PERMISSION_DENIED',
      1,
    ]);
    const other = { ...ada, session: 's2' };
    expect([await request(other), questions(), sees(), sees(other)]).toEqual(['on', 2, [], ['look', 'point']]);
  });

  it('is asked about again when nobody had answered', async () => {
    const { request, questions } = await open({});
    expect([await request(), await request(), questions()]).toEqual(['ERR_SCOPE_REQUIRED', 'ERR_SCOPE_REQUIRED', 2]);
  });

  it('cannot be asked for when a rule denies all of its tools', async () => {
    const { request, questions } = await open({ 'browser/*': 'deny' });
    expect([await request(), questions()]).toEqual(['ERR_PERMISSION_DENIED', 0]);
  });
});

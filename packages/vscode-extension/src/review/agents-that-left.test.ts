// What becomes of a review whose agent cancelled its call.
import { describe, expect, it } from 'vitest';
import { useDesk } from '../../../../tests/support/desk-stage.ts';

describe('a review whose agent left', () => {
  const stage = useDesk('one\n');
  const { proposal, call, settle, onlyId } = stage;
  const later = { id: 'later session', name: 'tester' };
  const leave = async (text: string) => {
    const controller = new AbortController();
    const left = stage.desk.propose(proposal(text), call({ signal: controller.signal })).catch(() => {});
    await settle();
    controller.abort();
    await left;
  };

  it('is replaced by the next edit of the file, also in a new session', async () => {
    await leave('1\n');
    const [left] = stage.desk.open;
    const next = stage.desk.propose(proposal('2\n'), call({ agent: later }));
    await settle();
    expect(stage.desk.open.map(({ proposed }) => proposed)).toEqual(['2\n']);
    expect(left?.outcome).toMatchObject({ status: 'rejected', note: expect.stringContaining('newer') });
    await stage.desk.reject(onlyId());
    expect(await next).toMatchObject({ status: 'rejected' });
  });

  it('without a word is replaced too, and found by the same call of a new session', async () => {
    const proposed = stage.desk.propose(proposal('1\n'), call()).catch(() => {});
    await settle();
    stage.desk.agentLeft('somebody else');
    expect(stage.desk.open[0]?.agentState).toBe('waiting');
    stage.desk.agentLeft(call().agent.id);
    expect(stage.desk.open[0]?.agentState).toBe('gone');
    const found = stage.desk.propose(proposal('1\n'), call({ agent: later }));
    await settle();
    expect(stage.desk.open.map(({ agentState }) => agentState)).toEqual(['waiting']);
    stage.desk.agentLeft(later.id);
    const next = stage.desk.propose(proposal('2\n'), call({ agent: { ...later, id: 'latest' } }));
    await settle();
    expect(stage.desk.open.map((review) => review.proposed)).toEqual(['2\n']);
    expect(await found).toMatchObject({ status: 'rejected', note: expect.stringContaining('newer') });
    await stage.desk.reject(onlyId());
    expect(await next).toMatchObject({ status: 'rejected' });
    await proposed;
  });

  it('without a word keeps its outcome for the same session, since nobody got it', async () => {
    const proposed = stage.desk.propose(proposal('1\n'), call()).catch(() => {});
    await settle();
    stage.desk.agentLeft(call().agent.id);
    await stage.desk.reject(onlyId());
    await proposed;
    const again = stage.desk.propose(proposal('1\n'), call());
    expect(await Promise.race([again, settle()])).toMatchObject({ status: 'rejected' });
  });

  it('stays when the user wrote something into it', async () => {
    await leave('3\n');
    stage.surface.shown.set(onlyId(), 'mine\n');
    void stage.desk.propose(proposal('4\n'), call()).catch(() => {});
    await settle();
    expect(stage.desk.open.map(({ proposed }) => proposed)).toEqual(['3\n']);
  });

  it('is found by its id in a new session of the same agent', async () => {
    await leave('1\n');
    const found = stage.desk.resume(onlyId(), call({ agent: later }));
    await settle();
    expect(stage.desk.open[0]?.agentState).toBe('waiting');
    await stage.desk.accept(onlyId());
    expect(await found).toMatchObject({ outcome: { status: 'accepted' } });
  });

  it('answers no later session that proposes the same text anew', async () => {
    await leave('1\n');
    await stage.desk.reject(onlyId());
    void stage.desk.propose(proposal('1\n'), call({ agent: later })).catch(() => {});
    await settle();
    expect(stage.desk.open).toHaveLength(1);
  });
});

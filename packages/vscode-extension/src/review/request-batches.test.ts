import { describe, expect, it } from 'vitest';
import { useDesk } from '../../../../tests/support/desk-stage.ts';
import { withRequests } from './request-batches.ts';
import { agentsOf, ReviewGroup, requestsOf } from './review-groups.ts';

describe('changes that an agent sent together', () => {
  const stage = useDesk('one\n');
  const { call, settle } = stage;
  const fileOf = (name: string, more = {}) =>
    stage.proposal(`${name}\n`, { path: `/w/${name}`, shownPath: name, original: undefined, ...more });
  /** As the list shows them: groups as arrays after their names. */
  const listed = () =>
    agentsOf(stage.desk.open).map((agent) => [
      agent.name,
      ...requestsOf(agent).map((row) =>
        row instanceof ReviewGroup
          ? [row.name, ...row.reviews.map(({ facts }) => facts.shownPath)]
          : row.facts.shownPath,
      ),
    ]);

  it('are those of one call, and those sent before any of them was answered', async () => {
    const review = withRequests(stage.desk);
    const propose = async (name: string, more = {}) => {
      const answer = review.propose(fileOf(name, more), call());
      await settle();
      return { answer };
    };
    const first = await propose('a.txt');
    await propose('b.txt');
    expect(listed()).toEqual([['tester', 'a.txt', 'b.txt']]);
    const request = { id: 'call', title: 'Rename to c' };
    await propose('c.txt', { request });
    await propose('d.txt', { request });
    expect(listed()).toEqual([['tester', ['Sent together', 'a.txt', 'b.txt'], ['Rename to c', 'c.txt', 'd.txt']]]);
    for (const { facts } of stage.desk.open.slice(0, 2)) await stage.desk.reject(facts.id);
    await first.answer;
    await settle();
    expect(listed()).toEqual([['tester', ['Rename to c', 'c.txt', 'd.txt']]]);
    await propose('e.txt');
    expect(listed()).toEqual([['tester', ['Rename to c', 'c.txt', 'd.txt'], 'e.txt']]);
  });

  it('are not those of another agent, nor those sent after an answer', async () => {
    const review = withRequests(stage.desk);
    const abandoned = new AbortController();
    const left = review.propose(fileOf('a.txt'), call({ signal: abandoned.signal })).catch(() => {});
    await settle();
    void review.propose(fileOf('b.txt'), call({ agent: { id: 'other', name: 'other' } })).catch(() => {});
    await settle();
    abandoned.abort();
    await left;
    for (const name of ['c.txt', 'd.txt']) void review.propose(fileOf(name), call()).catch(() => {});
    await settle();
    expect(listed()).toEqual([
      ['tester', 'a.txt', ['Sent together', 'c.txt', 'd.txt']],
      ['other', 'b.txt'],
    ]);
    await stage.desk.reject(stage.desk.open.find(({ facts }) => facts.shownPath === 'c.txt')?.facts.id ?? '');
    await settle();
    void review.propose(fileOf('e.txt'), call()).catch(() => {});
    await settle();
    expect(listed()).toEqual([
      ['tester', 'a.txt', 'd.txt', 'e.txt'],
      ['other', 'b.txt'],
    ]);
  });
});

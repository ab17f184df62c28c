// What becomes of a review whose agent cancelled its call.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeReviewSurface } from '../../../../tests/support/fake-review-surface.ts';
import { ReviewDesk } from './review-desk.ts';
import type { Proposal, ReviewCall } from './review-port.ts';

const original = 'one\n';

describe('a review whose agent left', () => {
  let surface: FakeReviewSurface;
  let desk: ReviewDesk;

  beforeEach(() => {
    vi.useFakeTimers();
    surface = new FakeReviewSurface();
    surface.files.set('/w/a.txt', original);
    desk = new ReviewDesk(surface);
  });
  afterEach(() => void vi.useRealTimers());

  const proposal = (proposed: string): Proposal => ({
    path: '/w/a.txt',
    shownPath: 'a.txt',
    original,
    proposed,
    title: 'Change a.txt',
  });
  const call = (more: Partial<ReviewCall> = {}): ReviewCall => ({
    agent: { id: 'agent', name: 'tester' },
    signal: new AbortController().signal,
    ...more,
  });
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const onlyId = () => desk.open[0]?.facts.id ?? 'none';
  const later = { id: 'later session', name: 'tester' };
  const leave = async (text: string) => {
    const controller = new AbortController();
    const left = desk.propose(proposal(text), call({ signal: controller.signal })).catch(() => {});
    await settle();
    controller.abort();
    await left;
  };

  it('is replaced by the next edit of the file, also in a new session', async () => {
    await leave('1\n');
    const [left] = desk.open;
    const next = desk.propose(proposal('2\n'), call({ agent: later }));
    await settle();
    expect(desk.open.map(({ proposed }) => proposed)).toEqual(['2\n']);
    expect(left?.outcome).toMatchObject({ status: 'rejected', note: expect.stringContaining('newer') });
    await desk.reject(onlyId());
    expect(await next).toMatchObject({ status: 'rejected' });
  });

  it('stays when the user wrote something into it', async () => {
    await leave('3\n');
    surface.shown.set(onlyId(), 'mine\n');
    void desk.propose(proposal('4\n'), call()).catch(() => {});
    await settle();
    expect(desk.open.map(({ proposed }) => proposed)).toEqual(['3\n']);
  });

  it('is found by its id in a new session of the same agent', async () => {
    await leave('1\n');
    const found = desk.resume(onlyId(), call({ agent: later }));
    await settle();
    expect(desk.open[0]?.agentState).toBe('waiting');
    await desk.accept(onlyId());
    expect(await found).toMatchObject({ outcome: { status: 'accepted' } });
  });

  it('answers no later session that proposes the same text anew', async () => {
    await leave('1\n');
    await desk.reject(onlyId());
    void desk.propose(proposal('1\n'), call({ agent: later })).catch(() => {});
    await settle();
    expect(desk.open).toHaveLength(1);
  });
});

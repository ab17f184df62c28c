import { limits, type Progress } from '@sallyport/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeReviewSurface } from '../../../../tests/support/fake-review-surface.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { ReviewDesk } from './review-desk.ts';
import type { Proposal, ReviewCall } from './review-port.ts';

const original = 'one\ntwo\nthree\n';

describe('the desk of reviews', () => {
  let surface: FakeReviewSurface;
  let desk: ReviewDesk;

  beforeEach(() => {
    vi.useFakeTimers();
    surface = new FakeReviewSurface();
    surface.files.set('/w/a.txt', original);
    desk = new ReviewDesk(surface);
  });
  afterEach(() => void vi.useRealTimers());

  const proposal = (proposed: string, more: Partial<Proposal> = {}): Proposal => ({
    path: '/w/a.txt',
    shownPath: 'a.txt',
    original,
    proposed,
    title: 'Change a.txt',
    ...more,
  });
  const call = (more: Partial<ReviewCall> = {}): ReviewCall => ({
    agent: { id: 'agent', name: 'tester' },
    signal: new AbortController().signal,
    ...more,
  });
  /** Moves time a little, so that what is under way gets where it waits. */
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const onlyId = () => desk.open[0]?.facts.id ?? 'none';

  it(verifies('answers what the user accepted and what they changed', 'S2-save-final', 'S2-save-edited'), async () => {
    surface.format = (text) => text.replace('three', '  three');
    const outcome = desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    surface.shown.set(onlyId(), '1\n2\nthree\n');
    await desk.accept(onlyId(), 'well done');
    expect(await outcome).toEqual({
      status: 'accepted',
      operation: 'modified',
      finalSha256: 'sha of 1\n2\n  three\n',
      userEdits: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n 1\n-two\n+2\n three\n',
      formatEdits: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n 1\n 2\n-three\n+  three\n',
      note: 'well done',
      problems: { state: 'settled', lines: [] },
    });
    expect([...surface.files.values()]).toContain('1\n2\n  three\n');
    expect(surface.shown.size).toBe(0);
  });

  it('takes a closed diff for a rejection, unless the user saved edits in it', async () => {
    const first = desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    surface.saved.add(onlyId());
    expect(await desk.closed(onlyId())).toBe(desk.open[0]);
    expect(desk.open).toHaveLength(1);
    surface.saved.clear();
    expect(await desk.closed(onlyId())).toBeUndefined();
    expect(await first).toMatchObject({ status: 'rejected' });
  });

  it('opens no diff for a text that the file has already, unless it is not saved', async () => {
    expect(await desk.propose(proposal(original), call())).toMatchObject({ status: 'accepted', isUnchanged: true });
    surface.readBase = async () => ({ text: original, eol: '\n', isDirty: true, diskSha256: 'sha' });
    void desk.propose(proposal(original), call());
    await settle();
    expect(desk.open).toHaveLength(1);
  });

  it('says when mixed line endings became one kind', async () => {
    surface.readBase = async () => ({ text: original, eol: '\n', isDirty: false, diskSha256: 's', hasMixedEol: true });
    const outcome = desk.propose(proposal('1\n'), call());
    await settle();
    await desk.accept(onlyId());
    expect(await outcome).toMatchObject({ status: 'accepted', normalisedEol: 'LF' });
  });

  it('keeps no text of a review that was decided', async () => {
    const outcome = desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    const review = desk.find(onlyId());
    await desk.accept(onlyId());
    await outcome;
    expect(review?.isOpen).toBe(false);
    expect(review?.proposed).toBe('');
    expect(review?.base.text).toBeUndefined();
  });

  it('holds so many reviews and no more, and goes on when one is decided', async () => {
    const proposeIn = (name: string) =>
      desk.propose(proposal('new\n', { path: name, shownPath: name, original: undefined }), call());
    for (let n = 0; n < limits.editor.reviewsOpenMax; n += 1) void proposeIn(`/w/${n}`);
    await expect(proposeIn('/w/more')).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
    await settle();
    await expect(proposeIn('/w/more')).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
    await desk.reject(onlyId());
    void proposeIn('/w/more');
    await settle();
    expect(desk.open.at(-1)?.facts.path).toBe('/w/more');
  });

  it('leaves nothing behind of a review that could not be shown', async () => {
    const show = vi.spyOn(surface, 'show').mockImplementation(async ({ facts, proposed }) => {
      surface.shown.set(facts.id, proposed);
      throw new Error('no room for a diff');
    });
    await expect(desk.propose(proposal('new\n'), call())).rejects.toThrow('no room');
    expect([desk.open, [...surface.shown]]).toEqual([[], []]);
    show.mockRestore();
    void desk.propose(proposal('new\n'), call());
    await settle();
    expect(desk.open).toHaveLength(1);
  });

  it('keeps the line endings of the file, and does not take them for an edit', async () => {
    surface.files.set('/w/a.txt', 'one\r\ntwo\r\n');
    const outcome = desk.propose(proposal('one\n2\n', { original: 'one\r\ntwo\r\n' }), call());
    await settle();
    await desk.accept(onlyId());
    expect(await outcome).not.toHaveProperty('userEdits');
    expect(surface.files.get('/w/a.txt')).toBe('one\r\n2\r\n');
  });

  it('answers conflict when the file left the base, keeps the review, and saves after a second look', async () => {
    const outcome = desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    const id = onlyId();
    surface.files.set('/w/a.txt', 'one\ntwo\nthree\nfour by the user\n');
    await desk.accept(id);
    expect(await outcome).toEqual({ status: 'conflict', reviewId: id, reason: 'changed' });
    expect(surface.files.get('/w/a.txt')).toContain('four by the user');
    expect(surface.lefts.get(id)).toContain('four by the user');
    const again = desk.resume(id, call());
    surface.shown.set(id, '1\ntwo\nthree\nfour by the user\n');
    await desk.accept(id);
    expect(await again).toMatchObject({ path: '/w/a.txt', outcome: { status: 'accepted' } });
  });

  it('tells progress every 15 s and has no deadline where the agent takes progress', async () => {
    const told: Progress[] = [];
    const outcome = desk.propose(proposal('1\n'), call({ onProgress: (progress) => told.push(progress) }));
    await vi.advanceTimersByTimeAsync(4 * limits.editor.reviewProgressMs + 10);
    expect(told.map(({ progress }) => progress)).toEqual([0, 1, 2, 3, 4]);
    await desk.reject(onlyId());
    expect(await outcome).toEqual({ status: 'rejected' });
  });

  it('answers pending after 50 s to others, and the same call again or the id picks the outcome up', async () => {
    const first = desk.propose(proposal('1\n'), call());
    await vi.advanceTimersByTimeAsync(limits.editor.reviewPendingMs + 10);
    const id = onlyId();
    expect(await first).toEqual({ status: 'pending', reviewId: id });
    expect(desk.open[0]?.agentState).toBe('away');
    const second = desk.propose(proposal('1\n'), call());
    await settle();
    expect(desk.open.map(({ agentState }) => agentState)).toEqual(['waiting']);
    await desk.reject(id, 'not now');
    expect(await second).toEqual({ status: 'rejected', note: 'not now' });
    expect(await desk.resume(id, call())).toMatchObject({ outcome: { status: 'rejected' } });
  });

  it('finds the review of the same call after the file has the change already, with the blocks that failed', async () => {
    const failedBlocks = () => [{ block: 1, error: 'Search block not found', search: 'x' }];
    const controller = new AbortController();
    const gone = desk.propose(proposal('1\n', { callKey: 'call', failedBlocks }), call({ signal: controller.signal }));
    gone.catch(() => {});
    await settle();
    expect(await desk.again('call', call({ agent: { id: 'other', name: 'other' } }))).toBeUndefined();
    controller.abort();
    await desk.accept(onlyId());
    const found = await desk.again('call', call());
    expect(found).toMatchObject({ path: '/w/a.txt', outcome: { status: 'accepted' }, failedBlocks: failedBlocks() });
    expect(await desk.again('call', call())).toBeUndefined();
  });

  it('keeps a review whose agent left, marked so, and its outcome for whoever comes back', async () => {
    const controller = new AbortController();
    const gone = desk.propose(proposal('1\n'), call({ signal: controller.signal })).catch((error: unknown) => error);
    await settle();
    controller.abort('left');
    expect(await gone).toBe('left');
    expect(desk.open.map(({ agentState }) => agentState)).toEqual(['gone']);
    await desk.accept(onlyId());
    expect(surface.files.get('/w/a.txt')).toBe('1\n');
    expect(await desk.propose(proposal('1\n'), call())).toMatchObject({ status: 'accepted' });
  });

  it('tells no other agent of a review', async () => {
    void desk.propose(proposal('1\n'), call());
    await settle();
    expect(await desk.resume(onlyId(), call({ agent: { id: 'other', name: 'other' } }))).toBeUndefined();
  });

  it(verifies('opens a second edit of the file on what the first one left', 'S2-lock-path'), async () => {
    void desk.propose(proposal('1\ntwo\nthree\n'), call());
    const seen: (string | undefined)[] = [];
    const reproposed = (now: string | undefined) => {
      seen.push(now);
      return `${now}four\n`;
    };
    const second = desk.propose(proposal(`${original}four\n`, { reproposed }), call());
    await settle();
    expect(desk.open).toHaveLength(1);
    await desk.accept(onlyId());
    await settle();
    await desk.accept(onlyId());
    expect(await second).toMatchObject({ status: 'accepted' });
    expect(seen).toEqual(['1\ntwo\nthree\n']);
    expect(surface.files.get('/w/a.txt')).toBe('1\ntwo\nthree\nfour\n');
  });

  it(verifies('has several files under review at once', 'S2-lock-other-paths'), async () => {
    void desk.propose(proposal('1\n'), call());
    void desk.propose(proposal('new', { path: '/w/b.txt', shownPath: 'b.txt', original: undefined }), call());
    await settle();
    expect(desk.open.map(({ facts }) => facts.shownPath)).toEqual(['a.txt', 'b.txt']);
  });

  it('counts a second click while it saves for nothing', async () => {
    let save = () => {};
    surface.beforeSave = new Promise((resolve) => {
      save = resolve;
    });
    const outcome = desk.propose(proposal('1\n'), call());
    await settle();
    const first = desk.accept(onlyId());
    await desk.reject(onlyId());
    expect(await desk.accept(onlyId())).toBeUndefined();
    save();
    await first;
    expect(await outcome).toMatchObject({ status: 'accepted' });
  });

  it(verifies('makes an approved change at once and asks nobody', 'S2-approval-never'), async () => {
    expect(await desk.propose(proposal('1\n'), call({ isApproved: true }))).toMatchObject({ status: 'accepted' });
    expect(surface.shown.size).toBe(0);
    expect(surface.files.get('/w/a.txt')).toBe('1\n');
  });

  it('tells whoever waits when the editor closes, and touches no file', async () => {
    const outcome = desk.propose(proposal('1\n'), call()).catch((error: unknown) => error);
    await settle();
    await desk.close();
    await desk.close();
    expect(await outcome).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    expect(surface.shown.size).toBe(0);
    expect(surface.files.get('/w/a.txt')).toBe(original);
  });
});

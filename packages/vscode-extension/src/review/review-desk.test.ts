import { limits, type Progress } from '@sallyport/protocol';
import { describe, expect, it, vi } from 'vitest';
import { useDesk } from '../../../../tests/support/desk-stage.ts';
import { verifies } from '../../../../tests/support/verifies.ts';

const original = 'one\ntwo\nthree\n';

describe('the desk of reviews', () => {
  const stage = useDesk(original);
  const { proposal, call, settle, onlyId } = stage;

  it(verifies('answers what the user accepted and what they changed', 'S2-save-final', 'S2-save-edited'), async () => {
    stage.surface.format = (text) => text.replace('three', '  three');
    stage.surface.problems = ['2 is no word'];
    const outcome = stage.desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    stage.surface.shown.set(onlyId(), '1\n2\nthree\n');
    await stage.desk.accept(onlyId(), 'well done');
    expect(await outcome).toEqual({
      status: 'accepted',
      operation: 'modified',
      finalSha256: 'sha of 1\n2\n  three\n',
      userEdits: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n 1\n-two\n+2\n three\n',
      formatEdits: '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n 1\n 2\n-three\n+  three\n',
      note: 'well done',
      problems: { state: 'settled', lines: ['2 is no word'] },
    });
    expect([...stage.surface.files.values()]).toContain('1\n2\n  three\n');
    expect(stage.surface.shown.size).toBe(0);
  });

  it('takes a closed diff for a rejection, unless the user saved edits in it', async () => {
    const first = stage.desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    stage.surface.saved.add(onlyId());
    expect(await stage.desk.closed(onlyId())).toBe(stage.desk.open[0]);
    expect(stage.desk.open).toHaveLength(1);
    stage.surface.saved.clear();
    expect(await stage.desk.closed(onlyId())).toBeUndefined();
    expect(await first).toMatchObject({ status: 'rejected' });
  });

  it('opens no diff for a text that the file has already, unless it is not saved', async () => {
    expect(await stage.desk.propose(proposal(original), call())).toMatchObject({
      status: 'accepted',
      isUnchanged: true,
    });
    stage.surface.readBase = async () => ({ text: original, eol: '\n', isDirty: true, diskSha256: 'sha' });
    void stage.desk.propose(proposal(original), call());
    await settle();
    expect(stage.desk.open).toHaveLength(1);
  });

  it('says when mixed line endings became one kind', async () => {
    stage.surface.readBase = async () => ({
      text: original,
      eol: '\n',
      isDirty: false,
      diskSha256: 's',
      hasMixedEol: true,
    });
    const outcome = stage.desk.propose(proposal('1\n'), call());
    await settle();
    await stage.desk.accept(onlyId());
    expect(await outcome).toMatchObject({ status: 'accepted', normalisedEol: 'LF' });

    const { apply } = stage.surface;
    stage.surface.apply = async (...args) => ({ ...(await apply.apply(stage.surface, args)), hasKeptEol: true });
    const kept = stage.desk.propose(proposal('2\n'), call());
    await settle();
    await stage.desk.accept(onlyId());
    expect(await kept).not.toHaveProperty('normalisedEol');
  });

  it('keeps no text of a review that was decided', async () => {
    const outcome = stage.desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    const review = stage.desk.find(onlyId());
    await stage.desk.accept(onlyId());
    await outcome;
    expect(review?.isOpen).toBe(false);
    expect(review?.proposed).toBe('');
    expect(review?.base.text).toBeUndefined();
  });

  it('holds so many reviews and no more, and goes on when one is decided', async () => {
    const proposeIn = (name: string) =>
      stage.desk.propose(proposal('new\n', { path: name, shownPath: name, original: undefined }), call());
    for (let n = 0; n < limits.editor.reviewsOpenMax; n += 1) void proposeIn(`/w/${n}`);
    await expect(proposeIn('/w/more')).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
    await settle();
    await expect(proposeIn('/w/more')).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
    await stage.desk.reject(onlyId());
    void proposeIn('/w/more');
    await settle();
    expect(stage.desk.open.at(-1)?.facts.path).toBe('/w/more');
  });

  it('takes a diff that is closed while it opens for a rejection', async () => {
    const show = vi.spyOn(stage.surface, 'show').mockImplementation(async ({ facts }) => {
      await stage.desk.closed(facts.id);
      throw new Error('the file is gone');
    });
    expect(await stage.desk.propose(proposal('new\n'), call())).toEqual({ status: 'rejected' });
    show.mockRestore();
    void stage.desk.propose(proposal('newer\n'), call());
    await settle();
    expect(stage.desk.open).toHaveLength(1);
  });

  it('leaves nothing behind of a review that could not be shown', async () => {
    const show = vi.spyOn(stage.surface, 'show').mockImplementation(async ({ facts, proposed }) => {
      stage.surface.shown.set(facts.id, proposed);
      throw new Error('no room for a diff');
    });
    await expect(stage.desk.propose(proposal('new\n'), call())).rejects.toThrow('no room');
    expect([stage.desk.open, [...stage.surface.shown]]).toEqual([[], []]);
    show.mockRestore();
    void stage.desk.propose(proposal('new\n'), call());
    await settle();
    expect(stage.desk.open).toHaveLength(1);
  });

  it('keeps the line endings of the file, and does not take them for an edit', async () => {
    stage.surface.files.set('/w/a.txt', 'one\r\ntwo\r\n');
    const outcome = stage.desk.propose(proposal('one\n2\n', { original: 'one\r\ntwo\r\n' }), call());
    await settle();
    await stage.desk.accept(onlyId());
    expect(await outcome).not.toHaveProperty('userEdits');
    expect(stage.surface.files.get('/w/a.txt')).toBe('one\r\n2\r\n');
  });

  it('answers conflict when the file left the base, keeps the review, and saves after a second look', async () => {
    const outcome = stage.desk.propose(proposal('1\ntwo\nthree\n'), call());
    await settle();
    const id = onlyId();
    stage.surface.files.set('/w/a.txt', 'one\ntwo\nthree\nfour by the user\n');
    await stage.desk.accept(id);
    expect(await outcome).toEqual({ status: 'conflict', reviewId: id, reason: 'changed' });
    expect(stage.surface.files.get('/w/a.txt')).toContain('four by the user');
    expect(stage.surface.lefts.get(id)).toContain('four by the user');
    const again = stage.desk.resume(id, call());
    stage.surface.shown.set(id, '1\ntwo\nthree\nfour by the user\n');
    await stage.desk.accept(id);
    expect(await again).toMatchObject({ path: '/w/a.txt', outcome: { status: 'accepted' } });
  });

  it('tells progress every 15 s and has no deadline where the agent takes progress', async () => {
    const told: Progress[] = [];
    const outcome = stage.desk.propose(proposal('1\n'), call({ onProgress: (progress) => told.push(progress) }));
    await vi.advanceTimersByTimeAsync(4 * limits.editor.reviewProgressMs + 10);
    expect(told.map(({ progress }) => progress)).toEqual([0, 1, 2, 3, 4]);
    await stage.desk.reject(onlyId());
    expect(await outcome).toEqual({ status: 'rejected' });
  });

  it('answers pending after 50 s to others, and the same call again or the id picks the outcome up', async () => {
    const first = stage.desk.propose(proposal('1\n'), call());
    await vi.advanceTimersByTimeAsync(limits.editor.reviewPendingMs + 10);
    const id = onlyId();
    expect(await first).toEqual({ status: 'pending', reviewId: id });
    expect(stage.desk.open[0]?.agentState).toBe('away');
    const second = stage.desk.propose(proposal('1\n'), call());
    await settle();
    expect(stage.desk.open.map(({ agentState }) => agentState)).toEqual(['waiting']);
    await stage.desk.reject(id, 'not now');
    expect(await second).toEqual({ status: 'rejected', note: 'not now' });
    expect(await stage.desk.resume(id, call())).toMatchObject({ outcome: { status: 'rejected' } });
  });

  it('finds the review of the same call after the file has the change already, with the blocks that failed', async () => {
    const failedBlocks = () => [{ block: 1, error: 'Search block not found', search: 'x' }];
    const controller = new AbortController();
    const gone = stage.desk.propose(
      proposal('1\n', { callKey: 'call', failedBlocks }),
      call({ signal: controller.signal }),
    );
    gone.catch(() => {});
    await settle();
    expect(await stage.desk.again('call', call({ agent: { id: 'other', name: 'other' } }))).toBeUndefined();
    controller.abort();
    await stage.desk.accept(onlyId());
    const found = await stage.desk.again('call', call());
    expect(found).toMatchObject({ path: '/w/a.txt', outcome: { status: 'accepted' }, failedBlocks: failedBlocks() });
    expect(await stage.desk.again('call', call())).toBeUndefined();
  });

  it('keeps a review whose agent left, marked so, and its outcome for whoever comes back', async () => {
    const controller = new AbortController();
    const gone = stage.desk
      .propose(proposal('1\n'), call({ signal: controller.signal }))
      .catch((error: unknown) => error);
    await settle();
    controller.abort('left');
    expect(await gone).toBe('left');
    expect(stage.desk.open.map(({ agentState }) => agentState)).toEqual(['gone']);
    await stage.desk.accept(onlyId());
    expect(stage.surface.files.get('/w/a.txt')).toBe('1\n');
    expect(await stage.desk.propose(proposal('1\n'), call())).toMatchObject({ status: 'accepted' });
  });

  it('tells no other agent of a review', async () => {
    void stage.desk.propose(proposal('1\n'), call());
    await settle();
    expect(await stage.desk.resume(onlyId(), call({ agent: { id: 'other', name: 'other' } }))).toBeUndefined();
  });

  it(verifies('opens a second edit of the file on what the first one left', 'S2-lock-path'), async () => {
    void stage.desk.propose(proposal('1\ntwo\nthree\n'), call());
    const seen: (string | undefined)[] = [];
    const reproposed = (now: string | undefined) => {
      seen.push(now);
      return `${now}four\n`;
    };
    const second = stage.desk.propose(proposal(`${original}four\n`, { reproposed }), call());
    await settle();
    expect(stage.desk.open).toHaveLength(1);
    await stage.desk.accept(onlyId());
    await settle();
    expect(stage.desk.open).toHaveLength(1);
    await stage.desk.accept(onlyId());
    expect(await second).toMatchObject({ status: 'accepted' });
    expect(seen).toEqual(['1\ntwo\nthree\n']);
    expect(stage.surface.files.get('/w/a.txt')).toBe('1\ntwo\nthree\nfour\n');
  });

  it(verifies('has several files under review at once', 'S2-lock-other-paths'), async () => {
    void stage.desk.propose(proposal('1\n'), call());
    void stage.desk.propose(proposal('new', { path: '/w/b.txt', shownPath: 'b.txt', original: undefined }), call());
    await settle();
    expect(stage.desk.open.map(({ facts }) => facts.shownPath)).toEqual(['a.txt', 'b.txt']);
  });

  it('counts a second click while it saves for nothing', async () => {
    let save = () => {};
    stage.surface.beforeSave = new Promise((resolve) => {
      save = resolve;
    });
    const outcome = stage.desk.propose(proposal('1\n'), call());
    await settle();
    const first = stage.desk.accept(onlyId());
    await stage.desk.reject(onlyId());
    expect(await stage.desk.accept(onlyId())).toBeUndefined();
    save();
    await first;
    expect(await outcome).toMatchObject({ status: 'accepted' });
  });

  it(verifies('makes an approved change at once and asks nobody', 'S2-approval-never'), async () => {
    const outcome = stage.desk.propose(proposal('1\n'), call({ isApproved: true }));
    await settle();
    expect(stage.surface.shown.size).toBe(0);
    expect(await outcome).toMatchObject({ status: 'accepted', operation: 'modified' });
    expect(stage.surface.files.get('/w/a.txt')).toBe('1\n');
  });

  it(verifies('says of a new file that it was created', 'S2-write-accepted'), async () => {
    const fresh = proposal('new\n', { path: '/w/b.txt', shownPath: 'b.txt', original: undefined });
    expect(await stage.desk.propose(fresh, call({ isApproved: true }))).toMatchObject({ operation: 'created' });
    expect(stage.surface.files.get('/w/b.txt')).toBe('new\n');
  });

  it('tells whoever waits when the editor closes, and touches no file', async () => {
    const outcome = stage.desk.propose(proposal('1\n'), call()).catch((error: unknown) => error);
    await settle();
    await stage.desk.close();
    await stage.desk.close();
    expect(await outcome).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    expect(stage.surface.shown.size).toBe(0);
    expect(stage.surface.files.get('/w/a.txt')).toBe(original);
  });
});

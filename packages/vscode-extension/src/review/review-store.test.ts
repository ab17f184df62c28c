import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDesk } from '../../../../tests/support/desk-stage.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { OpenReview } from './open-review.ts';
import { ReviewStore } from './review-store.ts';

let folder: string;
let running: number[];
let faults: unknown[];
beforeEach(() => {
  folder = join(temporaryFolder(), 'reviews');
  running = [];
  faults = [];
});

const maxBytes = 4000;
const storeOf = (pid: number) =>
  new ReviewStore({
    folder,
    pid,
    maxBytes,
    isOwner: (owner) => running.includes(owner),
    onFault: (fault) => faults.push(fault),
  });

const id = '6f1f0f6a-7f0e-4a52-9f4c-2f6f6f1c1d11';

function review(proposed = 'new\n', reviewId = id): OpenReview {
  const failedBlocks = () => [{ block: 0, error: 'not found', search: 'x' }];
  return new OpenReview(
    {
      id: reviewId,
      key: 'key',
      path: '/w/a.txt',
      shownPath: 'a.txt',
      title: 'Change',
      agent: { id: 'a', name: 'tester' },
      request: { id: 'call', title: 'Rename to b' },
      failedBlocks,
    },
    { text: 'old\n', eol: '\n', isDirty: true, diskSha256: 'sha', hasMixedEol: false },
    proposed,
  );
}

describe('reviews on disk', () => {
  it('come back in the next process as they were, with what the user typed, and only once', async () => {
    const before = storeOf(1);
    before.keep(review());
    before.keepDraft(id, 'new, and mine\n');
    await before.settled();
    const after = storeOf(2);
    expect(after.take()).toEqual([
      {
        id,
        key: 'key',
        path: '/w/a.txt',
        shownPath: 'a.txt',
        title: 'Change',
        agent: { id: 'a', name: 'tester' },
        request: { id: 'call', title: 'Rename to b' },
        failedBlocks: [{ block: 0, error: 'not found', search: 'x' }],
        base: { text: 'old\n', eol: '\n', isDirty: true, diskSha256: 'sha', hasMixedEol: false },
        proposed: 'new\n',
        draft: 'new, and mine\n',
      },
    ]);
    expect(after.has(id)).toBe(true);
    expect([after.take(), storeOf(3).take()]).toMatchObject([[], [{ id }]]);
    expect(faults).toEqual([]);
  });

  it('are for the user alone', async () => {
    const store = storeOf(1);
    store.keep(review());
    store.keepDraft(id, 'secret\n');
    await store.settled();
    const own = join(folder, '1');
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(readdirSync(own).map((name) => [name, statSync(join(own, name)).mode & 0o777])).toEqual([
      [`${id}.draft`, 0o600],
      [`${id}.json`, 0o600],
    ]);
  });

  it('stay with the process that has them while it runs', async () => {
    running = [1];
    const before = storeOf(1);
    before.keep(review());
    await before.settled();
    const after = storeOf(2);
    expect([after.take(), after.hasOthers, after.has(id)]).toEqual([[], true, true]);
    running = [];
    expect(after.take()).toMatchObject([{ id, draft: 'new\n' }]);
    expect(after.hasOthers).toBe(false);
  });

  it('are gone once they are decided', async () => {
    const store = storeOf(1);
    store.keep(review());
    store.keepDraft(id, 'x');
    store.drop(id);
    store.keepDraft(id, 'too late');
    await store.settled();
    expect(readdirSync(join(folder, '1'))).toEqual([]);
  });

  it('take so much disk space and no more', async () => {
    const store = storeOf(1);
    const half = 'x'.repeat(maxBytes / 2);
    const other = id.replace('6f', '7f');
    store.keep(review(half));
    store.keep(review(half, other));
    await store.settled();
    expect([store.has(id), store.has(other)]).toEqual([true, false]);
    store.drop(id);
    store.keep(review(half, other));
    await store.settled();
    expect(readdirSync(join(folder, '1'))).toEqual([`${other}.json`]);
  });

  it('that are damaged, or named like another place, are left out', () => {
    mkdirSync(join(folder, '1'), { recursive: true });
    writeFileSync(join(folder, '1', `${id}.json`), '{"id":');
    writeFileSync(join(folder, '1', 'x.json'), JSON.stringify({ id: '../../escape' }));
    expect(storeOf(2).take()).toEqual([]);
  });
});

describe('a desk that keeps its reviews', () => {
  let store: ReviewStore;
  const stage = useDesk('one\n', () => {
    store = storeOf(1);
    return { keeper: store };
  });
  const { proposal, call, settle, onlyId } = stage;

  it('has them again after a restart, for the user and for the agent that comes back', async () => {
    const failedBlocks = () => [{ block: 1, error: 'Search block not found', search: 'x' }];
    const lost = stage.desk
      .propose(proposal('1\n', { callKey: 'call', failedBlocks }), call())
      .catch((error: unknown) => error);
    await settle();
    const first = onlyId();
    store.keepDraft(first, 'mine\n');
    await stage.desk.close();
    await store.settled();
    expect(await lost).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    expect(stage.surface.shown.has(first)).toBe(true);

    const [kept] = storeOf(2).take();
    stage.restart();
    const { desk, surface } = stage;
    if (kept !== undefined) await desk.restore(kept);
    expect(desk.open.map(({ facts, agentState }) => [facts.id, agentState])).toEqual([[first, 'gone']]);
    const again = desk.again('call', call({ agent: { id: 'new session', name: 'tester' } }));
    await settle();
    expect(desk.open[0]?.agentState).toBe('waiting');
    expect(surface.shown.get(first)).toBe('mine\n');
    await desk.accept(first);
    expect(await again).toMatchObject({
      outcome: { status: 'accepted', userEdits: expect.stringContaining('+mine') },
      failedBlocks: failedBlocks(),
    });
    expect(surface.files.get('/w/a.txt')).toBe('mine\n');
  });

  it('forgets what was decided, and keeps a conflict', async () => {
    void stage.desk.propose(proposal('1\n'), call());
    await settle();
    const conflicting = onlyId();
    stage.surface.files.set('/w/a.txt', 'by the user\n');
    await stage.desk.accept(conflicting);
    await store.settled();
    const record = JSON.parse(readFileSync(join(folder, '1', `${conflicting}.json`), 'utf8'));
    expect(record).toMatchObject({ conflict: 'changed', base: { text: 'by the user\n' } });
    await stage.desk.reject(conflicting);
    await store.settled();
    expect(readdirSync(join(folder, '1'))).toEqual([]);
  });
});

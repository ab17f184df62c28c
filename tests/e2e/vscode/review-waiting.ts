// What takes its time: agents that wait with and without progress, in line for the same file, or not at all. In the second
// window, so that the minute which it takes passes while other tests go on in the first.
import { limits } from '@sallyport/protocol';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from './editor-agent.ts';
import { type OpenedWorld, openEditorWorld } from './editor-world.ts';
import { fixtures } from './fixtures.ts';

interface Timed {
  readonly answer: Answer;
  /** Seconds. */
  readonly after: number;
}

export interface Waits {
  /** A minute has passed: what every agent heard meanwhile, and what becomes of its review now. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Resolves when all reviews wait. */
export async function beginWaits(): Promise<Waits> {
  const world = await openEditorWorld('second');
  const { person, agent } = world;
  const other = await world.newAgent('impatient');
  await person.openFile('tsconfig.json');
  const told: string[] = [];
  const patient = agent.call(
    'write_file',
    { path: 'notes.txt', content: 'patient\n' },
    { onProgress: (message) => told.push(message), timeoutMs: 300_000 },
  );
  await person.seesReview('notes.txt');
  const inLine = timed(other.call('write_file', { path: 'notes.txt', content: 'second\n' }));
  const withoutProgress = timed(agent.call('write_file', { path: 'diary.txt', content: 'Dear agent,\n' }));
  const leaving = new AbortController();
  const left = other
    .call('write_file', { path: 'greeting.ts', content: '// gone\n' }, { signal: leaving.signal })
    .catch((error: unknown) => error);
  await person.statusItem('3 reviews waiting').waitFor();
  await person.openList();
  leaving.abort();
  await left;
  await person.listed('agent disconnected').waitFor();
  await person.page.locator('.tab-label[aria-label$="agent disconnected"]').waitFor();
  await person.takePicture('reviews-side-by-side');
  return {
    close: () => world.close(),
    async finish() {
      const pending = await withoutProgress;
      await seesPending(world, pending);
      await expectLocked(await inLine);
      expect(told.length).toBeGreaterThanOrEqual(4);
      expect(told[0]).toBe('Waiting for the user to review notes.txt');
      await comesBack(world, String(pending.answer.structured.review_id));
      await decidesForNobody(world);
      await person.statusItem('1 review waiting').waitFor();
      await person.reject();
      expect((await patient).structured).toEqual({ status: 'rejected', path: 'notes.txt' });
      expect(world.read('notes.txt')).toBe(fixtures['notes.txt']);
    },
  };
}

async function timed(call: Promise<Answer>): Promise<Timed> {
  const startedAt = performance.now();
  const answer = await call;
  return { answer, after: (performance.now() - startedAt) / 1000 };
}

async function seesPending({ person }: OpenedWorld, { answer, after }: Timed): Promise<void> {
  expect(answer.structured).toMatchObject({ status: 'pending', path: 'diary.txt' });
  expect(after).toBeGreaterThan(limits.editor.reviewPendingMs / 1000 - 1);
  expect(after).toBeLessThan(60);
  await person.listed('agent will check again').waitFor();
}

async function expectLocked({ answer, after }: Timed): Promise<void> {
  expect(after).toBeGreaterThan(limits.editor.pathLockMs / 1000 - 1);
  expect(answer.isError).toBe(true);
  expect(answer.structured).toMatchObject({
    code: 'ERR_RATE_LIMITED',
    path: 'notes.txt',
    review_id: expect.any(String),
  });
}

/** The same call again meets the review that waits; the id does as well. */
async function comesBack({ person, agent }: OpenedWorld, reviewId: string): Promise<void> {
  const again = agent.call('write_file', { path: 'diary.txt', content: 'Dear agent,\n' });
  await eventually('the agent is back', async () => (await person.listed('agent will check again').count()) === 0);
  await person.openReview('diary.txt');
  await person.accept();
  expect((await again).structured).toMatchObject({ status: 'accepted', path: 'diary.txt' });
  const byId = await agent.call('get_review', { review_id: reviewId });
  expect(byId.structured).toMatchObject({ status: 'accepted', path: 'diary.txt' });
}

/** Nobody waits for this one any more; the user's decision holds all the same. */
async function decidesForNobody(world: OpenedWorld): Promise<void> {
  const { person } = world;
  await person.openReview('greeting.ts');
  await person.accept();
  await eventually('the file is saved', () => world.read('greeting.ts') === '// gone\n');
}

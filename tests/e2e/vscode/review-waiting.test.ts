// What takes its time: agents that wait with and without progress, in line for the same file, or not at all.
import { limits } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { useEditor } from './editor-world.ts';
import { fixtures } from './fixtures.ts';

const world = useEditor();

/** All in one test, since each of these waits is a minute long and they can pass together. */
it(verifies(
  'reviews wait side by side as long as the user does, and every agent hears in time how its own stands',
  'S2-lock-path',
  'S2-lock-other-paths',
  'S2-fail-concurrent-edits',
  'S2-approval-writes',
), async () => {
  const { person, agent } = world;
  const other = await world.newAgent('impatient');
  await person.openFile('tsconfig.json');
  const startedAt = Date.now();
  const seconds = () => (Date.now() - startedAt) / 1000;

  const told: string[] = [];
  const patient = agent.call(
    'write_file',
    { path: 'notes.txt', content: 'patient\n' },
    { onProgress: (message) => told.push(message), timeoutMs: 120_000 },
  );
  await person.seesReview('notes.txt');
  const inLine = other
    .call('write_file', { path: 'notes.txt', content: 'second\n' })
    .then((answer) => ({ answer, after: seconds() }));
  const pendingSince = seconds();
  const withoutProgress = agent
    .call('write_file', { path: 'diary.txt', content: 'Dear agent,\n' })
    .then((answer) => ({ answer, after: seconds() - pendingSince }));
  const leaving = new AbortController();
  const left = other
    .call('write_file', { path: 'greeting.ts', content: '// gone\n' }, { signal: leaving.signal })
    .catch((error: unknown) => error);
  await person.statusItem('3 reviews waiting').waitFor();
  await person.activity('Sallyport').click();
  leaving.abort();
  await left;
  await person.listed('agent gone').waitFor();
  await person.takePicture('reviews-side-by-side');

  const pending = await withoutProgress;
  expect(pending.answer.structured).toMatchObject({ status: 'pending', path: 'diary.txt' });
  expect(pending.after).toBeGreaterThan(limits.editor.reviewPendingMs / 1000 - 1);
  expect(pending.after).toBeLessThan(60);
  await person.listed('agent will ask again').waitFor();

  const { answer, after } = await inLine;
  expect(after).toBeGreaterThan(limits.editor.pathLockMs / 1000 - 1);
  expect(answer.isError).toBe(true);
  expect(answer.structured).toMatchObject({
    code: 'ERR_RATE_LIMITED',
    path: 'notes.txt',
    review_id: expect.any(String),
  });
  expect(told.length).toBeGreaterThanOrEqual(4);
  expect(told[0]).toBe('Waiting for the user to review notes.txt');

  // The same call again meets the review that waits; the id does as well.
  const again = agent.call('write_file', { path: 'diary.txt', content: 'Dear agent,\n' });
  await eventually('the agent is back', async () => (await person.listed('agent will ask again').count()) === 0);
  await person.listed('diary.txt').click();
  await person.isInReview('diary.txt');
  await person.press('Control+Alt+Enter');
  expect((await again).structured).toMatchObject({ status: 'accepted', path: 'diary.txt' });
  const byId = await agent.call('get_review', { review_id: pending.answer.structured.review_id });
  expect(byId.structured).toMatchObject({ status: 'accepted', path: 'diary.txt' });

  // Nobody waits for this one any more; the user's decision holds all the same.
  await person.listed('greeting.ts').click();
  await person.isInReview('greeting.ts');
  await person.press('Control+Alt+Enter');
  await eventually('the file is saved', () => world.read('greeting.ts') === '// gone\n');
  await person.statusItem('1 review waiting').waitFor();
  await person.press('Control+Alt+Backspace');
  expect((await patient).structured).toEqual({ status: 'rejected', path: 'notes.txt' });
  expect(world.read('notes.txt')).toBe(fixtures['notes.txt']);
}, 110_000);

// What needs no review by the user's own rule, and what needs a question instead: deleting and moving.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { useEditor } from './editor-world.ts';

const world = useEditor();

it('a rule accepts the next edits of this session of an agent, until the user takes it back', async () => {
  const { person, agent } = world;
  const first = agent.call('write_file', { path: 'notes.txt', content: 'first\n' });
  await person.seesReview('notes.txt');
  await person.runCommand("Sallyport: Accept Change and Allow This Agent's Edits in a Folder…");
  await person.choose('workspace/');
  expect((await first).structured).toMatchObject({ status: 'accepted' });
  const second = await agent.call('write_file', { path: 'notes.txt', content: 'second\n' });
  expect(second.structured).toMatchObject({ status: 'accepted' });
  expect(world.read('notes.txt')).toBe('second\n');
  await person.statusItem('By your rule').waitFor();
  const other = await world.newAgent('other');
  const asked = other.call('write_file', { path: 'diary.txt', content: 'by another\n' });
  await person.seesReview('diary.txt');
  await person.reject();
  expect((await asked).structured).toMatchObject({ status: 'rejected' });
  // What is typed until then still goes into the diff.
  await person.tab('diary.txt ← ').waitFor({ state: 'hidden' });
  await person.runCommand('Sallyport: Forget Remembered Commands and Edit Rules');
  const third = agent.call('write_file', { path: 'notes.txt', content: 'third\n' });
  await person.seesReview('notes.txt');
  await person.reject();
  expect((await third).structured).toMatchObject({ status: 'rejected' });
});

it('deleting and moving wait for an answer, and open editors follow', async () => {
  const { person, agent } = world;
  await person.openFile('diary.txt');
  // By another name: VS Code offers files that were open first, also when they are gone.
  const moved = agent.call('move_file', { path: 'diary.txt', new_path: 'old/letter.txt' });
  await person.answerQuestion('Move');
  expect((await moved).structured).toMatchObject({
    status: 'accepted',
    operation: 'moved',
    new_path: 'old/letter.txt',
  });
  expect(world.read('old/letter.txt')).toBe('Dear diary,\n');
  expect(await person.tabTitles()).toEqual(['letter.txt']);
  const kept = agent.call('delete_file', { path: 'notes.txt' });
  await person.answerQuestion('Reject');
  expect((await kept).structured).toMatchObject({ status: 'rejected', path: 'notes.txt' });
  expect(existsSync(join(world.workspace, 'notes.txt'))).toBe(true);
  const deleted = agent.call('delete_file', { path: 'notes.txt' });
  await person.seesQuestion();
  await person.takePicture('question-to-delete');
  await person.answerQuestion('Delete');
  expect((await deleted).structured).toMatchObject({ status: 'accepted', operation: 'deleted' });
  await eventually('it is gone', () => !existsSync(join(world.workspace, 'notes.txt')));
});

// What the user is told about an agent's calls: reads that the mode `always` asks about, and blocks that were left out.
import { expect, it } from 'vitest';
import { useEditor } from '../../e2e/vscode/editor-world.ts';
import { block } from '../../e2e/vscode/search-block.ts';
import { changeSettings } from '../../e2e/vscode/settings.ts';

const world = useEditor();

it('the mode always asks before code actions are listed, which reads the file', async () => {
  const { person, agent } = world;
  await changeSettings({ 'sallyport.approvalMode': 'always' });
  const listed = agent.call('code_actions', { path: 'greeting.ts', line: 1 });
  await person.answerQuestion('Reject');
  expect(await listed).toMatchObject({ isError: true, structured: { code: 'ERR_PERMISSION_DENIED' } });
});

it('blocks that match nowhere are counted in the list of reviews', async () => {
  const { person, agent } = world;
  const diff = [block('nowhere', 'x'), block('two', '2'), block('nor here', 'y')].join('\n');
  const answer = agent.call('apply_diff', { path: 'notes.txt', diff });
  await person.seesReview('notes.txt');
  await person.openList();
  await person.listed('2 blocks did not match').waitFor();
  await person.reject();
  expect((await answer).structured).toMatchObject({ status: 'rejected', partial: true, failed_blocks: [0, 2] });
});

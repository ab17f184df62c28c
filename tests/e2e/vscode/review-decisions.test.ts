// What a person decides about a change, by every control there is, in a real VS Code.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { useEditor } from './editor-world.ts';
import { fixtures } from './fixtures.ts';
import { block } from './search-block.ts';

const world = useEditor();
const notes = fixtures['notes.txt'] ?? '';
const proposed = notes.replace('two', '2').replace('nine', '9');

/** The agent asks for the change of two lines; resolves once the diff is there. */
async function proposeNotes() {
  const answer = world.agent.call('write_file', { path: 'notes.txt', content: proposed });
  await world.person.seesReview('notes.txt');
  return { answer };
}

describe('a change that the user accepts', () => {
  it(
    verifies(
      'is saved with what they edited on the right side, and the answer tells them apart',
      'S2-verify-09-write-accept',
      'S2-write-params',
      'S2-write-review',
      'S2-write-accepted',
      'S2-write-operation',
      'S2-write-user-edits',
      'S2-open-diff',
      'S2-save-edited',
      'S2-save-final',
      'S2-save-views',
      'S2-approval-writes',
    ),
    async () => {
      const { person, agent } = world;
      await person.openFile('diary.txt');
      const { answer } = await proposeNotes();
      expect(world.read('notes.txt')).toBe(notes);
      // The user is in another file, and still sees how to decide.
      await person.page.locator('.editor-group-container.active .tab.active', { hasText: 'diary.txt' }).waitFor();
      await person.titleButton('Accept Change').waitFor();
      await person.titleButton('Reject Change').waitFor();
      await person.proposedLine('three').click();
      await person.press('End');
      await person.type(' and more');
      await person.titleButton('Accept Change').waitFor();
      await person.takePicture('review-edited-by-hand');
      await person.titleButton('Accept Change').click();
      const final = proposed.replace('three', 'three and more');
      const { isError, structured } = await answer;
      expect(world.read('notes.txt')).toBe(final);
      expect({ isError, ...structured }).toMatchObject({
        isError: false,
        status: 'accepted',
        path: 'notes.txt',
        operation: 'modified',
        user_edits: expect.stringContaining('-three\n+three and more\n'),
        final_content_sha256: createHash('sha256').update(final).digest('hex'),
      });
      expect(structured).not.toHaveProperty('format_edits');
      await eventually('the file is shown where the diff was', async () => {
        const titles = await person.tabTitles();
        return titles.length === 2 && titles[1] === 'notes.txt';
      });
      await person.takePicture('review-accepted');
      const unchanged = agent.call('write_file', { path: 'greeting.ts', content: '// whole\n' });
      await person.seesReview('greeting.ts');
      await person.accept();
      expect((await unchanged).structured).not.toHaveProperty('user_edits');
    },
  );

  it(
    verifies(
      'may be an apply_diff, block by block on the result of the one before',
      'S2-verify-11-apply-diff',
      'S2-diff-params',
      'S2-diff-blocks',
      'S2-diff-sequential',
      'S2-diff-responses',
    ),
    async () => {
      const { person, agent } = world;
      const diff = [block('two', 'zwei'), block('zwei\nthree', 'zwei\ndrei')].join('\n');
      const answer = agent.call('apply_diff', { path: 'notes.txt', diff });
      await person.seesReview('notes.txt');
      await person.proposedLine('drei').waitFor();
      await person.accept();
      expect((await answer).structured).toMatchObject({ status: 'accepted', path: 'notes.txt', operation: 'modified' });
      expect(world.read('notes.txt')).toBe(notes.replace('two\nthree', 'zwei\ndrei'));
    },
  );

  it(
    verifies('is accepted in part when hunks were taken back with their arrows before', 'S2-write-user-edits'),
    async () => {
      const { person } = world;
      const { answer } = await proposeNotes();
      await person.revertHunk('9', 'nine');
      await person.takePicture('review-hunk-reverted');
      await person.accept();
      const { structured } = await answer;
      expect(structured).toMatchObject({ status: 'accepted', reverted_hunks: 1 });
      expect(structured.user_edits).toContain('-9\n+nine\n');
      expect(world.read('notes.txt')).toBe(notes.replace('two', '2'));
    },
  );

  it(verifies('may be answered from the notification', 'S2-decision-question'), async () => {
    const { person } = world;
    const { answer } = await proposeNotes();
    await person.page.locator('.notifications-toasts', { hasText: 'Review changes to notes.txt' }).waitFor();
    await person.toastButton('Reject').waitFor();
    await person.toastButton('Accept').click();
    expect((await answer).structured).toMatchObject({ status: 'accepted' });
  });

  it(
    verifies('creates a file with the folders it needs, and nothing before', 'S2-write-operation', 'S2-open-new-file'),
    async () => {
      const { person, agent, workspace } = world;
      const answer = agent.call('write_file', { path: 'deep/er/new.txt', content: 'first\r\nsecond\r\n' });
      await person.seesReview('new.txt');
      expect(existsSync(join(workspace, 'deep'))).toBe(false);
      await person.accept();
      expect((await answer).structured).toMatchObject({ status: 'accepted', operation: 'created' });
      expect(world.read('deep/er/new.txt')).toBe('first\r\nsecond\r\n');
    },
  );
});

describe('a change that the user rejects', () => {
  it(
    verifies(
      'leaves the file as it was, in the editor and on disk',
      'S2-verify-10-write-reject',
      'S2-write-rejected',
      'S2-revert-existing',
    ),
    async () => {
      const { person } = world;
      await person.openFile('notes.txt');
      const { answer } = await proposeNotes();
      await person.proposedLine('three').click();
      await person.type('never seen');
      await person.titleButton('Reject Change').click();
      const { isError, structured } = await answer;
      expect({ isError, structured }).toEqual({
        isError: false,
        structured: { status: 'rejected', path: 'notes.txt' },
      });
      expect(world.read('notes.txt')).toBe(notes);
      expect(await person.page.locator('.monaco-dialog-box').count()).toBe(0);
      await person.diff.waitFor({ state: 'hidden' });
      expect(await person.tabTitles()).toEqual(['notes.txt']);
    },
  );

  it(verifies('leaves nothing of a new file or its folders', 'S2-revert-new'), async () => {
    const { person, agent, workspace } = world;
    const answer = agent.call('write_file', { path: 'deep/er/new.txt', content: 'text' });
    await person.seesReview('new.txt');
    await person.reject();
    expect((await answer).structured).toMatchObject({ status: 'rejected', path: 'deep/er/new.txt' });
    expect(existsSync(join(workspace, 'deep'))).toBe(false);
  });

  it(
    verifies(
      'by closing the diff, while looking at another tab or moving it decides nothing',
      'S2-decision-close',
      'S2-fail-closed-diff',
    ),
    async () => {
      const { person } = world;
      await person.openFile('diary.txt');
      const { answer } = await proposeNotes();
      await person.tab('notes.txt ← tester').click();
      await person.openFile('greeting.ts');
      await person.diff.waitFor({ state: 'hidden' });
      await person.tab('notes.txt ← tester').click();
      await person.runCommand('View: Move Editor into Previous Group');
      await eventually('the diff moved', async () => (await person.tabTitles()).indexOf('notes.txt ← tester') === 1);
      await person.runCommand('View: Split Editor Right');
      await eventually('two tabs show it', async () => {
        return (await person.tabTitles()).filter((title) => title === 'notes.txt ← tester').length === 2;
      });
      await person.closeTab('notes.txt ← tester');
      await person.statusItem('1 review waiting').waitFor();
      await person.closeTab('notes.txt ← tester');
      expect((await answer).structured).toEqual({ status: 'rejected', path: 'notes.txt' });
      expect(world.read('notes.txt')).toBe(notes);
    },
  );
});

it(
  verifies('a review has the original on its left side, for reading only, under our scheme', 'S2-diff-scheme'),
  async () => {
    const { person } = world;
    const { answer } = await proposeNotes();
    const left = person.page.locator('.monaco-diff-editor .editor.original');
    const uri = await left.locator('.monaco-editor').first().getAttribute('data-uri');
    expect(uri).toMatch(/^sallyport-diff:\/\/original\..*\/notes\.txt$/);
    await left.locator('.view-line').filter({ hasText: 'five' }).click();
    await person.type('x');
    await person.page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
    await person.reject();
    expect((await answer).structured).toMatchObject({ status: 'rejected' });
  },
);

describe('the lasting controls', () => {
  it('show every review that waits, open it, and take a note to the agent', async () => {
    const { person, agent } = world;
    const first = await proposeNotes();
    const second = agent.call('write_file', { path: 'diary.txt', content: 'Dear agent,\n' });
    await person.statusItem('2 reviews waiting').waitFor();
    await person.openList();
    await person.listed('notes.txt').waitFor();
    await person.listed('diary.txt').hover();
    await person.takePicture('review-list');
    await person.statusItem('2 reviews waiting').click();
    await person.choose('notes.txt');
    await person.isInReview('notes.txt');
    await person.runCommand('Sallyport: Reject Change with a Note to the Agent');
    await person.answerInput('Reject the change to notes.txt', 'Please keep the words.');
    expect((await first.answer).structured).toEqual({
      status: 'rejected',
      path: 'notes.txt',
      note: 'Please keep the words.',
    });
    await person.statusItem('1 review waiting').waitFor();
    await person.runCommand('Sallyport: Accept Change with a Note to the Agent');
    await person.answerInput('Accept the change to diary.txt', 'Thank you.');
    expect((await second).structured).toMatchObject({ status: 'accepted', note: 'Thank you.' });
    await person.statusItem('waiting').waitFor({ state: 'hidden' });
  });
});

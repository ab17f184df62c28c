// What a review never does to the user's text: lose it, overwrite it, or change how it is stored.
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { useEditor } from './editor-world.ts';
import { fixtures } from './fixtures.ts';
import { beginWaits, type Waits } from './review-waiting.ts';
import { block } from './search-block.ts';

const world = useEditor();
let waits: Waits | undefined;

beforeAll(async () => {
  waits = await beginWaits();
}, 120_000);
afterAll(() => waits?.close());

const notes = fixtures['notes.txt'] ?? '';

describe('unsaved text of the user', () => {
  it(verifies('is the base of a review, saved with it and not before', 'S2-open-dirty', 'S2-open-tabs'), async () => {
    const { person, agent } = world;
    await person.openFile('notes.txt');
    await person.type('unsaved ');
    await eventually('the agent reads it too', async () => {
      return (await agent.call('read_file', { path: 'notes.txt' })).text.includes('unsaved one');
    });
    const answer = agent.call('apply_diff', { path: 'notes.txt', diff: block('unsaved one\ntwo', 'unsaved one\n2') });
    await person.seesReview('notes.txt');
    expect(world.read('notes.txt')).toBe(notes);
    await person.takePicture('review-of-unsaved-text');
    await person.accept();
    expect((await answer).structured).toMatchObject({ status: 'accepted' });
    expect(world.read('notes.txt')).toBe(`unsaved ${notes.replace('two', '2')}`);
  });

  it(
    verifies('stays as it is, unsaved, when the change is rejected', 'S2-open-dirty', 'S2-revert-existing'),
    async () => {
      const { person, agent } = world;
      await person.openFile('notes.txt');
      await person.type('unsaved ');
      const answer = agent.call('write_file', { path: 'notes.txt', content: 'all new\n' });
      await person.seesReview('notes.txt');
      await person.reject();
      expect((await answer).structured).toMatchObject({ status: 'rejected' });
      await person.diff.waitFor({ state: 'hidden' });
      expect(world.read('notes.txt')).toBe(notes);
      expect(await person.tabTitles()).toEqual(['notes.txt']);
      await person.press('Control+s');
      await eventually('the text is saved', () => world.read('notes.txt') === `unsaved ${notes}`);
    },
  );

  it(
    verifies('typed while the review waits makes a conflict, and the review stays for a second look', 'S2-save-edited'),
    async () => {
      const { person, agent } = world;
      await person.openFile('notes.txt');
      const answer = agent.call('write_file', { path: 'notes.txt', content: notes.replace('two', '2') });
      await person.seesReview('notes.txt');
      await person.type('mine ');
      await person.accept();
      const { structured, isError } = await answer;
      expect({ isError, ...structured }).toMatchObject({ isError: false, status: 'conflict', path: 'notes.txt' });
      expect(world.read('notes.txt')).toBe(notes);
      await person.page.locator('.notifications-toasts', { hasText: 'was not saved' }).waitFor();
      await person.page.locator('.notifications-toasts .monaco-button', { hasText: 'Show Review' }).waitFor();
      // Beside the text the diff is narrow and drawn in one column: what Accept would take away is in its right side.
      await person.page.locator('.monaco-diff-editor .editor.modified', { hasText: 'mine one' }).waitFor();
      await person.takePicture('review-conflict');
      const picked = agent.call('get_review', { review_id: structured.review_id });
      await person.tab('notes.txt ← ').click();
      await person.isInReview('notes.txt');
      await person.proposedLine('one').click();
      await person.press('Home');
      await person.type('mine ');
      await person.accept();
      expect((await picked).structured).toMatchObject({ status: 'accepted', path: 'notes.txt' });
      expect(world.read('notes.txt')).toBe(`mine ${notes.replace('two', '2')}`);
    },
  );

  it('is found where the same file is open by two names', async () => {
    const { person, agent } = world;
    symlinkSync('notes.txt', join(world.workspace, 'alias.txt'));
    await person.openFile('notes.txt');
    await person.openFile('alias.txt');
    await person.type('unsaved ');
    const read = () => agent.call('read_file', { path: 'notes.txt' });
    // What was typed reaches extensions letter by letter.
    await eventually('the agent reads all of it', async () => (await read()).text.includes('unsaved one'));
    expect((await read()).structured.unsaved).toBe(true);
    const answer = agent.call('apply_diff', { path: 'notes.txt', diff: block('unsaved one\ntwo', 'unsaved one\n2') });
    await person.seesReview('notes.txt');
    await person.accept();
    expect((await answer).structured).toMatchObject({ status: 'accepted' });
    expect(world.read('notes.txt')).toBe(`unsaved ${notes.replace('two', '2')}`);
  });

  it('on disk, written by another program meanwhile, makes a conflict too', async () => {
    const { person, agent } = world;
    const answer = agent.call('write_file', { path: 'notes.txt', content: 'all new\n' });
    await person.seesReview('notes.txt');
    world.write('notes.txt', 'written by another program\n');
    await person.accept();
    expect((await answer).structured).toMatchObject({ status: 'conflict' });
    expect(world.read('notes.txt')).toBe('written by another program\n');
  });

  it('outside of the workspace is not reached by a folder that becomes a link under a review', async () => {
    const { person, agent } = world;
    world.write('folder/inner.txt', 'inside\n');
    const answer = agent.call('write_file', { path: 'folder/new.txt', content: 'escaped\n' });
    await person.seesReview('new.txt');
    rmSync(join(world.workspace, 'folder'), { recursive: true });
    symlinkSync(world.home, join(world.workspace, 'folder'));
    await person.accept();
    expect((await answer).structured).toMatchObject({ status: 'conflict', reason: expect.stringContaining('link') });
    expect(existsSync(join(world.home, 'new.txt'))).toBe(false);
  });

  it(
    verifies('loses not one character while reviews of other files open and close', 'S2-approval-writes'),
    async () => {
      const { person, agent } = world;
      const text = 'The quick brown fox jumps over the lazy dog while reviews come and go. '.repeat(4);
      await person.openFile('diary.txt');
      const typing = person.type(text, 35);
      for (const round of [1, 2, 3, 4]) {
        const answer = agent.call('write_file', { path: 'notes.txt', content: `round ${round}\n` });
        const toast = '.notifications-toasts .notification-list-item';
        await person.page.locator(toast, { hasText: 'Review changes to notes.txt' }).first().waitFor();
        // Its links are Accept and Reject.
        await person.clickFromAfar(`${toast} a:${round % 2 === 0 ? 'first' : 'last'}-of-type`);
        await answer;
        // Gone with its review, so that the next round does not meet it.
        await person.page.locator(toast, { hasText: 'Review changes to' }).first().waitFor({ state: 'hidden' });
      }
      await typing;
      await person.press('Control+s');
      await eventually('the diary has every character', () => world.read('diary.txt') === `${text}Dear diary,\n`);
    },
  );
});

it('a key for the Find widget decides nothing about a change of another file', async () => {
  const { person, agent } = world;
  await person.openFile('diary.txt');
  const answer = agent.call('write_file', { path: 'notes.txt', content: 'kept waiting\n' });
  await person.seesReview('notes.txt');
  await person.press('Control+h');
  await person.page.locator('.find-widget.visible.replaceToggled').waitFor();
  await person.type('Dear');
  await person.press('Tab');
  await person.type('My');
  await person.press('Control+Alt+Enter');
  await eventually('all are replaced', async () =>
    (await agent.call('read_file', { path: 'diary.txt' })).text.includes('My diary'),
  );
  await person.statusItem('1 review waiting').waitFor();
  expect(world.read('notes.txt')).toBe(notes);
  await person.press('Escape');
  await person.reject();
  expect((await answer).structured).toMatchObject({ status: 'rejected' });
});

describe('the form of a file', () => {
  it(verifies('keeps CRLF and the byte order mark', 'S2-save-eol'), async () => {
    const { person, agent } = world;
    world.write('windows.txt', '\uFEFFone\r\ntwo\r\nthree\r\n');
    const answer = agent.call('apply_diff', { path: 'windows.txt', diff: block('one\ntwo', 'one\n2') });
    await person.seesReview('windows.txt');
    await person.accept();
    const { structured } = await answer;
    expect(structured).toMatchObject({ status: 'accepted' });
    expect(structured).not.toHaveProperty('user_edits');
    expect(structured).not.toHaveProperty('format_edits');
    expect(world.read('windows.txt')).toBe('\uFEFFone\r\n2\r\nthree\r\n');
  });

  it('keeps an encoding that is not UTF-8, also through the diff', async () => {
    const { person, agent } = world;
    world.write('paper.tex', Buffer.from('Ärger\nzwei\n', 'latin1'));
    const answer = agent.call('apply_diff', { path: 'paper.tex', diff: block('zwei', 'Übermut') });
    await person.seesReview('paper.tex');
    await person.proposedLine('Übermut').waitFor();
    await person.accept();
    expect((await answer).structured).toMatchObject({ status: 'accepted' });
    expect(world.readBytes('paper.tex')).toEqual(Buffer.from('Ärger\nÜbermut\n', 'latin1'));
    // Of other names VS Code takes it for UTF-8: a save would put other bytes in the place of those it cannot read.
    world.write('paper.txt', Buffer.from('Ärger\nzwei\n', 'latin1'));
    const garbled = await agent.call('apply_diff', { path: 'paper.txt', diff: block('zwei', 'drei') });
    expect(garbled).toMatchObject({ isError: true, structured: { error: expect.stringContaining('not valid utf8') } });
    expect(world.readBytes('paper.txt')).toEqual(Buffer.from('Ärger\nzwei\n', 'latin1'));
    world.write('wide.txt', Buffer.from('\uFEFFeins\r\nzwei\r\n', 'utf16le'));
    const wide = agent.call('apply_diff', { path: 'wide.txt', diff: block('zwei', 'drei') });
    await person.seesReview('wide.txt');
    await person.accept();
    expect((await wide).structured).toMatchObject({ status: 'accepted' });
    expect(world.readBytes('wide.txt')).toEqual(Buffer.from('\uFEFFeins\r\ndrei\r\n', 'utf16le'));
  });

  it('is cells for a notebook, whose review is one like any other', async () => {
    const { person, agent } = world;
    const cells = [{ cell_type: 'code', source: 'print(1)', metadata: {}, outputs: [], execution_count: null }];
    world.write('book.ipynb', JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const propose = () =>
      agent.call('write_file', { path: 'book.ipynb', content: world.read('book.ipynb').replace('(1)', '(2)') });
    const closed = propose();
    await person.tab('book.ipynb ← ').waitFor();
    await person.closeTab('book.ipynb ← ');
    expect((await closed).structured).toMatchObject({ status: 'rejected' });
    const accepted = propose();
    await person.page.locator('.notebook-text-diff-editor', { hasText: 'print(2)' }).waitFor();
    await person.page
      .locator('.notebook-text-diff-editor .editor.modified .view-line', { hasText: 'print(2)' })
      .click();
    await person.press('End');
    await person.type(' # mine');
    await person.takePicture('review-of-a-notebook');
    await person.accept();
    expect((await accepted).structured).toMatchObject({
      status: 'accepted',
      user_edits: expect.stringContaining('print(2) # mine'),
    });
    expect(world.read('book.ipynb')).toContain('print(2) # mine');
    await person.tab('book.ipynb ← ').waitFor({ state: 'hidden' });
  });

  it(
    verifies(
      'is given by the formatter at save, told apart from the edits of the user',
      'S2-verify-13-format',
      'S2-save-format',
    ),
    async () => {
      const { person, agent } = world;
      const answer = agent.call('write_file', { path: 'greeting.ts', content: 'export   const  answer=  42\n' });
      await person.seesReview('greeting.ts');
      await person.accept();
      const { structured } = await answer;
      expect(world.read('greeting.ts')).toBe('export const answer = 42\n');
      expect(structured.format_edits).toContain('-export   const  answer=  42\n+export const answer = 42\n');
      expect(structured).not.toHaveProperty('user_edits');
    },
  );

  it('is never touched by autosave, which keeps the draft in memory', async () => {
    const { person, agent } = world;
    await person.runCommand('File: Toggle Auto Save');
    onTestFinished(() => person.runCommand('File: Toggle Auto Save'));
    const answer = agent.call('write_file', { path: 'greeting.ts', content: 'export   const  a =  1\n' });
    await person.seesReview('greeting.ts');
    await person.proposedLine('export').click();
    await person.press('End');
    await person.type('; // mine');
    await eventually('the draft is saved', async () => (await person.page.locator('.tab.dirty').count()) === 0);
    expect(world.read('greeting.ts')).toBe(fixtures['greeting.ts']);
    await person.accept();
    expect((await answer).structured.user_edits).toContain('+export   const  a =  1; // mine');
  });

  it('of a draft is not changed by Ctrl+S, and neither is the file; Save at closing keeps the review', async () => {
    const { person, agent } = world;
    const answer = agent.call('write_file', { path: 'greeting.ts', content: 'export   const  a =  1\n' });
    await person.seesReview('greeting.ts');
    await person.proposedLine('export').click();
    await person.press('End');
    await person.type(';');
    const dirty = person.page.locator('.tab.dirty');
    await eventually('what was typed is in the draft', async () => (await dirty.count()) === 1);
    await person.press('Control+s');
    await eventually('the draft is saved', async () => (await dirty.count()) === 0);
    await person.statusItem('Your edits of the change are kept').waitFor();
    const drawn = (await person.proposedLine('export').innerText()).replaceAll('\u00a0', ' ');
    expect(drawn.trimEnd()).toBe('export   const  a =  1;');
    expect(world.read('greeting.ts')).toBe(fixtures['greeting.ts']);
    await person.type(' // mine');
    await eventually('more was typed', async () => (await dirty.count()) === 1);
    await person.closeTab('greeting.ts ← ');
    await person.dialogButton(/^Save$/).click();
    await person.statusItem('Your edits are kept').waitFor();
    expect(await person.tabTitles()).toEqual([]);
    await person.statusItem('1 review waiting').click();
    await person.proposedLine('// mine').waitFor();
    await person.accept();
    expect((await answer).structured.user_edits).toMatch(/^\+export +const +a = +1; \/\/ mine$/m);
  });
});

it(verifies(
  'reviews of another window waited side by side meanwhile, and every agent heard in time how its own stands',
  'S2-lock-path',
  'S2-lock-other-paths',
  'S2-fail-concurrent-edits',
  'S2-approval-writes',
), async () => {
  await waits?.finish();
  expect(waits).toBeDefined();
}, 110_000);

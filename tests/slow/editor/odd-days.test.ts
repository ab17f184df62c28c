// What goes wrong around a question or a review on an odd day: agents that change their mind, files that vanish or cannot be
// written, windows that reload, and a user who closes things in the middle.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@sallyport/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useEditor } from '../../e2e/vscode/editor-world.ts';
import { fixtures } from '../../e2e/vscode/fixtures.ts';
import { block } from '../../e2e/vscode/search-block.ts';
import { eventually } from '../../support/eventually.ts';

const world = useEditor();
const notes = fixtures['notes.txt'] ?? '';

/** Root may write whatever its mode says, but not what is immutable. */
function lock(file: string): () => void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chattr', ['+i', file]);
  else chmodSync(file, 0o444);
  return () => void (isRoot ? execFileSync('chattr', ['-i', file]) : chmodSync(file, 0o644));
}

describe('an agent that cancels its call', () => {
  it('may edit the same file at once, and only the newer change can be accepted', async () => {
    const { person, agent } = world;
    const leaving = new AbortController();
    const cancelled = agent
      .call('write_file', { path: 'notes.txt', content: 'withdrawn\n' }, { signal: leaving.signal })
      .catch((error: unknown) => error);
    await person.seesReview('notes.txt');
    leaving.abort();
    await cancelled;
    await person.page.locator('.tab-label[aria-label$="agent disconnected"]').waitFor();
    const startedAt = Date.now();
    const next = agent.call('write_file', { path: 'notes.txt', content: 'newer\n' });
    await person.proposedLine('newer').waitFor();
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    await person.statusItem('1 review waiting').waitFor();
    expect((await person.tabTitles()).filter((title) => title.startsWith('notes.txt ←'))).toHaveLength(1);
    await person.accept();
    expect((await next).structured).toMatchObject({ status: 'accepted' });
    expect(world.read('notes.txt')).toBe('newer\n');
  });

  it('finds its review again in a new session', async () => {
    const { person } = world;
    const change = { path: 'notes.txt', content: 'from before\n' };
    const before = await world.newAgent('returning');
    void before.call('write_file', change);
    await person.seesReview('notes.txt');
    await before.close();
    await person.page.locator('.tab-label[aria-label$="agent disconnected"]').waitFor();
    const after = await world.newAgent('returning');
    const found = after.call('write_file', change);
    await person.page.locator('.tab-label[aria-label$="agent disconnected"]').waitFor({ state: 'hidden' });
    await person.accept();
    expect((await found).structured).toMatchObject({ status: 'accepted' });
  });
});

describe('a file under review', () => {
  it('that is deleted meanwhile is not written unasked, and a second Accept makes it anew', async () => {
    const { person, agent } = world;
    const answer = agent.call('write_file', { path: 'notes.txt', content: 'new text\n' });
    await person.seesReview('notes.txt');
    rmSync(join(world.workspace, 'notes.txt'));
    await person.accept();
    const { structured } = await answer;
    expect(structured).toMatchObject({ status: 'conflict', reason: expect.stringContaining('deleted') });
    expect(existsSync(join(world.workspace, 'notes.txt'))).toBe(false);
    await person.page.locator('.notifications-toasts', { hasText: 'was not saved' }).waitFor();
    await person.takePicture('review-of-a-deleted-file');
    const again = agent.call('get_review', { review_id: structured.review_id });
    await person.accept();
    expect((await again).structured).toMatchObject({ status: 'accepted', operation: 'created' });
    expect(world.read('notes.txt')).toBe('new text\n');
  });

  it('that becomes write-protected is told in the words of the system, and Accept works once it is not', async () => {
    const { person, agent } = world;
    const answer = agent.call('write_file', { path: 'notes.txt', content: 'new text\n' });
    await person.seesReview('notes.txt');
    const unlock = lock(join(world.workspace, 'notes.txt'));
    onTestFinished(() => unlock());
    await person.accept();
    const { structured } = await answer;
    expect(structured).toMatchObject({ status: 'conflict', reason: expect.stringMatching(/E(?:PERM|ACCES)/) });
    expect(world.read('notes.txt')).toBe(notes);
    await person.takePicture('review-of-a-locked-file');
    // The user's own buffer is not left changed.
    expect(await person.page.locator('.tab.dirty').count()).toBe(0);
    unlock();
    const again = agent.call('get_review', { review_id: structured.review_id });
    await person.accept();
    expect((await again).structured).toMatchObject({ status: 'accepted' });
    expect(world.read('notes.txt')).toBe('new text\n');
  });
});

describe('a question', () => {
  it('about a very long command is rejected at its head, and shows what is invisible', async () => {
    const { person, agent, workspace } = world;
    const command = `echo "zero\u200bwidth"; ${'echo many words of a long command; '.repeat(150)}touch ran.txt`;
    const called = agent.call('execute_command', { command });
    await person.seesQuestion();
    const head = person.page.locator('.pane .monaco-list-row[aria-level="1"]', { hasText: 'wants to run' }).first();
    expect((await person.questionRows.allInnerTexts()).join('')).toContain('‹U+200B›');
    // A screen reader is told all of it.
    expect(await head.getAttribute('aria-label')).toContain('touch ran.txt');
    await person.takePicture('question-about-a-long-command');
    await eventually('it is rejected', async () => {
      if ((await person.questionCount()) === 0) return true;
      // Answers that come too soon do not count.
      await head.hover({ timeout: 1000 }).catch(() => {});
      const button = head.locator('.action-label[aria-label^="Reject"]');
      await button.click({ timeout: 1000 }).catch(() => {});
      return false;
    });
    expect((await called).structured).toMatchObject({ status: 'rejected' });
    expect(existsSync(join(workspace, 'ran.txt'))).toBe(false);
    for (const hidden of ['echo a\u202etxt.exe', 'echo a\u0015touch ran.txt', 'echo a\u2066b']) {
      const refused = await agent.call('execute_command', { command: hidden });
      expect(refused).toMatchObject({ isError: true, structured: { code: 'ERR_INPUT_INVALID' } });
    }
  });

  it('stays when its input is left empty or closed', async () => {
    const { person, agent, workspace } = world;
    const called = agent.call('execute_command', { command: 'touch ran.txt' });
    await person.answerQuestion('Edit…');
    await person.press('Control+a', 'Delete', 'Enter');
    await person.quickInput.waitFor({ state: 'hidden' });
    expect(await person.questionCount()).toBe(1);
    for (const label of ['Run and always allow…', 'Reject with a note…']) {
      await person.answerQuestion(label);
      await person.quickInput.waitFor();
      await person.press('Escape');
      await person.quickInput.waitFor({ state: 'hidden' });
    }
    expect(await person.questionCount()).toBe(1);
    await person.answerQuestion('Reject');
    expect((await called).structured).toEqual({ status: 'rejected', command: 'touch ran.txt' });
    expect(existsSync(join(workspace, 'ran.txt'))).toBe(false);
  });

  it('goes with its agent, and an input that it had opened too', async () => {
    const { person, agent, workspace } = world;
    const leaving = new AbortController();
    const called = agent
      .call('execute_command', { command: 'touch ran.txt' }, { signal: leaving.signal })
      .catch((error: unknown) => error);
    await person.answerQuestion('Edit…');
    await person.quickInput.waitFor();
    leaving.abort();
    await called;
    await person.statusItem(/questions? waiting/).waitFor({ state: 'hidden' });
    await person.quickInput.waitFor({ state: 'hidden' });
    expect(existsSync(join(workspace, 'ran.txt'))).toBe(false);
  });
});

it('the notification of a review goes with it, long before its own time is over', async () => {
  const { person, agent } = world;
  const toast = person.page.locator('.notifications-toasts .notification-list-item', { hasText: 'Review changes to' });
  const answer = agent.call('write_file', { path: 'notes.txt', content: 'new\n' });
  await toast.waitFor();
  const shownAt = Date.now();
  await person.toastButton('Reject').click();
  expect((await answer).structured).toMatchObject({ status: 'rejected' });
  await toast.waitFor({ state: 'hidden' });
  expect(Date.now() - shownAt).toBeLessThan(limits.editor.hintMs - 1500);
});

it('diffs as models send them: unified, with prose and fences, or with other white space on demand', async () => {
  const { person, agent } = world;
  const unified =
    'Here it is:\n```diff\n--- a/notes.txt\n+++ b/notes.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n```\nDone.';
  const first = agent.call('apply_diff', { path: 'notes.txt', diff: unified });
  await person.seesReview('notes.txt');
  await person.accept();
  expect((await first).structured).toMatchObject({ status: 'accepted' });
  expect(world.read('notes.txt')).toBe(notes.replace('two', '2'));
  const diff = block('  nine  ', '9');
  const exact = await agent.call('apply_diff', { path: 'notes.txt', diff });
  expect(exact).toMatchObject({ isError: true, text: expect.stringMatching(/white space/i) });
  const lenient = agent.call('apply_diff', { path: 'notes.txt', diff, match: 'lenient' });
  await person.seesReview('notes.txt');
  await person.accept();
  expect((await lenient).structured).toMatchObject({ status: 'accepted' });
  expect(world.read('notes.txt')).toContain('\n9\n');
});

it('a diff of the text of cells, as an agent reads them, changes a notebook', async () => {
  const { person, agent } = world;
  const cells = [
    { cell_type: 'code', source: ['print("a")\n', 'print(2)'], metadata: {}, outputs: [], execution_count: null },
  ];
  world.write('cells.ipynb', JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1));
  expect((await agent.call('read_file', { path: 'cells.ipynb' })).text).toContain('print("a")');
  const diff = block('print("a")\nprint(2)', 'print("b")\nprint(3)');
  const answer = agent.call('apply_diff', { path: 'cells.ipynb', diff });
  await person.page.locator('.notebook-text-diff-editor', { hasText: 'print(3)' }).waitFor();
  await person.page.locator('.notebook-text-diff-editor .editor.modified .view-line', { hasText: 'print(3)' }).click();
  await person.accept();
  expect((await answer).structured).toMatchObject({ status: 'accepted' });
  const { source } = JSON.parse(world.read('cells.ipynb')).cells[0];
  expect([source].flat().join('')).toBe('print("b")\nprint(3)');
});

it('a question whose agent vanished is withdrawn, and cannot be answered any more', async () => {
  const { person, workspace } = world;
  const vanishing = await world.newAgent('vanishing');
  void vanishing.call('execute_command', { command: 'touch ran.txt' }, { onProgress: () => {} });
  await person.seesQuestion();
  // Its connections end, and it cancels nothing.
  await vanishing.close();
  await person.statusItem(/questions? waiting/).waitFor({ state: 'hidden' });
  expect(await person.questionCount()).toBe(0);
  expect(existsSync(join(workspace, 'ran.txt'))).toBe(false);
});

// Last of all: the window's extensions start anew after them.
describe('a window that reloads', () => {
  const reload = async () => {
    await world.person.page.reload();
    await world.person.statusItem(/Sallyport: :\d+/).waitFor({ timeout: 60_000 });
  };
  const closed = { code: 'ERR_SERVER_UNAVAILABLE', error: expect.stringContaining('reloaded'), outcome: 'not_run' };

  it('ends the call of a question that waits, and runs nothing', async () => {
    const { person, agent, workspace } = world;
    const called = agent.call('execute_command', { command: 'touch ran.txt' }, { onProgress: () => {} });
    await person.seesQuestion();
    await reload();
    expect((await called).structured).toMatchObject(closed);
    await person.statusItem(/questions? waiting/).waitFor({ state: 'hidden' });
    expect(existsSync(join(workspace, 'ran.txt'))).toBe(false);
  }, 120_000);

  it('ends the call of a review, which the same call finds again', async () => {
    const { person } = world;
    const change = { path: 'notes.txt', content: 'over a reload\n' };
    const before = await world.newAgent('reloading');
    const called = before.call('write_file', change, { onProgress: () => {} });
    await person.seesReview('notes.txt');
    await reload();
    const { structured } = await called;
    expect(structured).toMatchObject({ ...closed, hint: expect.stringContaining('its review waits there') });
    await person.statusItem('1 review waiting').waitFor({ timeout: 40_000 });
    const found = (await world.newAgent('reloading')).call('write_file', change);
    await person.statusItem('1 review waiting').click();
    await person.proposedLine('over a reload').waitFor();
    await person.accept();
    expect((await found).structured).toMatchObject({ status: 'accepted' });
    expect(world.read('notes.txt')).toBe('over a reload\n');
  }, 120_000);
});

// Edits that cannot be proposed as they are, and a window that dies under a review.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { openEditorAgent, readEntry, windowRecordAt } from './editor-agent.ts';
import { useEditor } from './editor-world.ts';
import { fixtures } from './fixtures.ts';
import { block } from './search-block.ts';
import { changeSettings } from './settings.ts';

const world = useEditor();
const notes = fixtures['notes.txt'] ?? '';

describe('apply_diff', () => {
  it(
    verifies(
      'refuses a search text that is nowhere, and says which',
      'S2-diff-not-found',
      'S2-fail-diff-not-found',
      'S2-diff-exact',
    ),
    async () => {
      const answer = await world.agent.call('apply_diff', { path: 'notes.txt', diff: block('two ', '2') });
      expect(answer.isError).toBe(true);
      expect(answer.structured).toMatchObject({ error: 'Search block not found', path: 'notes.txt', block: 'two ' });
      expect(await world.person.page.locator('.tab').count()).toBe(0);
    },
  );

  it(
    verifies(
      'refuses a search text that is in several places, and says how many',
      'S2-diff-ambiguous',
      'S2-fail-diff-ambiguous',
    ),
    async () => {
      const answer = await world.agent.call('apply_diff', { path: 'greeting.ts', diff: block('string', 'text') });
      expect(answer.isError).toBe(true);
      expect(answer.structured).toMatchObject({
        error: 'Search block is ambiguous (4 matches found)',
        path: 'greeting.ts',
      });
    },
  );

  it(
    verifies('proposes the blocks that fit and names the others', 'S2-diff-partial', 'S2-fail-diff-partial'),
    async () => {
      const diff = [block('nowhere', 'x'), block('two', '2'), block('e', 'E'), block('nine', '9')].join('\n');
      const answer = world.agent.call('apply_diff', { path: 'notes.txt', diff });
      await world.person.seesReview('notes.txt');
      await world.person.accept();
      const { isError, structured } = await answer;
      expect({ isError, ...structured }).toMatchObject({
        isError: false,
        status: 'accepted',
        partial: true,
        failed_blocks: [0, 2],
      });
      expect(world.read('notes.txt')).toBe(notes.replace('two', '2').replace('nine', '9'));
      const atomic = await world.agent.call('apply_diff', { path: 'notes.txt', diff, atomic: true });
      expect(atomic.isError).toBe(true);
    },
  );

  it(verifies('refuses a file that does not exist', 'S2-diff-existing-file'), async () => {
    const answer = await world.agent.call('apply_diff', { path: 'missing.txt', diff: block('a', 'b') });
    expect(answer.isError).toBe(true);
    expect(answer.structured).toMatchObject({ path: 'missing.txt' });
  });
});

describe('write_file', () => {
  it(verifies('refuses a path outside the workspace and opens nothing', 'S2-write-outside'), async () => {
    const answer = await world.agent.call('write_file', { path: '../outside.txt', content: 'x' });
    expect(answer.isError).toBe(true);
    expect(answer.structured).toMatchObject({ error: 'File is outside workspace boundary', path: '../outside.txt' });
    expect(await world.person.page.locator('.tab').count()).toBe(0);
  });

  it('says in the words of the system that it may not write', async () => {
    world.write('locked.txt', 'kept\n');
    const file = join(world.workspace, 'locked.txt');
    // Root may write whatever its mode says, but not what is immutable.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) execFileSync('chattr', ['+i', file]);
    else chmodSync(file, 0o444);
    onTestFinished(() => void (isRoot ? execFileSync('chattr', ['-i', file]) : chmodSync(file, 0o644)));
    const said = expect.stringMatching(/^E(?:PERM|ACCES): /);
    const written = await world.agent.call('write_file', { path: 'locked.txt', content: 'x' });
    expect(written).toMatchObject({
      isError: true,
      structured: { error: said, hint: expect.stringContaining('system') },
    });
    const changed = await world.agent.call('apply_diff', { path: 'locked.txt', diff: block('kept', 'lost') });
    expect(changed).toMatchObject({ isError: true, structured: { error: said } });
    expect(await world.person.page.locator('.tab').count()).toBe(0);
  });

  it('of the text that the file has already opens no diff, and mixed line endings stay where nothing changed', async () => {
    const { person, agent } = world;
    const same = await agent.call('write_file', { path: 'notes.txt', content: notes });
    expect(same.structured).toMatchObject({ status: 'accepted', unchanged: true });
    world.write('mixed.txt', 'one\r\ntwo\nthree\r\n');
    const mixed = agent.call('apply_diff', { path: 'mixed.txt', diff: block('two', '2') });
    await person.seesReview('mixed.txt');
    await person.accept();
    const { structured } = await mixed;
    expect(structured).toMatchObject({ status: 'accepted' });
    expect(structured).not.toHaveProperty('line_endings');
    expect(world.read('mixed.txt')).toBe('one\r\n2\nthree\r\n');
  });

  it('and its neighbours say why a thing that is no text cannot be opened', async () => {
    const { agent } = world;
    world.write('picture.png', Buffer.from([0x89, 0x50, 0, 0, 0, 1]));
    execFileSync('mkfifo', [join(world.workspace, 'pipe')]);
    const binary = expect.stringContaining('binary');
    const pipe = 'The path is neither a file nor a folder';
    const tries: [string, Record<string, unknown>, unknown][] = [
      ['write_file', { path: 'picture.png', content: 'x' }, binary],
      ['apply_diff', { path: 'picture.png', diff: block('x', 'y') }, binary],
      ['open_file', { path: 'picture.png' }, binary],
      ['open_file', { path: '.' }, 'The path is a folder'],
      ['read_file', { path: 'pipe' }, pipe],
      ['write_file', { path: 'pipe', content: 'x' }, pipe],
      ['get_symbols', { path: 'missing.ts' }, 'File not found'],
      ['find_references', { path: 'missing.ts', line: 1, symbol: 'x' }, 'File not found'],
    ];
    for (const [tool, args, error] of tries) {
      expect([tool, args, await agent.call(tool, args)]).toMatchObject([
        tool,
        args,
        { isError: true, structured: { error } },
      ]);
    }
  });

  it(
    verifies(
      'tells the problems that came with the change, and not those that were there',
      'S2-write-new-diagnostics',
      'S2-open-diagnostics',
      'S2-save-diagnostics',
    ),
    async () => {
      const { person, agent } = world;
      const broken = 'export const first: number = "one";\n';
      world.write('greeting.ts', broken);
      await person.openFile('greeting.ts');
      await person.page.locator('.squiggly-error').first().waitFor({ timeout: 30_000 });
      const answer = agent.call('write_file', {
        path: 'greeting.ts',
        content: `${broken}export const second: string = 2;\n`,
      });
      await person.seesReview('greeting.ts');
      await person.accept();
      const { new_diagnostics: problems } = (await answer).structured;
      expect(problems).toMatch(/^\[error\] greeting\.ts:2 — Type 'number' is not assignable to type 'string'/);
      expect(problems).not.toContain('greeting.ts:1 ');
    },
  );

  it(verifies('waits for problems no longer than the setting says', 'S2-setting-diagnostic-delay'), async () => {
    await changeSettings({ 'sallyport.diagnosticDelay': 1, 'sallyport.approvalMode': 'never' });
    await world.person.statusItem('never asks').waitFor();
    await world.person.openFile('greeting.ts');
    const { structured } = await world.agent.call('write_file', {
      path: 'greeting.ts',
      content: 'const x: string = 2;\n',
    });
    // Problems that were reported while the file was saved are there all the same.
    expect(structured).toMatchObject({
      status: 'accepted',
      diagnostics_state: expect.stringMatching(/timed_out|no_provider/),
    });
  });
});

// Last of all: the window's extensions start anew after it.
it(verifies(
  'a killed extension host and a reload leave the file as it was, and the review waits with what was typed into it',
  'S2-revert-existing',
), async () => {
  const { person, agent, home } = world;
  await person.openFile('diary.txt');
  await person.type('unsaved ');
  const change = { path: 'notes.txt', content: 'proposed\n' };
  void agent.call('write_file', change);
  await person.seesReview('notes.txt');
  await person.proposedLine('proposed').click();
  await person.press('End');
  await person.type(' and mine');
  const before = readEntry(home);
  await eventually('what was typed is on disk', () => keptDrafts(home).includes('proposed and mine\n'));
  process.kill(windowRecordAt(home, before?.url).pid, 'SIGKILL');
  expect(world.read('notes.txt')).toBe(notes);
  const revive = () =>
    eventually(
      'an agent is served again',
      async () => {
        const entry = readEntry(home) ?? before;
        return entry === undefined ? false : openEditorAgent(entry).catch(() => false as const);
      },
      45_000,
    );
  const revived = await revive();
  await person.statusItem('1 review waiting').waitFor({ timeout: 20_000 });
  await person.takePicture('after-a-killed-extension-host');
  expect(world.read('notes.txt')).toBe(notes);
  expect(world.read('diary.txt')).toBe(fixtures['diary.txt']);
  expect(await person.page.locator('.tab.dirty', { hasText: 'diary.txt' }).count()).toBe(1);
  await revived.close();
  await person.page.reload();
  await person.statusItem('1 review waiting').waitFor({ timeout: 40_000 });
  expect(world.read('notes.txt')).toBe(notes);
  const returning = await revive();
  onTestFinished(() => returning.close());
  const answer = returning.call('write_file', change);
  await person.statusItem('1 review waiting').click();
  await person.proposedLine('proposed and mine').waitFor();
  // Other tests may have left tabs of other files.
  const tabsOfNotes = async () => (await person.tabTitles()).filter((title) => title.includes('notes.txt'));
  await eventually('no tab has the draft alone', async () => (await tabsOfNotes()).length === 1);
  await person.takePicture('after-a-reload');
  await person.accept();
  expect((await answer).structured).toMatchObject({
    status: 'accepted',
    user_edits: expect.stringContaining('+proposed and mine'),
  });
  await eventually('one tab, of the file', async () => isDeepStrictEqual(await tabsOfNotes(), ['notes.txt']));
  expect(world.read('notes.txt')).toBe('proposed and mine\n');
  await person.tab('notes.txt ← ').waitFor({ state: 'hidden' });
  await eventually('nothing is kept of a review that is over', () => keptDrafts(home).length === 0);
}, 120_000);

/** What the window keeps of right sides. */
function keptDrafts(home: string): string[] {
  const storage = join(dirname(home), 'user', 'User', 'workspaceStorage');
  return readdirSync(storage, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.draft'))
    .map((name) => readFileSync(join(storage, name), 'utf8'));
}

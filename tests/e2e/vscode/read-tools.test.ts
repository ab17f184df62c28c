// The tools that look, in a real VS Code over its own door.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { useEditor } from './editor-world.ts';

const editor = useEditor();

describe('read_file', () => {
  it(
    verifies(
      'returns lines with their numbers',
      'S2-verify-05-read-file',
      'S2-read-params',
      'S2-read-format',
      'S2-read-limit',
      'S2-path-relative',
    ),
    async () => {
      const { agent } = editor;
      const whole = await agent.call('read_file', { path: 'notes.txt' });
      expect(whole.structured).toMatchObject({ path: 'notes.txt', total_lines: 10 });
      expect(whole.text).toMatch(/^path: notes\.txt\ntotal_lines: 10\n\n1 \| one\n2 \| two\n/);
      const part = await agent.call('read_file', { path: 'notes.txt', offset: 9, limit: 5 });
      expect(part.structured).toEqual({ path: 'notes.txt', content: '9 | nine\n10 | ten', total_lines: 10 });
      editor.write('long.txt', Array.from({ length: 2500 }, (_, at) => `line ${at + 1}`).join('\n'));
      const long = await agent.call('read_file', { path: join(editor.workspace, 'long.txt') });
      expect(long.structured).toMatchObject({ total_lines: 2500, next_offset: 2001 });
      expect(long.body.split('\n')).toHaveLength(2000);
      expect(long.text).toContain('\nLines 2001 to 2500 are left: continue with offset 2001.\n\n1 | line 1\n');
    },
  );

  it(verifies('shows text that the user has not saved', 'S2-verify-05-read-file'), async () => {
    await editor.person.openFile('diary.txt');
    await editor.person.type('Today: ');
    await eventually('the unsaved text', async () => {
      const { structured } = await editor.agent.call('read_file', { path: 'diary.txt' });
      return structured.unsaved === true && structured.content === '1 | Today: Dear diary,';
    });
    expect(editor.read('diary.txt')).toBe('Dear diary,\n');
  });

  it(
    verifies(
      'refuses what is outside, missing or binary',
      'S2-verify-14-traversal',
      'S2-read-errors',
      'S2-fail-binary',
      'S2-fail-outside',
      'S2-fail-symlink',
      'S2-boundary-all-tools',
      'S2-path-real',
      'S2-path-prefix',
      'S2-path-message',
      'S2-path-new-file',
    ),
    async () => {
      const { agent } = editor;
      const secret = join(temporaryFolder(), 'secret.txt');
      writeFileSync(secret, 'needle in the secret');
      symlinkSync(secret, join(editor.workspace, 'link.txt'));
      editor.write('binary.bin', Buffer.concat([Buffer.alloc(8191, 97), Buffer.from([0])]));
      editor.write('late.bin', Buffer.concat([Buffer.alloc(8192, 97), Buffer.from([0])]));
      // Beside the workspace, with a name that begins like its own; and a file to be, behind a link that leads out.
      const sibling = `${editor.workspace}-too`;
      mkdirSync(sibling, { recursive: true });
      writeFileSync(join(sibling, 'x.txt'), 'needle');
      symlinkSync(join(secret, '..'), join(editor.workspace, 'out'));
      const escapes = [
        '../../etc/passwd',
        '/etc/passwd',
        secret,
        'link.txt',
        join(sibling, 'x.txt'),
        'out/new/file.txt',
      ];
      for (const path of escapes) {
        for (const [tool, more] of [
          ['read_file', {}],
          ['list_files', {}],
          ['search_files', { regex: 'needle' }],
          ['get_diagnostics', {}],
          ['write_file', { content: 'x' }],
          ['apply_diff', { diff: '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE' }],
          ['execute_command', { command: 'true' }],
        ] as const) {
          const place = tool === 'execute_command' ? { cwd: path } : { path };
          const answer = await agent.call(tool, { ...place, ...more });
          expect([tool, answer.isError, answer.structured], path).toMatchObject([
            tool,
            true,
            { error: 'File is outside workspace boundary', path, code: 'ERR_PERMISSION_DENIED' },
          ]);
          // What a model reads where its client shows it the text alone.
          expect(answer.text, `${tool} ${path}`).toContain('File is outside workspace boundary');
        }
      }
      expect(await agent.call('read_file', { path: 'no-such.txt' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('File not found'),
        structured: { error: 'File not found', path: 'no-such.txt' },
      });
      expect(await agent.call('read_file', { path: 'binary.bin' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('Binary file detected'),
        structured: { error: 'Binary file detected' },
      });
      expect((await agent.call('read_file', { path: 'late.bin' })).isError).toBe(false);
    },
  );

  it(verifies("passes on the system's message when it denies access", 'S2-fail-permission'), async () => {
    // Root may read everything; a folder in place of a file is refused to everybody.
    editor.write('locked/inside.txt', 'x');
    chmodSync(join(editor.workspace, 'locked'), 0o700);
    symlinkSync('loop', join(editor.workspace, 'loop'));
    const long = 'n'.repeat(300);
    for (const [tool, args, said] of [
      ['read_file', { path: 'loop' }, 'ELOOP: too many symbolic links encountered'],
      ['list_files', { path: 'loop' }, 'ELOOP: too many symbolic links encountered'],
      ['read_file', { path: long }, 'ENAMETOOLONG: name too long'],
      ['write_file', { path: long, content: 'x' }, 'ENAMETOOLONG: name too long'],
    ] as const) {
      const { isError, structured, text } = await editor.agent.call(tool, args);
      expect([isError, structured.error, text], tool).toEqual([
        true,
        expect.stringContaining(said),
        expect.stringContaining(said),
      ]);
    }
  });
});

describe('list_files', () => {
  it(
    verifies('lists a folder, folders with a slash', 'S2-verify-06-list-files', 'S2-list-params', 'S2-list-format'),
    async () => {
      editor.write('sub/deep/leaf.txt', '');
      editor.write('sub/a.txt', '');
      const { agent } = editor;
      const flat = await agent.call('list_files', { path: '.' });
      expect(flat.body.split('\n')).toEqual(['sub/', 'diary.txt', 'greeting.ts', 'notes.txt', 'tsconfig.json']);
      const deep = await agent.call('list_files', { path: 'sub', recursive: true });
      expect(deep.structured).toEqual({ path: 'sub', entries: 'deep/\na.txt\ndeep/leaf.txt', count: 3 });
    },
  );

  it(verifies('stops at 500 entries, and says so only when there were more', 'S2-list-cap'), async () => {
    for (let at = 0; at < 500; at += 1) editor.write(`many/f${at}`, '');
    const full = await editor.agent.call('list_files', { path: 'many' });
    expect([full.structured.count, full.structured.truncated]).toEqual([500, undefined]);
    editor.write('many/one-more', '');
    const cut = await editor.agent.call('list_files', { path: 'many' });
    expect([cut.structured.count, cut.structured.truncated]).toEqual([500, true]);
  });
});

describe('search_files', () => {
  it(
    verifies(
      'finds lines and shows one line around them',
      'S2-verify-07-search-files',
      'S2-search-params',
      'S2-search-format',
    ),
    async () => {
      editor.write('sub/more.txt', 'two\n');
      const { agent } = editor;
      const found = await agent.call('search_files', { path: '.', regex: '^t(wo|en)$' });
      expect(found.structured.results).toBe(
        [
          'notes.txt',
          '  1 | one',
          '> 2 | two',
          '  3 | three',
          '--',
          '  9 | nine',
          '> 10 | ten',
          '',
          'sub/more.txt',
          '> 1 | two',
        ].join('\n'),
      );
      expect(found.structured).toMatchObject({ matches: 3, files: 2 });
      const narrow = await agent.call('search_files', { path: '.', regex: 'greeting', file_pattern: '*.ts' });
      expect(narrow.structured).toMatchObject({ matches: 2, files: 1 });
      expect((await agent.call('search_files', { path: '.', regex: 'no such text' })).body).toBe('No matches.');
      const broken = await agent.call('search_files', { path: '.', regex: '(' });
      expect([broken.isError, broken.structured.code]).toEqual([true, 'ERR_INPUT_INVALID']);
    },
  );

  it(verifies('stops at 300 results', 'S2-search-cap'), async () => {
    editor.write('hay.txt', 'needle\n'.repeat(400));
    const { structured } = await editor.agent.call('search_files', { path: 'hay.txt', regex: 'needle' });
    expect(structured).toMatchObject({ matches: 300, truncated: true });
  });
});

describe('get_diagnostics', () => {
  it(
    verifies(
      'returns the problems that VS Code shows',
      'S2-verify-08-diagnostics',
      'S2-diag-params',
      'S2-diag-format',
      'S2-diag-severity',
    ),
    async () => {
      editor.write('wrong.ts', "export const count: number = 'three';\n");
      await editor.agent.call('open_file', { path: 'wrong.ts' });
      const expected = "[error] wrong.ts:1 — Type 'string' is not assignable to type 'number'.";
      const { agent } = editor;
      // VS Code may still tell of files that earlier tests had open.
      const all = async () => (await agent.call('get_diagnostics', {})).body.split('\n');
      await eventually('the problem', async () => (await all()).includes(expected), 30_000);
      expect((await agent.call('get_diagnostics', { path: 'wrong.ts' })).structured).toMatchObject({ count: 1 });
      expect((await agent.call('get_diagnostics', { path: 'notes.txt' })).structured).toMatchObject({ count: 0 });
      const hints = await agent.call('get_diagnostics', { path: 'wrong.ts', severity: ['warning', 'hint'] });
      expect(hints.body).toBe('No problems.');
      const errors = await agent.call('get_diagnostics', { path: 'wrong.ts', severity: 'error' });
      expect(errors.body).toBe(expected);
    },
  );
});

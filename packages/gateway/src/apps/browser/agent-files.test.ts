import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { file, limits, ours, type Reply } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { AgentFiles } from './agent-files.ts';

const owner = { id: 'agent_1', name: 'Ada Lovelace' };

function open() {
  const folder = join(temporaryFolder(), 'files');
  const ensureFolder = (path: string) => void mkdirSync(path, { recursive: true, mode: 0o700 });
  const files = new AgentFiles({ folder, ensureFolder, now: Date.now });
  const save = (name: string, text = 'x', by: typeof owner & { host?: string } = owner): string =>
    String(files.saveIn(replyWith(name, text), by).facts.path);
  return { folder, files, save };
}

function replyWith(name: string, text: string): Reply {
  const data = Buffer.from(text).toString('base64');
  return { facts: { pages: 1 }, parts: [ours('1 page.'), file({ name, mimeType: 'application/pdf', data })] };
}

describe('files for an agent', () => {
  it('are written for the user alone, and the reply has the path instead of the contents', () => {
    const { folder, files } = open();
    const reply = files.saveIn(replyWith('a.pdf', 'words'), owner);
    const path = String(reply.facts.path);
    expect(reply).toEqual({ facts: { pages: 1, path }, parts: [ours('1 page.'), ours(`Saved as ${path}.`)] });
    expect(path.startsWith(join(folder, 'Ada-Lovelace-'))).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('words');
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    expect(files.saveIn(replyWith('a.pdf', 'words'), { ...owner, host: 'far' }).parts.at(-1)).toMatchObject({
      text: expect.stringMatching(/^Saved as .* on the user's computer\.$/),
    });
  });

  it('are known for a saved state by their ending, however many of a name and however long it is', () => {
    const { save } = open();
    const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.example`;
    for (const host of ['shop.example', 'shop.example', long, long])
      expect(save(`${host}.state.json`)).toMatch(/\.state\.json$/);
  });

  it.each([
    ['NUL.txt', '_NUL.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['aux', '_aux'],
    ['console.log', 'console.log'],
  ])('are never called like a device of Windows: %s', (name, saved) => {
    const { save } = open();
    expect(basename(save(name))).toBe(saved);
  });

  it('never replace another, nor follow a link', () => {
    const { folder, save } = open();
    const first = save('a.pdf', 'one');
    expect(basename(save('a.pdf', 'two'))).toBe('a-2.pdf');
    expect(readFileSync(first, 'utf8')).toBe('one');
    const outside = join(dirname(folder), 'outside');
    symlinkSync(outside, join(dirname(first), 'b.pdf'));
    expect(basename(save('b.pdf'))).toBe('b-2.pdf');
    expect(() => lstatSync(outside)).toThrow('ENOENT');
  });

  it.each([
    ['../../x.pdf', 'x.pdf'],
    ['/etc/passwd', 'etc-passwd'],
    ['..', 'file'],
    ['.pdf', 'pdf'],
    ['a b\u0000c/ü.pdf', 'a-b-c-u.pdf'],
    ['C:\\x\\y.pdf', 'C-x-y.pdf'],
    [`${'n'.repeat(300)}.gif`, `${'n'.repeat(80)}.gif`],
  ])('called %j stay in the folder of their agent', (name, expected) => {
    const { folder, save } = open();
    const path = save(name);
    expect([basename(path), dirname(dirname(path))]).toEqual([expected, folder]);
  });

  it('are apart for two agents of one name, and for names that are paths', () => {
    const { folder, files } = open();
    const folders = ['a', 'b'].map((id) => files.folderOf({ id, name: 'Ada' }));
    expect(new Set(folders).size).toBe(2);
    expect(dirname(files.folderOf({ id: 'c', name: '../..' }))).toBe(folder);
  });

  it('are bounded in count and bytes: the oldest go', () => {
    const { save } = open();
    const first = save('first.pdf');
    const folder = dirname(first);
    utimesSync(first, 1, 1);
    for (let count = 0; count < limits.files.keptPerAgent; count += 1) save('more.pdf');
    expect(readdirSync(folder)).toHaveLength(limits.files.keptPerAgent);
    expect(readdirSync(folder)).not.toContain('first.pdf');
    const large = join(folder, 'large.pdf');
    writeFileSync(large, '');
    // A file with a hole, of which nothing is on the disk.
    truncateSync(large, limits.files.keptBytesPerAgent);
    const last = save('last.pdf');
    expect(readdirSync(folder)).toEqual([basename(last)]);
  });

  it('of agents that have not been here for long go with their folder', () => {
    const { folder, save } = open();
    const oldest = save('a.pdf', 'x', { id: 'old', name: 'Old' });
    utimesSync(dirname(oldest), 1, 1);
    for (let count = 0; count < limits.files.agentsKept; count += 1)
      save('a.pdf', 'x', { id: String(count), name: 'A' });
    expect(readdirSync(folder)).toHaveLength(limits.files.agentsKept);
    expect(readdirSync(folder)).not.toContain(basename(dirname(oldest)));
  });

  it('that are too large are refused, and so is a folder that cannot be made', () => {
    const { save } = open();
    expect(() => save('a.pdf', 'x'.repeat(limits.files.maxBytes + 1))).toThrow('21 MiB, and 20 MiB are allowed');
    const ensureFolder = () => {
      throw new Error('of another user');
    };
    const files = new AgentFiles({ folder: '/nowhere', ensureFolder, now: Date.now });
    expect(() => files.saveIn(replyWith('a.pdf', 'x'), owner)).toThrow(
      expect.objectContaining({ code: 'ERR_SERVER_UNAVAILABLE', message: expect.stringContaining('/nowhere') }),
    );
  });
});

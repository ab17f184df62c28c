import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { asSystemError, createBoundary } from './boundary.ts';

const refusal = { code: 'ERR_PERMISSION_DENIED', message: 'File is outside workspace boundary' };

/** `work` and `second` are roots, `secret` lies outside, and links lead everywhere. */
function makeWorld() {
  const base = realpathSync(temporaryFolder());
  for (const folder of ['work/sub', 'second', 'secret/deep', 'worksecret'])
    mkdirSync(join(base, folder), { recursive: true });
  for (const file of ['work/a.txt', 'work/sub/b.txt', 'second/c.txt', 'secret/key', 'worksecret/key']) {
    writeFileSync(join(base, file), file);
  }
  const links: [string, string][] = [
    ['work/to-key', 'secret/key'],
    ['work/to-secret', 'secret'],
    ['work/to-sub', 'work/sub'],
    ['work/to-second', 'second'],
    ['work/nowhere', 'secret/not-yet'],
    ['work/inner-nowhere', 'work/not-yet'],
    ['alias', 'work'],
  ];
  for (const [from, to] of links) symlinkSync(join(base, to), join(base, from));
  symlinkSync('loop', join(base, 'work/loop'));
  const roots = [join(base, 'work'), join(base, 'second')];
  const boundary = createBoundary({ roots: () => roots, flavour: 'posix' });
  return { base, roots, boundary };
}

describe('paths inside', () => {
  it(
    verifies(
      'are resolved against the first folder, through links, in any folder',
      'S2-path-relative',
      'S2-path-real',
      'S2-path-all-roots',
      'S2-path-new-file',
    ),
    async () => {
      const { base, boundary } = makeWorld();
      const cases: [string, string, boolean][] = [
        ['a.txt', 'work/a.txt', true],
        ['.', 'work', true],
        ['./sub/../a.txt', 'work/a.txt', true],
        ['to-sub/b.txt', 'work/sub/b.txt', true],
        ['to-second/c.txt', 'second/c.txt', true],
        [join(base, 'second/c.txt'), 'second/c.txt', true],
        [join(base, 'alias/a.txt'), 'work/a.txt', true],
        ['new.txt', 'work/new.txt', false],
        ['x/y/z/new.txt', 'work/x/y/z/new.txt', false],
        ['to-sub/x/new.txt', 'work/sub/x/new.txt', false],
        ['a.txt/below', 'work/a.txt/below', false],
        ['..hidden', 'work/..hidden', false],
      ];
      for (const [given, path, exists] of cases) {
        await expect(boundary.resolve(given), given).resolves.toEqual({ path: join(base, path), given, exists });
      }
    },
  );

  it('are those of a folder that was opened by a link, too', async () => {
    const { base } = makeWorld();
    const boundary = createBoundary({ roots: () => [join(base, 'alias')], flavour: 'posix' });
    expect(await boundary.resolve('a.txt')).toMatchObject({ path: join(base, 'work/a.txt') });
    expect(boundary.show(join(base, 'alias/sub/b.txt'))).toBe('sub/b.txt');
    expect(boundary.show(join(base, 'work/sub/b.txt'))).toBe('sub/b.txt');
    expect(boundary.show(join(base, 'alias'))).toBe('.');
    expect(boundary.show('/elsewhere')).toBe('/elsewhere');
  });
});

describe('paths outside', () => {
  it(
    verifies(
      'are refused with the path as given',
      'S2-path-message',
      'S2-fail-outside',
      'S2-fail-symlink',
      'S2-write-outside',
      'S2-path-prefix',
      'S2-path-new-file',
    ),
    async () => {
      const { base, boundary } = makeWorld();
      const cases = [
        '../secret/key',
        '../../etc/passwd',
        '/etc/passwd',
        '/',
        '..',
        join(base, 'secret/key'),
        join(base, 'worksecret/key'),
        '../worksecret/key',
        'to-key',
        'to-secret/key',
        'to-secret/deep/new.txt',
        'to-secret/no/such/new.txt',
        'to-secret',
        'nowhere',
        'nowhere/new.txt',
        'inner-nowhere',
        'sub/../../secret/key',
        '/no/such/place',
        'a\0b',
        '',
      ];
      for (const given of cases) {
        await expect(boundary.resolve(given), given).rejects.toMatchObject({ ...refusal, data: { path: given } });
      }
    },
  );

  it(verifies('have no way in without a folder', 'S2-fail-no-workspace'), async () => {
    const boundary = createBoundary({ roots: () => [], flavour: 'posix' });
    await expect(boundary.resolve('a.txt')).rejects.toMatchObject({ message: 'No workspace folder open' });
  });

  it(verifies("that the system will not show get the system's message", 'S2-fail-outside'), async () => {
    const { base, boundary } = makeWorld();
    await expect(boundary.resolve('loop')).rejects.toMatchObject({ message: expect.stringContaining('ELOOP') });
    // Of a place outside not even that is told.
    symlinkSync('loop', join(base, 'loop'));
    await expect(boundary.resolve('../loop')).rejects.toMatchObject(refusal);
    await expect(boundary.resolve(`../${'x'.repeat(300)}`)).rejects.toMatchObject(refusal);
    chmodSync(join(base, 'work/sub'), 0o755);
  });

  it('are never reached, however the steps are put together', async () => {
    const { boundary, roots } = makeWorld();
    const step = fc.constantFrom(
      '..',
      '.',
      '',
      'a.txt',
      'sub',
      'to-sub',
      'to-secret',
      'to-key',
      'deep',
      'second',
      'secret',
      'work',
      'key',
      'nowhere',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 7 }), fc.boolean(), async (steps, isAbsolute) => {
        const given = (isAbsolute ? '/' : '') + steps.join('/');
        try {
          const { path } = await boundary.resolve(given);
          expect(roots.some((root) => path === root || path.startsWith(`${root}/`))).toBe(true);
        } catch (error) {
          expect(error).toMatchObject(refusal);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it(
  verifies('an error of the file system keeps its words, whether it is of Node or of VS Code', 'S2-fail-permission'),
  () => {
    const thrown = (code: string, message: string) => Object.assign(new Error(message), { code });
    const denied = "EACCES: permission denied, open '/w/a'";
    expect(asSystemError(thrown('EACCES', denied), 'a')).toMatchObject({ code: 'ERR_TOOL_FAILED', message: denied });
    const byEditor = `Unable to read file '/w/a' (NoPermissions (FileSystemError): Error: ${denied})`;
    expect(asSystemError(thrown('NoPermissions', byEditor), 'a')).toMatchObject({
      message: byEditor,
      data: { path: 'a' },
    });
    expect(asSystemError(thrown('FileNotFound', 'x'), 'a')).toMatchObject({ message: 'File not found' });
    expect(asSystemError(new TypeError('a fault of ours'), 'a')).toBeUndefined();
  },
);

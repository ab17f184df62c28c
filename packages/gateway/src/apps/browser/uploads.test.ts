import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CallOptions, limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { withContents } from './uploads.ts';

/** A home with a project in it that has a file, and a secret beside the project. */
function openHome() {
  const home = realpathSync(temporaryFolder());
  const project = join(home, 'project');
  mkdirSync(join(project, 'sub'), { recursive: true });
  writeFileSync(join(project, 'sub', 'table.CSV'), 'a,b');
  writeFileSync(join(home, 'secret.txt'), 'hidden');
  symlinkSync(join(home, 'secret.txt'), join(project, 'link.txt'));
  symlinkSync(home, join(project, 'up'));
  return { home, project };
}

const options = (more: Partial<CallOptions> = {}): CallOptions => ({ signal: new AbortController().signal, ...more });

const roots = (...uris: string[]): Partial<CallOptions> => ({
  client: { capabilities: { roots: {} } },
  ask: async () => ({ roots: uris.map((uri) => ({ uri })) }),
});

function upload(home: string, cwd: string | undefined, files: readonly object[], more: Partial<CallOptions> = {}) {
  const caller = { id: 'a', name: 'a', session: 's', remembered: false, ...(cwd === undefined ? {} : { cwd }) };
  return withContents({ home }, { tool: 'upload', args: { ref: 'e1', files }, caller }, options(more));
}

describe('files for a page', () => {
  it('are never our own, also below a folder of the agent', async () => {
    const { home, project } = openHome();
    const caller = { id: 'a', name: 'a', session: 's', remembered: false, cwd: project };
    const read = (path: string) =>
      withContents(
        { home, ownFolders: [join(project, 'sub')] },
        { tool: 'upload', args: { files: [{ path }] }, caller },
        options(),
      );
    await expect(read('sub/table.CSV')).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    symlinkSync(join(project, 'sub'), join(project, 'alias'));
    await expect(read('alias/table.CSV')).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  });

  it('may be those that a tool has made for the agent, and not those of another one', async () => {
    const { home, project } = openHome();
    const [mine, others] = ['mine', 'others'].map((name) => join(home, 'data', name)) as [string, string];
    for (const folder of [mine, others]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'a.pdf'), 'pdf');
    }
    symlinkSync(join(others, 'a.pdf'), join(mine, 'link.pdf'));
    const caller = { id: 'a', name: 'a', session: 's', remembered: false, cwd: project };
    const ports = { home, ownFolders: [join(home, 'data')], files: { folderOf: () => mine } };
    const read = (path: string) =>
      withContents(ports, { tool: 'upload', args: { files: [{ path }] }, caller }, options());
    const saved = join(mine, 'shop.example.state.json');
    writeFileSync(saved, '{}');
    await expect(read(saved)).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    const loading = { tool: 'storage_state', args: { files: [{ path: saved }] }, caller };
    expect(await withContents(ports, loading, options())).toMatchObject({ files: [{ base64: 'e30=' }] });
    expect(await read(join(mine, 'a.pdf'))).toMatchObject({ files: [{ name: 'a.pdf', mimeType: 'application/pdf' }] });
    for (const path of [join(others, 'a.pdf'), join(mine, 'link.pdf'), join(mine, '..', 'others', 'a.pdf')]) {
      await expect(read(path)).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    }
  });

  it('of an agent on another host are those that a tool has made for it', async () => {
    const { home, project } = openHome();
    const mine = join(home, 'data', 'mine');
    mkdirSync(mine, { recursive: true });
    const saved = join(mine, 'shop.example.state.json');
    writeFileSync(saved, '{}');
    const caller = { id: 'a', name: 'a', session: 's', remembered: false, cwd: project, host: 'server' };
    const ports = { home, ownFolders: [join(home, 'data')], files: { folderOf: () => mine } };
    const read = (path: string) =>
      withContents(ports, { tool: 'storage_state', args: { files: [{ path }] }, caller }, options());
    expect(await read(saved)).toMatchObject({ files: [{ base64: 'e30=' }] });
    for (const path of [join(project, 'sub', 'table.CSV'), 'sub/table.CSV', join(home, 'secret.txt')]) {
      await expect(read(path)).rejects.toMatchObject({
        code: 'ERR_PERMISSION_DENIED',
        hint: expect.stringContaining('the one you work in on server'),
      });
    }
  });

  it('are read below the folder of the agent, and named by it where it wants', async () => {
    const { home, project } = openHome();
    const [plain, named, contents] = [
      { path: 'sub/table.CSV' },
      { path: join(project, 'sub', 'table.CSV'), name: 'x.bin', mimeType: 'text/plain' },
      { name: 'own.txt', text: 'own' },
    ];
    const base64 = Buffer.from('a,b').toString('base64');
    expect(await upload(home, project, [plain, named, contents])).toEqual({
      ref: 'e1',
      files: [
        { name: 'table.CSV', mimeType: 'text/csv', base64 },
        { name: 'x.bin', mimeType: 'text/plain', base64 },
        contents,
      ],
    });
  });

  it.each(['../secret.txt', 'link.txt', 'up/secret.txt', 'sub/../../secret.txt', '/etc/hostname', 'missing.txt'])(
    'are refused outside of it: %s',
    async (path) => {
      const { home, project } = openHome();
      await expect(upload(home, project, [{ path }])).rejects.toMatchObject({
        code: 'ERR_PERMISSION_DENIED',
        message: expect.stringContaining(path),
      });
    },
  );

  it('are refused to whom nobody gave a folder: started in the home, above it, or nowhere', async () => {
    const { home } = openHome();
    for (const cwd of [home, '/', undefined]) {
      const refused = upload(home, cwd, [{ path: join(home, 'secret.txt') }]);
      await expect(refused).rejects.toMatchObject({ hint: expect.stringContaining('You have no folders here') });
    }
  });

  it('are read below the roots that a client names, which count instead of its folder', async () => {
    const { home, project } = openHome();
    const path = join(project, 'sub', 'table.CSV');
    const inRoot = roots(pathToFileURL(join(project, 'sub')).href, 'https://example.com/');
    expect(await upload(home, undefined, [{ path }], inRoot)).toMatchObject({ files: [{ name: 'table.CSV' }] });
    const elsewhere = roots(pathToFileURL(temporaryFolder()).href);
    await expect(upload(home, project, [{ path }], elsewhere)).rejects.toThrow('not in your folders');
  });

  it('are files, and small enough together', async () => {
    const { home, project } = openHome();
    await expect(upload(home, project, [{ path: 'sub' }])).rejects.toThrow('not a file: sub');
    writeFileSync(join(project, 'half'), Buffer.alloc(limits.upload.maxBytes / 2 + 1));
    await expect(upload(home, project, [{ path: 'half' }, { path: 'half' }])).rejects.toThrow('too large');
  });

  it('without a path are left alone', async () => {
    const args = { ref: 'e1', files: 'nonsense' };
    const caller = { id: 'a', name: 'a', session: 's', remembered: false };
    expect(await withContents({ home: '/' }, { tool: 'upload', args, caller }, options())).toBe(args);
  });
});

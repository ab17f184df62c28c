import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { readUpload, withFiles } from './remote-files.ts';

/** A home with a project, in which the agent works, and a secret beside it. */
function openHome() {
  const home = realpathSync(temporaryFolder());
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'a.txt'), 'abc');
  writeFileSync(join(home, 'secret.txt'), 'hidden');
  return { home, cwd };
}

function call(tool: string, paths: readonly string[]) {
  const args = { action: 'load', files: paths.map((path) => ({ path })) };
  const params = { name: `browser__${tool}`, arguments: args };
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params };
}

/** What the gateway gets for the call. */
async function sent(tool: string, paths: readonly string[], home = openHome()): Promise<unknown> {
  const upload = readUpload(call(tool, paths));
  if (upload === undefined) throw new Error('The call names files.');
  return withFiles(upload, home);
}

describe('the files of an agent on a remote host', () => {
  it('are sent with their contents', async () => {
    const read = { name: 'a.txt', mimeType: 'text/plain', base64: Buffer.from('abc').toString('base64') };
    const { params, ...rest } = call('upload', []);
    const filled = { ...params, arguments: { ...params.arguments, files: [read] } };
    expect(await sent('upload', ['a.txt'])).toEqual({ ...rest, params: filled });
  });

  it.each(['/data/files/me/shop.example.state.json', 'C:\\Users\\eve\\shop.example.state.json'])(
    "are left to the gateway where they may be of the user's computer: %s",
    async (path) => {
      expect(await sent('storage_state', [path])).toEqual(call('storage_state', [path]));
      const { cwd, home } = openHome();
      const both = { arguments: { files: [{ name: 'a.txt' }, { path }] } };
      expect(await sent('upload', [join(cwd, 'a.txt'), path], { cwd, home })).toMatchObject({ params: both });
    },
  );

  it('are never read outside of the folder it works in', async () => {
    const { cwd, home } = openHome();
    const path = join(home, 'secret.txt');
    expect(await sent('upload', [path], { cwd, home })).toEqual(call('upload', [path]));
    for (const relative of ['../secret.txt', 'missing.txt']) {
      await expect(sent('upload', [relative], { cwd, home })).rejects.toMatchObject({
        code: 'ERR_PERMISSION_DENIED',
        hint: expect.stringContaining(cwd),
      });
    }
  });

  it('are refused here where they are too large', async () => {
    const { cwd, home } = openHome();
    writeFileSync(join(cwd, 'large'), Buffer.alloc(limits.upload.maxBytes + 1));
    await expect(sent('upload', [join(cwd, 'large')], { cwd, home })).rejects.toThrow('too large');
  });
});

describe('a message without files', () => {
  it.each([
    ['another tool', call('click', ['a.txt'])],
    ['no path', call('upload', [])],
    ['no answer wanted', { ...call('upload', ['a.txt']), id: undefined }],
    ['no call', { jsonrpc: '2.0', id: 7, method: 'tools/list' }],
  ])('is passed on as it is: %s', (_, message) => {
    expect(readUpload(message)).toBeUndefined();
  });
});

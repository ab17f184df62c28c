import { linkSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { download, limits, ours, type Reply } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { isDownloadOfManaged, withDownloads } from './downloads.ts';

const CONTENT = 'a,b\n';

/** A download of an agent, and a secret of the same size beside its folder. */
function openHome() {
  const home = realpathSync(temporaryFolder());
  const [folder, secrets, own] = ['Downloads', '.ssh', 'data'].map((name) => join(home, name));
  for (const path of [folder, secrets, own]) mkdirSync(path ?? '');
  const path = join(folder ?? '', 'table.csv');
  const secret = join(secrets ?? '', 'table.csv');
  for (const each of [path, secret, join(own ?? '', 'table.csv')]) writeFileSync(each, CONTENT);
  return { home, folder: folder ?? '', secrets: secrets ?? '', own: own ?? '', path, secret };
}

function replyOf(path: string, more: { bytes?: number; startedAtMs?: number } = {}): Reply {
  const facts = { path, mimeType: 'text/csv', bytes: CONTENT.length, startedAtMs: Date.now(), ...more };
  return { facts: {}, parts: [ours('4 bytes.'), download(facts)] };
}

const read = (reply: Reply, ports: Parameters<typeof withDownloads>[0] = {}) =>
  withDownloads({ uid: process.getuid?.(), ...ports }, reply);

const refused = {
  code: 'ERR_PERMISSION_DENIED',
  message: 'downloads: the file is not the one that the browser saved.',
};

describe('a download of an agent', () => {
  it('becomes a file of its reply, also where the folder is a link', async () => {
    const { home, folder, path } = openHome();
    symlinkSync(folder, join(home, 'link'));
    const data = Buffer.from(CONTENT).toString('base64');
    for (const each of [path, join(home, 'link', 'table.csv')]) {
      const { parts } = await read(replyOf(each));
      expect(parts[1]).toEqual({ kind: 'file', name: 'table.csv', mimeType: 'text/csv', data });
    }
  });

  it('is not a link that was put in its place, nor a file of other bytes, links or times', async () => {
    const { path, secret, secrets, folder, home } = openHome();
    await expect(read(replyOf(path, { bytes: 5 }))).rejects.toMatchObject(refused);
    await expect(read(replyOf(path, { bytes: Number.NaN }))).rejects.toMatchObject(refused);
    await expect(read(replyOf(path, { startedAtMs: Number.NaN }))).rejects.toMatchObject(refused);
    await expect(read(replyOf(path, { startedAtMs: Date.now() + 60_000 }))).rejects.toMatchObject(refused);
    // Another time of change does not help: only the system sets the other one.
    utimesSync(path, 9_999_999_999, 9_999_999_999);
    await expect(read(replyOf(path, { startedAtMs: Date.now() + 60_000 }))).rejects.toMatchObject(refused);
    rmSync(path);
    symlinkSync(secret, path);
    await expect(read(replyOf(path))).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED' });
    rmSync(path);
    linkSync(secret, path);
    await expect(read(replyOf(path))).rejects.toMatchObject(refused);
    rmSync(path);
    mkdirSync(path);
    await expect(read(replyOf(path))).rejects.toMatchObject(refused);
    // The folder itself was exchanged: the file there is older than the download.
    renameSync(folder, join(home, 'old'));
    symlinkSync(secrets, folder);
    await expect(read(replyOf(join(folder, 'table.csv'), { startedAtMs: Date.now() + 10_000 }))).rejects.toMatchObject(
      refused,
    );
  });

  it('is never one of our own files, by whatever way, nor of another user, nor named without a folder', async () => {
    const { home, own } = openHome();
    const ours = { ownFolders: [own] };
    symlinkSync(own, join(home, 'alias'));
    for (const folder of [own, join(home, 'alias')])
      await expect(read(replyOf(join(folder, 'table.csv')), ours)).rejects.toMatchObject(refused);
    expect((await read(replyOf(join(own, 'table.csv')))).parts[1]).toMatchObject({ kind: 'file' });
    await expect(read(replyOf(join(own, 'table.csv')), { uid: 4_000_000 })).rejects.toMatchObject(refused);
    await expect(read(replyOf('table.csv'))).rejects.toMatchObject(refused);
    await expect(read(replyOf(join(home, 'none', 'x')))).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED' });
  });

  it('may lie where a browser of ours saves files, and nowhere else there', async () => {
    const { home, own } = openHome();
    const folder = join(own, 'managed', 'chromium', 'home', 'Downloads');
    mkdirSync(folder, { recursive: true });
    const places = [folder, join(own, 'managed', 'chromium', 'home')].map((each) => join(each, 'table.csv'));
    for (const path of places) writeFileSync(path, CONTENT);
    const ports = { ownFolders: [own], isManagedDownload: (path: string) => isDownloadOfManaged(own, path) };
    expect((await read(replyOf(places[0] ?? ''), ports)).parts[1]).toMatchObject({ kind: 'file' });
    await expect(read(replyOf(places[1] ?? ''), ports)).rejects.toMatchObject(refused);
    const around = join(home, 'data', 'managed', 'x', 'home', 'Downloads', '..', '..', '..', '..', 'table.csv');
    mkdirSync(join(own, 'managed', 'x', 'home', 'Downloads'), { recursive: true });
    await expect(read(replyOf(around), ports)).rejects.toMatchObject(refused);
  });

  it('that is too large stays where it is', async () => {
    const { path } = openHome();
    const bytes = limits.files.maxBytes + 1;
    await expect(read(replyOf(path, { bytes }))).rejects.toMatchObject({ code: 'ERR_FRAME_TOO_LARGE' });
  });
});

// Downloads of an agent's tab: listed, and copied by what the gateway does with the reply.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseReply } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { withDownloads } from '../../../packages/gateway/src/apps/browser/downloads.ts';
import { eventually } from '../../support/eventually.ts';
import type { Scene } from './scene.ts';

export function downloadSuite(scene: Scene): void {
  async function listed(): Promise<Record<string, unknown>[]> {
    const { facts } = await scene.agent.call('downloads', { action: 'list' });
    return Array.isArray(facts.downloads) ? facts.downloads.filter(isRecord) : [];
  }

  /** As a gateway would save it. */
  async function contentOf(id: unknown): Promise<string> {
    const params = { name: 'downloads', arguments: { action: 'save', id }, reply: 'parts' };
    const { result, error } = await scene.agent.client.request({ method: 'call_tool', params });
    const reply = parseReply(result);
    if (reply === undefined) throw Object.assign(new Error(JSON.stringify(error)), error);
    const { parts } = await withDownloads({ uid: process.getuid?.() }, reply);
    const file = parts.find((part) => part.kind === 'file');
    return Buffer.from(file?.data ?? '', 'base64').toString();
  }

  it('lists what the tab has downloaded, however it began, and copies it', async () => {
    await scene.at('/consequences');
    expect((await scene.agent.call('downloads', { action: 'list' })).text).toBe('This tab has downloaded nothing.');
    const names = scene.ways.savesManyFiles ? ['Attachment', 'Saved link', 'Make file'] : ['Attachment'];
    for (const name of names) await scene.agent.call('click', { text: name });
    const all = await eventually('all are complete', async () => {
      const found = await listed();
      return found.length === names.length && found.every(({ state }) => state === 'complete') ? found : undefined;
    });
    expect(all[0]).toMatchObject({ id: 'd1', url: `${scene.site.origin}/file.csv`, bytes: 8 });
    const contents = await Promise.all(all.map(({ id }) => contentOf(id)));
    expect(contents).toEqual(['a,b\n1,2\n', 'a,b\n1,2\n', 'made here'].slice(0, names.length));
    const { text } = await scene.agent.call('downloads', { action: 'list' });
    expect(text).toMatch(/^1?[13] downloads?:\nd1 complete, 8 bytes: \/.*table.*\.csv, from http/);
  });

  it('copies a navigation that became a download, and nothing that was put in its place', async () => {
    await scene.at('/article');
    await expect(scene.agent.call('navigate', { url: `${scene.site.origin}/file.csv` })).rejects.toThrow('DOWNLOAD');
    await expect(contentOf('d2')).rejects.toMatchObject({ message: 'This tab has no download d2.' });
    // Ids of the browser mean nothing here.
    await expect(contentOf('1')).rejects.toMatchObject({ message: 'This tab has no download 1.' });
    expect(await contentOf('d1')).toBe('a,b\n1,2\n');
    const path = String((await listed())[0]?.path);
    const secret = join(scene.stage.folder, 'secret.txt');
    writeFileSync(secret, 'secrets\n');
    rmSync(path);
    symlinkSync(secret, path);
    await expect(contentOf('d1')).rejects.toThrow();
    rmSync(path);
  });
}

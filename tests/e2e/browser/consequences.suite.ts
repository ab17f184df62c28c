// What acts bring besides changes of the page: files, questions for files, errors, and none of it freezes the tab.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Scene } from './scene.ts';
import type { ToolResult } from './stage.ts';

export function consequenceSuite(scene: Scene): void {
  const click = (name: string) => scene.agent.call('click', { ref: scene.agent.ref(name) });

  /** The first file of the reply, once the browser has it whole: Firefox keeps its place with an empty one. */
  async function saved({ facts }: ToolResult): Promise<{ name: string; content: string }> {
    const [download] = [facts.downloads].flat().filter(isRecord);
    const path = String(download?.path);
    const content = await eventually(`the file ${path}`, () => readWhole(path));
    return { name: basename(path).replace(/\(\d+\)/, ''), content };
  }

  function readWhole(path: string): string | undefined {
    const content = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return content === '' ? undefined : content;
  }

  it('tells of downloads, and where they lie, however they began', async () => {
    await scene.at('/consequences');
    const attached = await click('Attachment');
    expect(attached.facts).toMatchObject({ navigated: false });
    expect(attached.text).toMatch(/^download (saved|in progress): \//m);
    expect(await saved(attached)).toEqual({ name: 'table.csv', content: 'a,b\n1,2\n' });
    const second = await click('Saved link');
    if (!scene.ways.savesManyFiles) {
      expect(second.facts).not.toHaveProperty('downloads');
      return;
    }
    expect(await saved(second)).toEqual({ name: 'named.txt', content: 'a,b\n1,2\n' });
    expect(await saved(await click('Make file'))).toEqual({ name: 'made.txt', content: 'made here' });
    const gone = scene.agent.call('navigate', { url: `${scene.site.origin}/file.csv` });
    await expect(gone).rejects.toMatchObject({
      message: expect.stringMatching(/^DOWNLOAD: /),
      data: { path: expect.stringContaining('table') },
    });
    expect(await scene.agent.look()).toContain('Ready');
  });

  it('tells when a page asks for files, and shows no window for it', async () => {
    await scene.at('/consequences');
    const files = [{ name: 'a.txt', text: 'A' }];
    for (const [name, multiple] of [
      ['Papers', false],
      ['Choose hidden', true],
    ] as const) {
      const { facts, text } = await click(name);
      const { ref } = isRecord(facts.fileChooser) ? facts.fileChooser : {};
      expect(facts.fileChooser).toEqual({ ref: expect.stringMatching(/^e\d+$/), multiple });
      expect(text).toContain(`The page asks for ${multiple ? 'files' : 'a file'}: upload to ${String(ref)}`);
      const { facts: given } = await scene.agent.call('upload', { ref, files });
      expect(JSON.stringify(given.changes)).toContain(multiple ? 'Got 1' : 'Got a.txt');
    }
    const { facts } = await click('Choose detached');
    expect(facts.fileChooser).toEqual(scene.ways.seesEveryChooser ? { multiple: false } : undefined);
    const given = scene.agent.call('upload', { files });
    if (scene.ways.seesEveryChooser) {
      await given;
      expect(await scene.agent.look()).toContain('Got a.txt');
    } else await expect(given).rejects.toThrow('needs the ref');
  });

  it('tells of errors of the page and of requests that failed', async () => {
    await scene.at('/consequences');
    expect((await click('Throw')).text).toMatch(/^error: ReferenceError: missing is not defined$/m);
    expect((await click('Reject')).facts.errors).toEqual(['unhandled rejection: Error: lost']);
    expect((await click('Complain')).facts.errors).toEqual(['Told {"code":7}']);
    const refused = await click('Refused');
    expect(refused.facts).toMatchObject({
      errors: [`GET ${scene.site.origin}/refused answered 404`],
      changes: expect.arrayContaining([expect.stringContaining('Status 404')]),
    });
    expect((await click('Complain')).facts).not.toHaveProperty('downloads');
  });

  it('waits for a network at rest', async () => {
    await scene.at('/consequences');
    await scene.agent.call('evaluate', { expression: 'busy()' });
    const idle = await scene.agent.call('wait_for', { network: 'idle' });
    expect(idle.facts).toMatchObject({ met: true, waitedFor: 'an idle network' });
    const done = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/slow')).length";
    expect(await scene.agent.value(done)).toBe(4);
    await expect(scene.agent.call('wait_for', { ref: scene.agent.ref('Alert') })).rejects.toThrow(
      'ref and state together',
    );
  });
}

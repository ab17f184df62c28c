// A change of a large file, which takes other ways to its review than a small one.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { useEditor } from '../../e2e/vscode/editor-world.ts';
import { changeSettings } from '../../e2e/vscode/settings.ts';

const world = useEditor();

it('a large file is reviewed and saved like any other, without a byte order mark on the way', async () => {
  const { person, agent } = world;
  // A draft has a mark where the settings of any language could make VS Code read it as something else. Windows are seen to have
  // the new settings by the other one.
  await changeSettings({ '[latex]': { 'files.encoding': 'utf8' }, 'sallyport.diagnosticDelay': 100 });
  const text = Array.from({ length: 40_000 }, (_, at) => `Zeile ${at}: grün und blau\r\n`).join('');
  world.write('large.txt', `\uFEFF${text}`);
  const changed = text.replace('Zeile 3:', 'Reihe 3:');
  const answer = agent.call('write_file', { path: 'large.txt', content: changed.replaceAll('\r\n', '\n') });
  await person.seesReview('large.txt');
  await person.proposedLine('Reihe 3').click();
  await person.statusItem(/^UTF-8$/).waitFor();
  await person.accept();
  const saved = `\uFEFF${changed}`;
  const { structured } = await answer;
  expect(structured).toMatchObject({
    status: 'accepted',
    operation: 'modified',
    final_content_sha256: createHash('sha256').update(saved).digest('hex'),
  });
  expect(structured).not.toHaveProperty('user_edits');
  expect(world.read('large.txt')).toBe(saved);

  const next = agent.call('write_file', { path: 'large.txt', content: text });
  await person.seesReview('large.txt');
  world.write('large.txt', 'another program wrote this\n');
  await person.accept();
  expect((await next).structured).toMatchObject({ status: 'conflict' });
  await person.reject();
});

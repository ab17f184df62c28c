// Real VS Code windows behind the gateway: the seven tools as editor__…, and two agents in two windows and two browsers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { readTabs } from '../../support/read-tabs.ts';
import type { EditorAgent } from './editor-agent.ts';
import { type OpenedWorld, openEditorWorld, useEditor } from './editor-world.ts';
import { type GatewayStage, openGatewayStage } from './gateway-stage.ts';
import { block } from './search-block.ts';

const first = useEditor();
const ROUNDS = 5;
let stage: GatewayStage;
let second: OpenedWorld;

beforeAll(async () => {
  stage = await openGatewayStage(first.home);
  second = await openEditorWorld('second');
  // Side by side with the tests of the editor alone.
  browsers = Promise.all([stage.openBrowser('chromium'), stage.openBrowser('firefox')]);
  browsers.catch(() => {});
  await eventually('both windows are met', async () => (await editors()).length === 2, 60_000);
}, 120_000);

afterAll(async () => {
  await browsers?.catch(() => {});
  await stage.close();
  await second.close();
});

let browsers: Promise<unknown> | undefined;

async function editors(): Promise<unknown[]> {
  const { editors: met } = await stage.sallyport('status');
  return Array.isArray(met) ? met : [];
}

async function useSevenTools(agent: EditorAgent, name: string): Promise<void> {
  const { person } = first;
  expect((await agent.call('editor__read_file', { path: 'notes.txt', offset: 2, limit: 1 })).text).toContain('two');
  expect((await agent.call('editor__list_files', { path: '.' })).text).toContain('greeting.ts');
  expect((await agent.call('editor__search_files', { path: '.', regex: 'greet\\(' })).text).toContain('greeting.ts');
  expect((await agent.call('editor__get_diagnostics', {})).isError).toBe(false);

  const told: string[] = [];
  const onProgress = (message: string) => told.push(message);
  const written = agent.call('editor__write_file', { path: 'notes.txt', content: `by ${name}\n` }, { onProgress });
  await person.seesReview('notes.txt');
  await person.openList();
  await person.listed(name).waitFor();
  await person.accept();
  expect((await written).structured).toMatchObject({ status: 'accepted', path: 'notes.txt', operation: 'modified' });
  expect(first.read('notes.txt')).toBe(`by ${name}\n`);
  expect(told).toContain('Waiting for the user to review notes.txt');

  const diff = block(`by ${name}`, 'by nobody');
  const changed = agent.call('editor__apply_diff', { path: 'notes.txt', diff });
  await person.seesReview('notes.txt');
  await person.reject();
  expect((await changed).structured).toEqual({ status: 'rejected', path: 'notes.txt' });

  const run = agent.call('editor__execute_command', { command: 'echo "from $PWD"' });
  await person.answerQuestion('Run');
  expect((await run).structured).toMatchObject({ exit_code: 0, output: `from ${first.workspace}\n` });
}

it('an agent over stdio has the seven tools in the window of its working directory', async () => {
  const agent = await stage.openAgent('Stella', { cwd: first.workspace });
  await useSevenTools(agent, 'Stella');
});

it('an agent over HTTP has them after it chose, since nobody knows where it works', async () => {
  const { thirdFolder } = inject('editor');
  const agent = await stage.openAgent('Hattie', 'http');
  const lost = await agent.call('editor__read_file', { path: 'notes.txt' });
  expect(lost.failure).toMatchObject({
    code: 'ERR_INPUT_INVALID',
    data: {
      windows: expect.arrayContaining([first.workspace, `${second.workspace}, ${thirdFolder}`]),
      outcome: 'not_run',
    },
  });
  expect(lost.text).toContain(first.workspace);
  await agent.call('editor__windows', { choose: first.workspace });
  await useSevenTools(agent, 'Hattie');
});

it('two agents in two browsers and two windows at once meet nothing of each other, by their own names', async () => {
  await browsers;
  const site = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Page</title><h1>Page of ${request.url}</h1>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port always has this form of address.
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    const names = await eventually(
      'both browsers are connected',
      async () => {
        const { browsers: linked } = await stage.sallyport('status');
        const found = Array.isArray(linked) ? linked.map(({ name }) => String(name)) : [];
        return found.length === 2 ? found.sort() : undefined;
      },
      60_000,
    );
    const workers = [];
    for (const [n, world] of [first, second].entries()) {
      const name = n === 0 ? 'Ada' : 'Bob';
      const agent = await stage.openAgent(name, { cwd: world.workspace });
      const chosen = await agent.call('browser__browsers', { choose: names[n] });
      expect(chosen.text).toContain(`${names[n]} (yours)`);
      workers.push({ world, agent, name });
    }
    await Promise.all(
      workers.map(async ({ world, agent, name }) => {
        await agent.call('browser__tabs', { action: 'open', url: `${origin}/${name}` });
        const told: string[] = [];
        const written = agent.call(
          'editor__write_file',
          { path: `${name}.txt`, content: `${name}\n` },
          { onProgress: (message) => told.push(message) },
        );
        expect((await agent.call('browser__snapshot', {})).text).toContain(`Page of /${name}`);
        await world.person.seesReview(`${name}.txt`);
        for (let round = 0; round < ROUNDS; round += 1) {
          world.write('round.txt', `${name} ${round}\n`);
          expect((await agent.call('editor__read_file', { path: 'round.txt' })).text).toContain(`${name} ${round}`);
          const { text } = await agent.call('browser__tabs', { action: 'list' });
          expect(readTabs(text).tabs).toMatchObject([{ url: `${origin}/${name}` }]);
        }
        await world.person.accept();
        expect((await written).structured).toMatchObject({ status: 'accepted', path: `${name}.txt` });
        expect(world.read(`${name}.txt`)).toBe(`${name}\n`);
        expect(new Set(told)).toEqual(new Set([`Waiting for the user to review ${name}.txt`]));
      }),
    );
    const { entries } = await stage.sallyport('journal', '--kind', 'call', '--last', '500');
    const calls = (Array.isArray(entries) ? entries : []).filter(({ agent }) => ['Ada', 'Bob'].includes(agent.name));
    for (const { name } of workers) {
      const own = calls.filter(({ agent, direct }) => agent.name === name && direct !== true);
      expect(own.filter(({ tool }) => tool === 'editor/read_file')).toHaveLength(ROUNDS);
      expect(own.filter(({ tool }) => tool === 'editor/write_file')).toHaveLength(1);
      expect(own.filter(({ tool }) => tool === 'browser/tabs')).toHaveLength(ROUNDS + 1);
      expect(new Set(own.map(({ stay }) => stay)).size).toBe(1);
      expect(own.every(({ outcome }) => outcome === 'result')).toBe(true);
    }
    expect(new Set(calls.map(({ agent }) => agent.id)).size).toBe(2);
  } finally {
    site.close();
    site.closeAllConnections();
  }
}, 120_000);

it('what came to a window directly is in the journal too, and shown in the window', async () => {
  await first.agent.call('read_file', { path: 'notes.txt' });
  const { entries } = await stage.sallyport('journal', '--agent', 'tester', '--last', '1');
  expect(entries).toMatchObject([
    { kind: 'call', tool: 'editor/read_file', agent: { name: 'tester' }, outcome: 'result', direct: true },
  ]);
  expect(JSON.stringify(entries)).not.toContain('notes.txt');
  await first.person.runCommand('Sallyport: Show Journal');
  const row = first.person.page.locator('.quick-input-list .monaco-list-row', { hasText: 'tester, direct' }).first();
  await row.waitFor();
  await first.person.takePicture('journal');
  await first.person.press('Escape');
});

// How often one click is read from JSON and written as JSON by our own programs, from the agent to the page and back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { buildUnpacked } from '../../../scripts/build-extension.ts';
import { openAgent } from '../../support/agent.ts';
import { eventually } from '../../support/eventually.ts';
import { type JsonWork, openJsonCounter } from '../../support/json-counter.ts';
import { shim } from '../../support/up-process.ts';
import { refOf } from '../browser/stage.ts';
import { ProbeStage } from '../host/probe-stage.ts';
import { openSite } from './extension-site.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const LIMITS = { parse: 5, stringify: 4 };
/** A ping may fall into one of them. */
const CLICKS = 5;
/** Reports come a moment after what they tell of. */
const REPORTED_MS = 500;

it(`a click crosses at most ${LIMITS.parse} JSON parses and ${LIMITS.stringify} stringifies of ours`, async () => {
  const site = await openSite();
  onTestFinished(() => site.close());
  const stage = await ProbeStage.open('chromium', (target, folder) => buildUnpacked(target, root, folder));
  onTestFinished(() => stage.close());
  const counter = await openJsonCounter(stage.folder);
  onTestFinished(() => counter.close());
  counter.prependTo(join(stage.options.extensionFolder, 'background.js'), 'extension');
  counter.prependTo(join(stage.options.extensionFolder, 'page.js'), 'page');
  counter.prependTo(join(stage.folder, 'native-host.cjs'), 'host');
  await stage.install();
  await stage.startedHost(await stage.openBrowser());

  const env = { ...stage.options.machine.env, PATH: process.env.PATH ?? '' } as Record<string, string>;
  const programs = ['--require', counter.scriptFor('gateway'), join(root, 'dist', 'gateway.cjs')];
  const gateway = spawn(process.execPath, programs, { env, stdio: 'ignore' });
  onTestFinished(async () => {
    gateway.kill();
    if (gateway.exitCode === null) await once(gateway, 'exit');
  });
  const counted = { ...env, NODE_OPTIONS: `--require ${counter.scriptFor('shim')}` };
  const agent = await openAgent(shim, 'modern', { env: counted, cwd: stage.folder });
  onTestFinished(() => agent.close());
  const call = async (tool: string, args: Record<string, unknown>): Promise<string> => {
    const { content, isError } = await agent.client.callTool({ name: `browser__${tool}`, arguments: args });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    expect(isError, text).not.toBe(true);
    return text;
  };
  await eventually('the gateway has the browser', async () => {
    const { tools } = await agent.client.listTools();
    return tools.some(({ name }) => name === 'browser__click');
  });
  await call('tabs', { action: 'open', url: site.origin });
  const ref = refOf(await call('snapshot', {}), 'Count 0');
  await delay(REPORTED_MS);

  const rounds: JsonWork[][] = [];
  for (let click = 0; click < CLICKS; click += 1) {
    counter.take();
    await call('click', { ref });
    await delay(REPORTED_MS);
    rounds.push(counter.take());
  }
  const least = (kind: JsonWork['kind']) =>
    Math.min(...rounds.map((round) => round.filter((work) => work.kind === kind).length));
  const shown = rounds.map((round) => round.map(({ kind, where, text }) => `${where} ${kind} ${text}`).join('\n'));
  const counts = { parse: least('parse'), stringify: least('stringify') };
  // Fewer than these would mean that a program was not counted.
  expect(counts.parse, shown[0]).toBeGreaterThan(2);
  expect(counts.parse, shown.join('\n\n')).toBeLessThanOrEqual(LIMITS.parse);
  expect(counts.stringify, shown.join('\n\n')).toBeLessThanOrEqual(LIMITS.stringify);
});

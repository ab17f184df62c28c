// A few seconds of `npm run fuzz`: every target once, with a fixed seed, after the corpus of what once failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { targets } from '../../fuzz/targets/all.ts';
import { projectRoot } from '../../support/test-sources.ts';

const main = join(projectRoot, 'tests', 'fuzz', 'main.ts');

/** Not in the worker's own process, and without blocking it: a run may take a minute on a busy machine. */
async function fuzz(...args: string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  const node = ['--import', 'tsx', '--conditions=@sallyport/source', main, ...args];
  const child = spawn(process.execPath, node, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [status] = await once(child, 'close');
  return { status, output };
}

it('a short run over all targets finds nothing', async () => {
  const { status, output } = await fuzz('--seed', '1', '--minutes', '0.1');
  expect(output).toContain('Nothing was found.');
  expect(status).toBe(0);
  for (const { name } of targets) {
    const inputs = Number(new RegExp(`^${name} +(\\d+) inputs`, 'm').exec(output)?.[1]);
    expect(inputs, `inputs of ${name}`).toBeGreaterThan(0);
  }
}, 180_000);

it('a finding can be fed again from its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'finding.json');
  writeFileSync(file, JSON.stringify({ target: 'tool-arguments', input: { tool: 'click', args: 'no JSON' } }));
  const { status, output } = await fuzz('--replay', file);
  expect(output).toContain('SyntaxError');
  expect(status).toBe(1);
}, 180_000);

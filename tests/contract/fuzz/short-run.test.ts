// A few seconds of `npm run fuzz`: every target once, with a fixed seed, after the corpus of what once failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { targets } from '../../fuzz/targets/all.ts';
import { projectRoot } from '../../support/test-sources.ts';

const main = join(projectRoot, 'tests', 'fuzz', 'main.ts');

function fuzz(...args: string[]): { readonly status: number | null; readonly output: string } {
  const node = ['--import', 'tsx', '--conditions=@sallyport/source', main, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { cwd: projectRoot, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

it('a short run over all targets finds nothing', () => {
  const { status, output } = fuzz('--seed', '1', '--minutes', '0.1');
  expect(output).toContain('Nothing was found.');
  expect(status).toBe(0);
  for (const { name } of targets) {
    const inputs = Number(new RegExp(`^${name} +(\\d+) inputs`, 'm').exec(output)?.[1]);
    expect(inputs, `inputs of ${name}`).toBeGreaterThan(0);
  }
}, 180_000);

it('a finding can be fed again from its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'finding.json');
  writeFileSync(file, JSON.stringify({ target: 'tool-arguments', input: { tool: 'click', args: 'no JSON' } }));
  const { status, output } = fuzz('--replay', file);
  expect(output).toContain('SyntaxError');
  expect(status).toBe(1);
}, 60_000);

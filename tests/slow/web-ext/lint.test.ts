// The Firefox build passes Mozilla's own check, the one that stands before signing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { buildUnpacked } from '../../../scripts/build-extension.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('node_modules/web-ext/bin/web-ext.js', import.meta.url));

/** What it warns of, by code and message, and why that is as it should be. */
const explained: readonly { readonly code: string; readonly message?: string; readonly why: string }[] = [
  {
    code: 'DANGEROUS_EVAL',
    why: 'The tool "evaluate" runs what an agent wrote, in the page’s own world and only where the page’s policy allows it.',
  },
  {
    code: 'UNSUPPORTED_API',
    message: 'dom.openOrClosedShadowRoot is not supported',
    why: 'Called only where chrome.dom exists; Firefox has a property of the element for it.',
  },
];

it('web-ext lint finds no error in the Firefox build, and nothing that is not explained here', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'firefox');
  await buildUnpacked('firefox', root, source);
  expect(existsSync(program)).toBe(true);
  const args = ['lint', '--source-dir', source, '--output', 'json', '--no-config-discovery'];
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    timeout: 150_000,
  });
  const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')) || '{}');
  expect(isRecord(report) ? report.errors : stderr).toEqual([]);
  const told = isRecord(report) ? [report.warnings, report.notices].flat().filter(isRecord) : [];
  const isExplained = ({ code, message }: Record<string, unknown>) =>
    explained.some((known) => known.code === code && (known.message ?? message) === message);
  expect(told.filter((warning) => !isExplained(warning))).toEqual([]);
});

// Each gate of `npm run check` fails on an offence planted in a small project with our own settings.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../support/test-sources.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-gates-'));
  for (const file of ['.oxlintrc.json', 'biome.json', 'tsconfig.base.json']) {
    cpSync(join(projectRoot, file), join(folder, file));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'src'));
  // Biome takes its ignore file from git.
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  write('package.json', { name: 'planted', type: 'module', exports: './src/index.ts' });
  write('tsconfig.json', { extends: './tsconfig.base.json', include: ['src'] });
  write('knip.json', { project: ['src/**/*.ts'] });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: unknown): void {
  writeFileSync(join(folder, file), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const bin = join(projectRoot, 'node_modules', '.bin', command);
  const { status, stdout, stderr } = spawnSync(bin, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const sound = 'export async function greet(): Promise<void> {}\n';

it.each([
  ['an unformatted file', 'biome', ['ci', 'src'], 'export const a   = 1', 'format'],
  ['an explicit any', 'biome', ['ci', 'src'], 'export const a: any = 1;\n', 'noExplicitAny'],
  ['a default export', 'biome', ['ci', 'src'], 'export default 1;\n', 'noDefaultExport'],
  ['a floating promise', 'oxlint', ['--type-aware', 'src'], `${sound}greet();\n`, 'no-floating-promises'],
  ['a type error', 'tsc', ['-b'], "export const a: number = 'text';\n", 'TS2322'],
])('%s fails the check', (_, command, args, offence, reason) => {
  write('src/index.ts', offence);
  const planted = run(command, ...args);
  expect(planted.output).toContain(reason);
  expect(planted.status).not.toBe(0);
  write('src/index.ts', sound);
  expect(run(command, ...args)).toMatchObject({ status: 0 });
});

it('an unused export fails the check', () => {
  write('src/index.ts', "import { used } from './other.ts';\n\nexport const a = used;\n");
  write('src/other.ts', 'export const used = 1;\nexport const unused = 2;\n');
  const planted = run('knip');
  expect(planted.output).toContain('unused');
  expect(planted.status).not.toBe(0);
  write('src/other.ts', 'export const used = 1;\n');
  expect(run('knip')).toMatchObject({ status: 0 });
});

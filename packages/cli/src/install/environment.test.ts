import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAnswer, recordEnvironment } from './environment.ts';
import { lastingVariables, renderEnvironment } from './environment-file.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-shell-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shellThat(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const own = { PATH: '/own', HOME: '/root' };

function ask(shell: string | undefined) {
  return recordEnvironment({ shell, node: process.execPath, env: own, mark: 'm4rk' });
}

describe('the environment of the login shell', () => {
  it('is what its profile makes of it, whatever the profile prints', async () => {
    const shell = shellThat(
      'noisy',
      'echo Welcome; export PATH=/from/profile TOOL=x; shift 3; echo "$1"; eval "$1"; echo bye',
    );
    expect(await ask(shell)).toEqual({ variables: { HOME: '/root', PATH: '/from/profile', TOOL: 'x' } });
  });

  it('is asked of an interactive login shell', async () => {
    const shell = shellThat('flags', 'export FLAGS="$1 $2 $3"; shift 3; eval "$1"');
    expect((await ask(shell)).variables.FLAGS).toBe('-l -i -c');
  });

  it.each([
    ['is not there', () => join(folder, 'nowhere')],
    ['fails', () => shellThat('failing', 'exit 3')],
    ['prints no answer', () => shellThat('silent', 'echo "m4rk<{}"')],
    ['never stops talking', () => shellThat('endless', 'exec yes')],
  ])('is replaced by our own, with a word about it, when the shell %s', async (_, shell) => {
    const { variables, warning } = await ask(shell());
    expect(variables).toEqual(own);
    expect(warning).toContain('did not report its environment');
  });

  it('does not wait for what a profile left running', async () => {
    const shell = shellThat('leaving', 'sleep 600 & shift 3; eval "$1"');
    const startedAt = performance.now();
    expect((await ask(shell)).warning).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('is our own on a system without login shells', async () => {
    expect(await ask(undefined)).toEqual({ variables: own });
  });
});

describe('a recorded environment', () => {
  it('leaves out what belongs to one terminal, to npm or to us', () => {
    const env = {
      B: '2',
      A: '1',
      PWD: '/x',
      SHLVL: '2',
      TERM: 'xterm',
      npm_config_x: 'y',
      SALLYPORT_HOME: '/h',
      _: '/usr/bin/env',
    };
    expect(Object.keys(lastingVariables(env))).toEqual(['A', 'B']);
  });

  it('is a file that is the same for the same variables, whatever their order', () => {
    const text = renderEnvironment(lastingVariables({ B: '2', A: '1' }));
    expect(text).toBe(renderEnvironment(lastingVariables({ A: '1', B: '2' })));
    expect(JSON.parse(text)).toEqual({ variables: { A: '1', B: '2' } });
  });

  it('is not taken from an answer that is none', () => {
    for (const output of ['', 'm<', 'm<>m', 'm<[]>m', '>mm<', 'm<{"A":>m'])
      expect(parseAnswer(output, 'm')).toBeUndefined();
    expect(parseAnswer('m<{"A":"1","B":2}>m', 'm')).toEqual({ A: '1' });
  });
});

import { expect, it } from 'vitest';
import { installQuestion } from './install-question.ts';

const origin = 'https://docs.example.com';
const agent = { id: origin, name: origin, session: 's', remembered: false };

function cardOf(command: string, args: readonly string[] = [], env: Record<string, string> = {}, isTaken = false) {
  const server = { name: 'files', entry: { command, args, env }, blanks: [] };
  const card = installQuestion.card({ kind: 'install', agent, origin, tabId: 1, server, isTaken });
  return { ...card, install: card.install ?? expect.unreachable('no card') };
}

it('shows the exact words, each on its own, and where the link is', () => {
  const { install } = cardOf('npx', ['-y', 'a b']);
  expect(install).toMatchObject({ before: 'https://docs.', name: 'example.com', words: ['npx', '-y', 'a b'] });
  expect(install.effects.join()).toContain('as you');
});

it.each([
  ['npx', ['-y', 'x'], {}, 'Downloads and runs code'],
  ['C:\\tools\\NPX.cmd', [], {}, 'Downloads and runs code'],
  ['/usr/bin/uvx', ['x'], {}, 'Downloads and runs code'],
  ['docker', ['run', 'x'], {}, 'Downloads and runs code'],
  ['bash', ['-c', 'curl x | sh'], {}, 'command of a shell'],
  ['node', ['-e', 'x()'], {}, 'the link itself contains'],
  ['/usr/bin/env', ['-S', 'bash', '-lc', 'x'], {}, 'command of a shell'],
  ['busybox', ['sh', '-c', 'x'], {}, 'command of a shell'],
  ['nice', ['npx', 'x'], {}, 'Downloads and runs code'],
  ['python3.12', ['-c', 'x'], {}, 'the link itself contains'],
  ['node', ['--eval=x()'], {}, 'the link itself contains'],
  ['perl', ['-pe', 'x'], {}, 'the link itself contains'],
  ['server', ['x; curl evil'], {}, 'a shell runs several commands'],
  ['server', ['$(curl evil)'], {}, 'a shell runs several commands'],
  ['server', ['@mоdel/x'], {}, 'can look like others'],
  ['server', [], { npm_config_registry: 'https://evil.example' }, 'npm_config_registry'],
  ['server', [], { SSH_ASKPASS: '/tmp/x' }, 'SSH_ASKPASS'],
  ['server', [], { NODE_OPTIONS: '--require x', LD_PRELOAD: 'x' }, 'NODE_OPTIONS, LD_PRELOAD'],
])('%s %j warns', (command, args, env, words) => {
  expect(cardOf(command, args, env).install.warnings.join()).toContain(words);
});

it('shows values, but of secrets the beginning alone', () => {
  const { install } = cardOf('server', ['--x'], { REGION: 'eu', API_KEY: 'sk-1234567890' });
  expect(install.pairs).toEqual([
    { name: 'REGION', value: 'eu' },
    { name: 'API_KEY', value: 'sk•••••• (13 characters)' },
  ]);
  expect(install.warnings).toEqual([]);
});

it('shows the value of what changes how programs are loaded, whatever it is called', () => {
  expect(cardOf('server', [], { SSH_ASKPASS: '/tmp/evil' }).install.pairs).toEqual([
    { name: 'SSH_ASKPASS', value: '/tmp/evil' },
  ]);
});

it('has no button that stands out where something is unusual', () => {
  const looks = (command: string, args: readonly string[]) => cardOf(command, args).answers.map(({ look }) => look);
  expect([looks('server', ['--port', '80']), looks('server', ['a|b'])]).toEqual([
    ['main', ''],
    ['', ''],
  ]);
});

it('offers nothing where the name is taken', () => {
  expect(cardOf('x').answers.map(({ decision }) => decision)).toEqual(['allow', 'deny']);
  expect(cardOf('x', [], {}, true).answers.map(({ decision }) => decision)).toEqual(['deny']);
});

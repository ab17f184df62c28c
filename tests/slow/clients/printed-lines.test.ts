// The lines that `sallyport up` prints, tried as printed: a shell runs them, and the client then connects.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAgent } from '../../support/agent.ts';
import { eventually } from '../../support/eventually.ts';
import { openUpHome, type UpHome } from '../../support/up-process.ts';
import { codexStatus, programs, runClient } from './run-client.ts';

let home: UpHome;
let env: Record<string, string>;
let lines: Record<string, string>;

/** The clients as commands of their names, so that a shell finds them. */
function installClients(folder: string): void {
  mkdirSync(folder);
  for (const name of ['claude', 'codex', 'gemini'] as const) {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\nexec ${programs[name].map((word) => `"${word}"`).join(' ')} "$@"\n`);
    chmodSync(file, 0o755);
  }
}

beforeAll(async () => {
  home = openUpHome({ lasts: 'suite' });
  const bin = join(home.home, 'bin');
  installClients(bin);
  mkdirSync(join(home.home, '.codex'));
  mkdirSync(join(home.home, '.gemini'));
  env = {
    ...home.env,
    PATH: `${bin}${delimiter}${home.env.PATH}`,
    CODEX_HOME: join(home.home, '.codex'),
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  const { stdout, stderr } = await home.run('up', '--once', '--json');
  expect(stderr).toBe('');
  const { connect } = JSON.parse(stdout);
  lines = Object.fromEntries(connect.map(({ client, line }: { client: string; line: string }) => [client, line]));
}, 120_000);

afterAll(async () => {
  // The clients' shims started it, and it would stay for its idle minutes.
  await home.run('stop');
  await eventually('nothing of it runs', () => home.running().length === 0, 20_000);
  await home.close();
});

function runPrinted(client: string): void {
  execFileSync('/bin/sh', ['-c', lines[client] ?? 'false'], { env, cwd: home.home, stdio: 'pipe', timeout: 90_000 });
}

/** Clients hand on next to nothing of their environment, so that the line must carry what the shim needs. */
const clean = () => ({ env: withoutHome(env), cwd: home.home });

function withoutHome({ SALLYPORT_HOME: _, ...rest }: Record<string, string>): Record<string, string> {
  return rest;
}

it('Claude Code connects by its line', async () => {
  runPrinted('Claude Code');
  const { output } = await runClient(programs.claude, ['mcp', 'list'], clean());
  expect(output).toMatch(/sallyport: .*Connected/);
});

it('Codex connects by its line', async () => {
  runPrinted('Codex');
  const output = await codexStatus(clean());
  expect(output).toContain('"sallyport"');
  expect(output).toMatch(/serverInfo|"tools"/);
});

it('Gemini CLI connects by its line', async () => {
  runPrinted('Gemini CLI');
  const { output } = await runClient(programs.gemini, ['mcp', 'list'], clean());
  expect(output).toMatch(/sallyport: .*Connected/);
});

it('the entry for Cursor is one that a client can start', async () => {
  const { command, args, env: own } = JSON.parse(lines.Cursor ?? '{}').mcpServers.sallyport;
  expect(command).toBe(process.execPath);
  const agent = await openAgent(args[0], 'legacy', { env: { PATH: home.env.PATH ?? '', ...own }, cwd: home.home });
  expect(agent.client.getServerVersion()?.name).toBe('sallyport');
  await agent.close();
});

// The MCP clients people use, as published: each finds our tools through what `sallyport install` wrote for it, or by HTTP.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeDisk } from '@sallyport/cli';
import { whileLocked } from '@sallyport/native-host/run-directory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addAgent, sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openInstallerWorld } from '../../support/installer-world.ts';
import { once, openModelStub } from './model-stub.ts';
import { codexStatus, programs, runClient } from './run-client.ts';

/** A home where the client is used, set up by our own installer; its shim and gateway are the built ones. */
async function setUp(world: GatewayWorld, ...folders: string[]): Promise<void> {
  for (const folder of folders) mkdirSync(join(world.home, folder), { recursive: true });
  const installerWorld = openInstallerWorld('linux');
  onTestFinished(() => installerWorld.close());
  const readBundle = (file: string) => readFileSync(join(dirname(world.programs.shim), file));
  const installer: typeof installerWorld.ports = {
    ...installerWorld.ports,
    disk: nodeDisk,
    exists: existsSync,
    readBundle,
    alone: (path, change) => whileLocked({ path, pid: process.pid, random: randomBytes, now: Date.now }, change),
  };
  const { exitCode, stderr } = await sallyport(world, ['install', '--only', 'agents', '--yes'], { installer });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
}

async function openStub(tool: string, args: Record<string, unknown>) {
  const model = await openModelStub(once(tool, args));
  onTestFinished(() => model.close());
  return model;
}

const journalOf = (world: GatewayWorld) => world.read('data/journal.jsonl');

describe('Inspector', () => {
  it.each(['legacy', 'modern'])('in the %s era lists our tools and calls one by HTTP', async (era) => {
    const world = openGatewayWorld();
    await world.openHost();
    await world.startGateway();
    const { url } = await sallyportJson(world, 'serve', '--port', '0');
    const key = await addAgent(world, 'Inspector');
    const at = ['--cli', url, '--protocol-era', era, '--header', `Authorization: Bearer ${key}`, '--method'];
    const options = { env: world.env, cwd: world.home };
    const list = await runClient(programs.inspector, [...at, 'tools/list'], options);
    expect(list.output).toContain('browser__echo');
    const called = ['tools/call', '--tool-name', 'browser__echo', '--tool-arg', 'text=hello there'];
    const call = await runClient(programs.inspector, [...at, ...called], options);
    expect(call.output).toContain('hello there');
    expect(journalOf(world)).toContain('"name":"Inspector"');
  });

  it('lists our tools by stdio', async () => {
    const world = openGatewayWorld();
    await world.openHost();
    // The client hands on next to nothing of its environment: without this, the shim would look for the user's own gateway.
    const env = ['-e', `SALLYPORT_HOME=${world.home}`];
    const at = ['--cli', process.execPath, world.programs.shim, ...env, '--method', 'tools/list'];
    const { output } = await runClient(programs.inspector, at, { env: world.env, cwd: world.home });
    expect(output).toContain('browser__echo');
  });
});

describe('Claude Code', () => {
  it('connects by what the installer wrote, and its model calls a tool of ours', async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    await setUp(world, '.claude');
    const model = await openStub('browser__echo', { text: 'from the model' });
    const env = {
      ...world.env,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-stub',
      ENABLE_TOOL_SEARCH: 'false',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
    };
    const options = { env, cwd: world.home };
    const list = await runClient(programs.claude, ['mcp', 'list'], options);
    expect(list.output).toMatch(/sallyport: .*Connected/);
    const flags = ['-p', 'Go.', '--allowedTools', 'mcp__sallyport', '--output-format', 'stream-json', '--verbose'];
    const { output } = await runClient(programs.claude, flags, options);
    expect([...model.offered], output.slice(-2000)).toContain('mcp__sallyport__browser__echo');
    expect(host.calls.map(({ tool, agent }) => [tool, agent?.name])).toEqual([['echo', 'Claude Code']]);
    expect(JSON.stringify(model.results)).toContain('from the model');
  });
});

describe('Codex', () => {
  it('lists our tools by what the installer wrote', async () => {
    const world = openGatewayWorld();
    await world.openHost();
    await setUp(world, '.codex');
    const env = { ...world.env, CODEX_HOME: join(world.home, '.codex') };
    const output = await codexStatus({ env, cwd: world.home });
    expect(output).toContain('browser__echo');
    expect(journalOf(world)).toContain('"who":"Codex"');
  });

  it('has its model call a tool of ours', async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    await setUp(world, '.codex');
    const model = await openStub('browser__echo', { text: 'from the model' });
    const provider = `{ name = "stub", base_url = "${model.url}/v1", wire_api = "responses", env_key = "STUB_KEY" }`;
    const config = ['model_provider="stub"', `model_providers.stub=${provider}`, 'model="gpt-5"'];
    const flags = [...config.flatMap((line) => ['-c', line]), '--skip-git-repo-check'];
    const env = { ...world.env, CODEX_HOME: join(world.home, '.codex'), STUB_KEY: 'stub' };
    const mode = '--dangerously-bypass-approvals-and-sandbox';
    const { output } = await runClient(programs.codex, ['exec', ...flags, mode, 'Go.'], { env, cwd: world.home });
    expect([...model.offered], output.slice(-2000)).toContain('browser__echo');
    expect(
      host.calls.map(({ tool, agent }) => [tool, agent?.name]),
      output.slice(-2000),
    ).toEqual([['echo', 'Codex']]);
    expect(JSON.stringify(model.results)).toContain('from the model');
  });
});

describe('Gemini CLI', () => {
  it('connects by what the installer wrote, and its model calls a tool of ours', async () => {
    const world = openGatewayWorld();
    const host = await world.openHost();
    mkdirSync(join(world.home, '.gemini'));
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
    writeFileSync(join(world.home, '.gemini', 'settings.json'), JSON.stringify(settings));
    await setUp(world, '.gemini');
    const model = await openStub('browser__echo', { text: 'from the model' });
    const env = {
      ...world.env,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_API_KEY: 'stub',
      GOOGLE_GEMINI_BASE_URL: model.url,
    };
    const options = { env, cwd: world.home };
    const { output } = await runClient(programs.gemini, ['mcp', 'list'], options);
    expect(output).toMatch(/sallyport: .*Connected/);
    const run = await runClient(programs.gemini, ['-m', 'gemini-2.5-pro', '--yolo', '-p', 'Go.'], options);
    expect([...model.offered], run.output.slice(-2000)).toContain('mcp_sallyport_browser__echo');
    expect(host.calls.map(({ tool, agent }) => [tool, agent?.name])).toEqual([['echo', 'Gemini CLI']]);
    expect(JSON.stringify(model.results)).toContain('from the model');
  });
});

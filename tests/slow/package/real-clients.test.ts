// From one tarball in an empty home: each real client makes a call by the entry that install wrote, and uninstall takes away
// nothing but that entry from files that the clients have written since.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { openAgent } from '../../support/agent.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { projectRoot } from '../../support/test-sources.ts';
import { once, openModelStub } from '../clients/model-stub.ts';
import { type ClientRun, programs, runClient } from '../clients/run-client.ts';

const files: Readonly<Record<string, string>> = {
  '.claude.json': '{\n  "mcpServers": { "other": { "type": "stdio", "command": "true" } }\n}\n',
  '.codex/config.toml': 'model = "gpt-5"\n',
  '.gemini/settings.json': '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n',
  '.cursor/mcp.json': '{}\n',
};

it('four clients call a tool by the entries of a tarball, and only those entries go', async () => {
  const folder = temporaryFolder();
  const [out, prefix, home] = ['out', 'prefix', 'home'].map((name) => join(folder, name)) as [string, string, string];
  for (const [path, text] of Object.entries({ ...files, '.claude/keep': '' })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  onTestFinished(() => {
    for (const { pid } of processesNaming(folder)) process.kill(pid, 'SIGKILL');
  });
  const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs');
  const release = [tsx, '--conditions=@sallyport/source', 'scripts/release.ts', '--out', out];
  execFileSync(process.execPath, release, { cwd: projectRoot });
  const env = { PATH: process.env.PATH ?? '', HOME: home, USER: 'ada', npm_config_cache: join(folder, 'cache') };
  const tarball = join(out, `sallyport-${PRODUCT_VERSION}.tgz`);
  execFileSync('npm', ['install', '--global', '--offline', '--prefix', prefix, tarball], { cwd: home, env });
  const sallyport = (...args: string[]) => {
    const run = spawnSync(join(prefix, 'bin', 'sallyport'), args, { cwd: home, env, encoding: 'utf8' });
    expect(run.status, `${args.join(' ')}: ${run.stdout}${run.stderr}`).toBe(0);
    return run.stdout;
  };
  // It brings the server of notes, and makes a first call in a browser.
  expect(JSON.parse(sallyport('up', '--once', '--json'))).toMatchObject({ ok: true });
  expect(JSON.parse(sallyport('install', '--yes', '--json')).agents).toHaveLength(4);

  const withModel = async (run: (url: string) => Promise<ClientRun>) => {
    const model = await openModelStub(once('notes__add', { text: 'from a client' }));
    onTestFinished(() => model.close());
    const { output } = await run(model.url);
    expect(JSON.stringify(model.results), output.slice(-2000)).toContain('from a client');
  };
  await withModel((url) =>
    runClient(programs.claude, ['-p', 'Go.', '--allowedTools', 'mcp__sallyport'], {
      cwd: home,
      env: {
        ...env,
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'sk-stub',
        ENABLE_TOOL_SEARCH: 'false',
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
  );
  await withModel((url) => {
    const provider = `{ name = "stub", base_url = "${url}/v1", wire_api = "responses", env_key = "STUB_KEY" }`;
    const config = ['-c', 'model_provider="stub"', '-c', `model_providers.stub=${provider}`, '--skip-git-repo-check'];
    const flags = ['exec', ...config, '--dangerously-bypass-approvals-and-sandbox', 'Go.'];
    return runClient(programs.codex, flags, {
      cwd: home,
      env: { ...env, CODEX_HOME: join(home, '.codex'), STUB_KEY: 'stub' },
    });
  });
  await withModel((url) =>
    runClient(programs.gemini, ['-m', 'gemini-2.5-pro', '--yolo', '-p', 'Go.'], {
      cwd: home,
      env: { ...env, GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_API_KEY: 'stub', GOOGLE_GEMINI_BASE_URL: url },
    }),
  );
  // Cursor has no program for a terminal: its entry, started as it stands.
  const { args, env: own } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).mcpServers.sallyport;
  const cursor = await openAgent(args[0], 'legacy', { env: { ...env, ...own }, cwd: home });
  const added = await cursor.client.callTool({ name: 'notes__add', arguments: { text: 'from Cursor' } });
  expect(added).not.toHaveProperty('isError', true);
  await cursor.close();
  const callers = sallyport('journal');
  for (const name of ['Claude Code', 'Codex', 'Gemini CLI', 'Cursor']) expect(callers).toContain(name);

  const written = Object.keys(files).map((path) => [path, readFileSync(join(home, path), 'utf8')] as const);
  sallyport('stop');
  sallyport('uninstall', '--yes');
  for (const [path, before] of written) {
    const after = readFileSync(join(home, path), 'utf8');
    expect(after, path).not.toContain('sallyport');
    if (path.endsWith('.json')) expect(JSON.parse(after), path).toEqual(withoutEntry(before, path));
    else expect(after, path).toBe(before.replace(codexEntry, ''));
  }
  expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).toBe(files['.cursor/mcp.json']);
  // A release, a browser and three clients, one after the other.
}, 400_000);

/** The tables of our entry, and the empty line before them. */
const codexEntry = /\n?^\[mcp_servers\.sallyport\S*\]\n(?:(?!\[).*\n)*/gm;

/** What the client wrote, less our entry, and less a container that was not there before us. */
function withoutEntry(text: string, path: string): unknown {
  const value = JSON.parse(text);
  delete value.mcpServers.sallyport;
  if (!files[path]?.includes('mcpServers')) delete value.mcpServers;
  return value;
}

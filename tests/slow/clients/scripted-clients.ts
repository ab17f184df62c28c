// The clients by name: each makes the calls of a script at both doors and returns what its model, or its user, was handed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRecord } from '@sallyport/protocol';
import { type Body, openModelStub, type Script, type ScriptedCall } from './model-stub.ts';
import { programs, runClient, sdk1 } from './run-client.ts';

/** What a client that calls only the editor needs. */
interface EditorDoors {
  /** Of the gateway, by stdio. */
  readonly shim?: { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> };
  /** Of the editor, by HTTP. */
  readonly editor: { readonly url: string; readonly headers: Record<string, string> };
  /** A folder of its own. */
  readonly home: string;
}

export interface Doors extends EditorDoors {
  readonly shim: NonNullable<EditorDoors['shim']>;
  /** Of the gateway too, by HTTP, for a client that comes anew for each call. */
  readonly http: { readonly url: string; readonly headers: Record<string, string> };
}

export interface ScriptedRun {
  readonly results: readonly Body[];
  /** What the client said, for a failed assertion. */
  readonly output: string;
}

type ScriptedClient<Needed> = (script: Script, doors: Needed) => Promise<ScriptedRun>;

/** Those that also work with the editor alone. */
export const editingClients: Readonly<Record<'Claude Code' | 'Codex', ScriptedClient<EditorDoors>>> = {
  'Claude Code': (script, doors) =>
    withModel(script, doors, (model, options) => {
      const { shim, editor } = doors;
      const sallyport = shim === undefined ? {} : { sallyport: { type: 'stdio', ...shim } };
      const mcpServers = { ...sallyport, editor: { type: 'http', ...editor } };
      const flags = ['-p', 'Go.', '--strict-mcp-config', '--mcp-config', JSON.stringify({ mcpServers })];
      const rest = ['--allowedTools', 'mcp__sallyport', 'mcp__editor', '--output-format', 'stream-json', '--verbose'];
      const env = {
        ...options.env,
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-stub',
        ENABLE_TOOL_SEARCH: 'false',
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
      };
      return runClient(programs.claude, [...flags, ...rest], { ...options, env });
    }),

  Codex: (script, doors) =>
    withModel(script, doors, (model, options) => {
      const { shim, editor } = doors;
      const config = {
        model_provider: 'stub',
        model: 'gpt-5',
        'model_providers.stub': {
          name: 'stub',
          base_url: `${model.url}/v1`,
          wire_api: 'responses',
          env_key: 'STUB_KEY',
        },
        ...(shim === undefined ? {} : { 'mcp_servers.sallyport': shim }),
        'mcp_servers.editor': { url: editor.url, http_headers: editor.headers },
      };
      const lines = Object.entries(config).flatMap(([key, value]) => ['-c', `${key}=${toml(value)}`]);
      const flags = ['exec', ...lines, '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'Go.'];
      const env = { ...options.env, CODEX_HOME: doors.home, STUB_KEY: 'stub' };
      return runClient(programs.codex, flags, { ...options, env });
    }),
};

export const scriptedClients: Readonly<Record<string, ScriptedClient<Doors>>> = {
  ...editingClients,

  'Gemini CLI': (script, doors) =>
    withModel(script, doors, (model, options) => {
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' } },
        mcpServers: { sallyport: doors.shim, editor: { httpUrl: doors.editor.url, headers: doors.editor.headers } },
      };
      mkdirSync(join(doors.home, '.gemini'), { recursive: true });
      writeFileSync(join(doors.home, '.gemini', 'settings.json'), JSON.stringify(settings));
      const env = {
        ...options.env,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GEMINI_API_KEY: 'stub',
        GOOGLE_GEMINI_BASE_URL: model.url,
      };
      return runClient(programs.gemini, ['-m', 'gemini-2.5-pro', '--yolo', '-p', 'Go.'], { ...options, env });
    }),

  // Each call is a process of its own; by HTTP and its key the gateway knows it again, and so it keeps its tab.
  Inspector: (script, { http, editor, home }) =>
    byHand(script, async ({ server, tool, args }) => {
      const { url, headers } = server === 'editor' ? editor : http;
      const head = Object.entries(headers).flatMap(([key, value]) => ['--header', `${key}: ${value}`]);
      const pairs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
      const call = ['--method', 'tools/call', '--tool-name', tool, ...pairs];
      const options = { env: { PATH: process.env.PATH ?? '', HOME: home }, cwd: home };
      const flags = ['--cli', url, '--protocol-era', 'modern', ...head, ...call];
      const { output } = await runClient(programs.inspector, flags, options);
      return JSON.parse(/^\{[\s\S]*?^\}$/m.exec(output)?.[0] ?? JSON.stringify({ error: output }));
    }),

  'SDK 1': async (script, doors) => {
    const { Client: Client1 }: { Client: new (info: object) => SdkClient } = await import(`${sdk1}client/index.js`);
    const { StdioClientTransport: Stdio }: { StdioClientTransport: new (options: object) => unknown } = await import(
      `${sdk1}client/stdio.js`
    );
    const {
      StreamableHTTPClientTransport: Http,
    }: { StreamableHTTPClientTransport: new (url: URL, options: object) => unknown } = await import(
      `${sdk1}client/streamableHttp.js`
    );
    return withSdk(script, doors, {
      client: () => new Client1(clientInfo),
      stdio: (options) => new Stdio(options),
      http: (url, options) => new Http(url, options),
    });
  },

  'SDK 2': (script, doors) =>
    withSdk(script, doors, {
      client: () => new Client(clientInfo),
      stdio: (options) => new StdioClientTransport(options),
      http: (url, options) => new StreamableHTTPClientTransport(url, options),
    }),
};

const clientInfo = { name: 'model-view', version: '1.0.0' };

/** So much of a client as both SDKs have. */
interface SdkClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<unknown>;
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<Body>;
  close(): Promise<void>;
}

interface Sdk {
  client(): SdkClient;
  stdio(options: { command: string; args: string[]; env: Record<string, string>; cwd: string }): unknown;
  http(url: URL, options: { requestInit: { headers: Record<string, string> } }): unknown;
}

async function withSdk(script: Script, { shim, editor, home }: Doors, sdk: Sdk): Promise<ScriptedRun> {
  const open = async (transport: unknown) => {
    const client = sdk.client();
    await client.connect(transport);
    // Results are checked against the schemas of this list.
    await client.listTools();
    return client;
  };
  const env = { PATH: process.env.PATH ?? '', ...shim.env };
  const sallyport = await open(sdk.stdio({ command: shim.command, args: [...shim.args], env, cwd: home }));
  const window = await open(sdk.http(new URL(editor.url), { requestInit: { headers: editor.headers } }));
  try {
    return await byHand(script, ({ server, tool, args }) =>
      (server === 'editor' ? window : sallyport)
        .callTool({ name: tool, arguments: args })
        .catch((thrown: unknown) => ({ error: String(thrown) })),
    );
  } finally {
    await Promise.all([sallyport.close(), window.close()]);
  }
}

/** Without a model: the content is what a program hands to one. */
async function byHand(script: Script, call: (next: ScriptedCall) => Promise<Body>): Promise<ScriptedRun> {
  const results: Body[] = [];
  for (let next = script(results); next !== undefined; next = script(results)) {
    const { content, error } = await call(next);
    results.push({ content, error });
  }
  return { results, output: '' };
}

type Model = Awaited<ReturnType<typeof openModelStub>>;
type Options = { readonly env: Record<string, string>; readonly cwd: string };

async function withModel(
  script: Script,
  { home }: EditorDoors,
  run: (model: Model, options: Options) => Promise<{ readonly output: string }>,
): Promise<ScriptedRun> {
  const model = await openModelStub(script);
  try {
    const env = { PATH: process.env.PATH ?? '', HOME: home };
    const { output } = await run(model, { env, cwd: home });
    return { results: model.results, output };
  } finally {
    model.close();
  }
}

/** A value of TOML on one line. */
function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)} = ${toml(inner)}`);
  return `{ ${pairs.join(', ')} }`;
}

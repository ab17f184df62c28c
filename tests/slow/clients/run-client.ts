// Runs a client's own program with a home of its own and keeps what it said.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('./node_modules/', import.meta.url));

export const programs = {
  claude: [`${packages}@anthropic-ai/claude-code-linux-x64/claude`],
  codex: [process.execPath, `${packages}@openai/codex/bin/codex.js`],
  gemini: [process.execPath, `${packages}@google/gemini-cli/bundle/gemini.js`],
  inspector: [process.execPath, `${packages}@modelcontextprotocol/inspector/clients/launcher/build/index.js`],
} as const;

/** Where the modules of the earlier official SDK are. */
export const sdk1 = `${packages}@modelcontextprotocol/sdk/dist/esm/`;

export interface ClientRun {
  readonly exitCode: number | null;
  readonly output: string;
}

export interface ClientOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Given to its stdin, which then stays open until `isDone` is true of its output. */
  readonly input?: string;
  readonly isDone?: (output: string) => boolean;
}

const RUN_MS = 90_000;

export async function runClient(
  [program, ...first]: readonly [string, ...string[]],
  args: readonly string[],
  options: ClientOptions,
): Promise<ClientRun> {
  const { env, cwd, input, isDone } = options;
  const child = spawn(program, [...first, ...args], { env, cwd, timeout: RUN_MS, killSignal: 'SIGKILL' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isDone?.(output) === true) child.stdin.end();
    });
  }
  child.stdin.on('error', () => {});
  if (input !== undefined) child.stdin.write(input);
  if (isDone === undefined) child.stdin.end();
  const [exitCode] = await once(child, 'close');
  return { exitCode, output };
}

/** Codex's own account of its MCP servers. */
export async function codexStatus(options: Pick<ClientOptions, 'env' | 'cwd'>): Promise<string> {
  const say = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const input = [
    say({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '1' } } }),
    say({ method: 'initialized' }),
    say({ id: 2, method: 'mcpServerStatus/list', params: {} }),
  ].join('');
  const isDone = (output: string) => output.includes('"id":2');
  return (await runClient(programs.codex, ['app-server'], { ...options, input, isDone })).output;
}

// An agent: the official MCP client, in either protocol era, over the shim's own process.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export type Era = 'legacy' | 'modern';

export interface Agent {
  readonly client: Client;
  /** The shim's process. */
  readonly pid: number;
  /** Methods of the notifications it got. */
  readonly heard: string[];
  readonly stderr: () => string;
  close(): Promise<void>;
}

export interface OpenAgentOptions {
  readonly name?: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
}

export async function openAgent(
  shim: string,
  era: Era,
  { name = 'tester', env, cwd }: OpenAgentOptions,
): Promise<Agent> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [shim], env, cwd, stderr: 'pipe' });
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const heard: string[] = [];
  let stderr = '';
  transport.stderr?.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode } });
  client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
  client.setNotificationHandler('notifications/tools/list_changed', async () => {
    heard.push('notifications/tools/list_changed');
  });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, heard, stderr: () => stderr, close: () => client.close() };
}

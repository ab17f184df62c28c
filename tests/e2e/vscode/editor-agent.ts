// An agent at the editor's own door: the official MCP client with the entry that the extension wrote for agents.
import { AssertionError } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isRunning } from '@sallyport/native-host/run-directory';
import { isRecord } from '@sallyport/protocol';
import { errorFactsOf } from '../../support/error-facts.ts';

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  /** The bulk of the text, without the facts before it. */
  readonly body: string;
  readonly structured: Readonly<Record<string, unknown>>;
  /** Of a call that failed before it reached the editor. */
  readonly failure: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Given, the call carries a progress token. */
  readonly onProgress?: (message: string) => void;
  readonly timeoutMs?: number;
}

export interface EditorAgent {
  readonly client: Client;
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface DoorEntry {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** The entry that agents find in `~/.claude.json`: the common one, or that of a project. */
export function readEntry(home: string, project?: string): DoorEntry | undefined {
  try {
    const config: unknown = JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8'));
    const place = project === undefined ? [] : ['projects', project];
    const entry = [...place, 'mcpServers', 'sallyport-editor'].reduce(
      (found: unknown, key) => (isRecord(found) ? found[key] : undefined),
      config,
    );
    if (!isRecord(entry) || typeof entry.url !== 'string') return undefined;
    const headers = isRecord(entry.headers) ? entry.headers : {};
    return { url: entry.url, headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)])) };
  } catch {
    return undefined; // Not written yet.
  }
}

/** Of the window with this first folder, in whichever of the two places it stands: windows come and go, and change places. */
export function entryOfWindow(home: string, folder: string): DoorEntry | undefined {
  const record = readWindowRecords(home).find(({ folders }) => folders[0] === folder);
  if (record === undefined) return undefined;
  const isIts = (entry: DoorEntry | undefined) => entry !== undefined && portOf(entry.url) === portOf(record.socket);
  return [readEntry(home), readEntry(home, folder)].find(isIts);
}

function portOf(url: string): string {
  return new URL(url).port;
}

export async function openEditorAgent(entry: DoorEntry, name = 'tester'): Promise<EditorAgent> {
  const transport = new StreamableHTTPClientTransport(new URL(entry.url), { requestInit: { headers: entry.headers } });
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  return wrapClient(client);
}

export function wrapClient(client: Client): EditorAgent {
  return {
    client,
    close: () => client.close(),
    call: (tool, args, options = {}) => {
      const answer = callTool(client, tool, args, options);
      // Whoever asked hears of a failure; a test that has failed meanwhile asks no more.
      answer.catch(() => {});
      return answer;
    },
  };
}

async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  { signal, onProgress, timeoutMs = 120_000 }: CallOptions,
): Promise<Answer> {
  const { content, structuredContent, isError, _meta } = await client.callTool(
    { name, arguments: args },
    {
      timeout: timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onprogress: ({ message }) => onProgress(message ?? '') }),
    },
  );
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const structured = isRecord(structuredContent) ? structuredContent : {};
  for (const fact of leavesOf(structured)) if (!plain(text).includes(plain(fact))) throw notTold(fact, text);
  const [head = '', ...rest] = text.split('\n\n');
  const body = rest.length === 0 ? head : rest.join('\n\n');
  return { isError: isError === true, text, body, structured, failure: errorFactsOf({ _meta }) };
}

/** A client that reads only text misses nothing: it has every fact, but for their layout. */
function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isRecord(value) ? Object.values(value).flatMap(leavesOf) : [String(value)];
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function notTold(fact: string, text: string): AssertionError {
  const message = `The text does not say ${JSON.stringify(fact.slice(0, 200))}:\n${text.slice(0, 500)}`;
  return new AssertionError({ message });
}

export interface WindowRecord {
  readonly id: string;
  /** The process that runs the window's extensions. */
  readonly pid: number;
  readonly socket: string;
  readonly folders: readonly string[];
  readonly version: string;
  /** The gateway's. */
  readonly token: string;
}

/** What windows left for the gateway; a window that was killed left its record, at a port that another may have by now. */
export function readWindowRecords(home: string): WindowRecord[] {
  const folder = join(home, 'sallyport', 'run', 'editors');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      ...JSON.parse(readFileSync(join(folder, name), 'utf8')),
      token: readFileSync(join(folder, name.replace('.json', '.token')), 'utf8').trim(),
    }))
    .filter(({ pid }) => isRunning(pid));
}

/** The window whose door has this port. */
export function windowRecordAt(home: string, url: string | undefined): WindowRecord {
  const port = url === undefined ? undefined : portOf(url);
  const found = readWindowRecords(home).find(({ socket }) => portOf(socket) === port);
  if (found === undefined) throw new Error(`No window has its door at port ${port}.`);
  return found;
}

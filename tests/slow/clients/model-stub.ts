// A model that calls the first tool it is offered by a name, once, and then says what came of it: Anthropic's API, so far as needed.
import { createServer, type ServerResponse } from 'node:http';
import { isRecord } from '@sallyport/protocol';
import { onTestFinished } from 'vitest';

export interface ModelStub {
  readonly url: string;
  /** Names of the tools that were offered, as the client spells them. */
  readonly offered: Set<string>;
  /** What the client sent back as results of tools. */
  readonly results: string[];
}

/** `wanted` is the end of the tool's name; `args` what it is called with. */
export async function openModelStub(wanted: string, args: object): Promise<ModelStub> {
  const offered = new Set<string>();
  const results: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = readBody(Buffer.concat(pieces).toString('utf8'));
      const tools = listOf(body.tools).map(({ name }) => String(name));
      for (const name of tools) offered.add(name);
      const said = listOf(body.messages).flatMap(({ content }) => listOf(content));
      const answers = said.filter(({ type }) => type === 'tool_result');
      results.push(...answers.map((answer) => JSON.stringify(answer)));
      const tool = tools.find((name) => name.endsWith(wanted));
      const isCall = answers.length === 0 && tool !== undefined;
      const block = isCall ? { type: 'tool_use', id: 'toolu_1', name: tool, input: {} } : { type: 'text', text: '' };
      const delta = isCall
        ? { type: 'input_json_delta', partial_json: JSON.stringify(args) }
        : { type: 'text_delta', text: 'It is done.' };
      answer(response, block, delta, isCall ? 'tool_use' : 'end_turn');
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { url: `http://127.0.0.1:${port}`, offered, results };
}

function answer(response: ServerResponse, block: object, delta: object, stopReason: string): void {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'stub',
    content: [],
    stop_reason: null,
    usage,
  };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

function readBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

// A model that makes the calls of a script, one after the other, and then says that it is done: in the three APIs that clients
// speak, so far as needed. It keeps what it was sent.
import { createServer } from 'node:http';
import { isRecord } from '@sallyport/protocol';

export interface ModelStub {
  readonly url: string;
  /** Names of the tools that were offered, as the client spells them. */
  readonly offered: Set<string>;
  /** What the client sent back as results of tools, one for each call, as it was in the request. */
  readonly results: Body[];
  close(): void;
}

export interface ScriptedCall {
  /** As the client was told to name it. */
  readonly server: string;
  /** The tool's own name: the end of what a client calls it. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The next call, by the results so far; undefined when there is none. */
export type Script = (results: readonly Body[]) => ScriptedCall | undefined;

export type Body = Record<string, unknown>;
type Event = Body & { readonly type?: string };

interface Offered {
  readonly name: string;
  readonly namespace?: string;
}

/** How one API names its tools and results, and how it says a call or an end. */
interface Dialect {
  tools(body: Body): readonly Offered[];
  results(body: Body): readonly Body[];
  call(tool: Offered, args: object, id: string): readonly Event[];
  readonly end: readonly Event[];
}

/** One call of one tool of ours. */
export function once(tool: string, args: ScriptedCall['args']): Script {
  return ({ length }) => (length === 0 ? { server: 'sallyport', tool, args } : undefined);
}

/** To be closed by its owner. */
export async function openModelStub(script: Script): Promise<ModelStub> {
  const offered = new Set<string>();
  const results: Body[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const dialect = dialectOf(request.url ?? '');
      const body = readBody(Buffer.concat(pieces).toString('utf8'));
      const tools = dialect.tools(body);
      for (const { name } of tools) offered.add(name);
      // Every request has the whole conversation. Clients ask for titles and the like besides, without tools or results.
      results.push(...dialect.results(body).slice(results.length));
      const next = script(results);
      const tool = tools.find((offer) => next !== undefined && isOf(next, offer));
      const id = `call_${results.length + 1}`;
      const events = tool !== undefined && next !== undefined ? dialect.call(tool, next.args, id) : dialect.end;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.map(render).join(''));
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, offered, results, close };
}

/** Clients have tools of their own with names like ours, such as Gemini's `read_file`. */
function isOf({ server, tool }: ScriptedCall, { name, namespace = '' }: Offered): boolean {
  return name.endsWith(tool) && `${namespace}${name}`.includes(server);
}

function render(event: Event): string {
  const name = event.type === undefined ? '' : `event: ${event.type}\n`;
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

function dialectOf(url: string): Dialect {
  if (url.includes('/responses')) return responses;
  return url.includes('GenerateContent') || url.includes('generateContent') ? gemini : messages;
}

const usage = { input_tokens: 1, output_tokens: 1 };

/** Claude Code. */
const messages: Dialect = {
  tools: ({ tools }) => listOf(tools).map(({ name }) => ({ name: String(name) })),
  results: (body) =>
    listOf(body.messages)
      .flatMap(({ content }) => listOf(content))
      .filter(({ type }) => type === 'tool_result'),
  call: ({ name }, args, id) =>
    message(
      { type: 'tool_use', id, name, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(args) },
      'tool_use',
    ),
  end: message({ type: 'text', text: '' }, { type: 'text_delta', text: 'It is done.' }, 'end_turn'),
};

function message(block: object, delta: object, stopReason: string): Event[] {
  const empty = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'stub',
    content: [],
    stop_reason: null,
    usage,
  };
  return [
    { type: 'message_start', message: empty },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
}

/** Codex, which offers the tools of a server as members of a namespace. */
const responses: Dialect = {
  tools: ({ tools }) =>
    listOf(tools).flatMap(({ name, tools: members }) => {
      const inside = listOf(members).map((member) => ({ name: String(member.name), namespace: String(name) }));
      return inside.length > 0 ? inside : [{ name: String(name) }];
    }),
  results: ({ input }) => listOf(input).filter(({ type }) => type === 'function_call_output'),
  call: (tool, args, id) =>
    item({ type: 'function_call', id: `f${id}`, call_id: id, ...tool, arguments: JSON.stringify(args) }),
  end: item({ type: 'message', id: 'm_1', role: 'assistant', content: [{ type: 'output_text', text: 'It is done.' }] }),
};

function item(done: object): Event[] {
  const counted = { ...usage, total_tokens: 2, input_tokens_details: null, output_tokens_details: null };
  return [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.done', output_index: 0, item: done },
    { type: 'response.completed', response: { id: 'resp_1', usage: counted } },
  ];
}

const gemini: Dialect = {
  tools: ({ tools }) =>
    listOf(tools)
      .flatMap(({ functionDeclarations }) => listOf(functionDeclarations))
      .map(({ name }) => ({ name: String(name) })),
  // Images stand beside the response, not in it.
  results: ({ contents }) =>
    listOf(contents).filter(({ parts }) =>
      listOf(parts).some(({ functionResponse }) => functionResponse !== undefined),
    ),
  call: ({ name }, args) => candidate({ functionCall: { name, args } }),
  end: candidate({ text: 'It is done.' }),
};

function candidate(part: object): Event[] {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [
    { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }], usageMetadata },
  ];
}

function readBody(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function listOf(value: unknown): Body[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

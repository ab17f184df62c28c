// Agents with names that are remembered: only a gateway speaks for such, so this plays one at a real host's socket.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  createFence,
  encodeFrame,
  FrameDecoder,
  isRecord,
  limits,
  PRODUCT_VERSION,
  parseReply,
  renderReply,
  WIRE,
} from '@sallyport/protocol';
import type { HostAddress } from '../../support/socket-client.ts';
import { fileIn, type ToolResult } from './stage.ts';

export interface NamedAgent {
  readonly name: string;
  call(tool: string, args?: Record<string, unknown>, deadlineMs?: number): Promise<ToolResult>;
  /** Has the user asked whether it may use a tool of one of their servers, as a gateway does. */
  askFor(tool: string): Promise<unknown>;
  /** Says goodbye; its tabs are kept for a minute. */
  leave(): Promise<unknown>;
  /** The same agent in another session. */
  again(): NamedAgent;
}

/** Longer than any wait inside a call, so that the call's own end is seen. */
const ANSWER_MS = 40_000;

export class NamedAgents {
  readonly #socket: Socket;
  readonly #waiting = new Map<unknown, (message: Record<string, unknown>) => void>();
  #calls = 0;
  #browser: Record<string, unknown> = {};
  readonly #noted: unknown[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    const decoder = new FrameDecoder({ maxBytes: limits.frame.linkMaxBytes });
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const decoded of decoder.push(bytes))
        if (decoded.ok && isRecord(decoded.message)) this.#take(decoded.message);
    });
  }

  static async open(home: string, { socket: path, token }: HostAddress): Promise<NamedAgents> {
    const gatewayToken = randomBytes(32).toString('hex');
    const record = {
      nonce: '0'.repeat(32),
      pid: process.pid,
      version: '0',
      socket: join(home, 'none'),
      token: gatewayToken,
    };
    writeFileSync(join(home, 'run', 'gateway.json'), JSON.stringify(record));
    const agents = new NamedAgents(connect(path));
    const hello = { role: 'gateway', wire: WIRE, version: PRODUCT_VERSION, capabilities: ['ids'], token, gatewayToken };
    const answer = await agents.#send('hello', { type: 'hello', ...hello });
    if (answer.type !== 'hello') throw new Error(`The host did not take us for a gateway: ${JSON.stringify(answer)}`);
    return agents;
  }

  /** With the same id in another session, it is the same agent come again. */
  agent(name: string, id = `agent_${randomBytes(16).toString('hex')}_1`): NamedAgent {
    const label = { id, name, stay: randomBytes(16).toString('hex'), remembered: true };
    return {
      name,
      call: (tool, args = {}, deadlineMs = 30_000) => this.#call(label, { tool, args, deadlineMs }),
      askFor: (tool) => this.#request(label, 'ask_user', { tool }, 30_000),
      leave: () => this.#request(label, 'end_stay', { keep_ms: 60_000 }, 30_000),
      again: () => this.agent(name, id),
    };
  }

  /** What the extension said of its browser last. */
  get browser(): Readonly<Record<string, unknown>> {
    return this.#browser;
  }

  /** What the extension had its gateway write to the journal. */
  get noted(): readonly unknown[] {
    return this.#noted;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #call(agent: object, { tool, args, deadlineMs }: { tool: string; args: object; deadlineMs: number }) {
    const params = { name: tool, arguments: args, reply: 'parts' };
    const reply = parseReply(await this.#request(agent, 'call_tool', params, deadlineMs));
    if (reply === undefined) throw new Error(`${tool} answered without facts and parts.`);
    const { content } = renderReply(reply, { fence: createFence(randomBytes) });
    const shown = Array.isArray(content) ? content.filter(isRecord) : [];
    return {
      text: String(shown.find(({ type }) => type === 'text')?.text),
      image: Buffer.from(String(shown.find(({ type }) => type === 'image')?.data ?? ''), 'base64'),
      file: fileIn(shown),
      facts: reply.facts,
    };
  }

  async #request(agent: object, method: string, params: object, deadlineMs: number): Promise<unknown> {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    const answer = await this.#send(id, { type: 'call', id, method, params, deadlineMs, agent });
    if (isRecord(answer.error)) throw Object.assign(new Error(JSON.stringify(answer.error)), answer.error);
    return answer.result;
  }

  #send(id: string, message: object): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer to ${id}.`)), ANSWER_MS);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.#socket.write(encodeFrame(JSON.stringify(message)));
    });
  }

  /** What the extension asks is noted and answered with nothing. */
  #answerHost({ id, method, params }: Record<string, unknown>): void {
    if (method === 'host_note_decision') this.#noted.push(params);
    const result = { type: `${String(method)}_result`, request_id: Object(params).request_id };
    this.#socket.write(encodeFrame(JSON.stringify({ type: 'result', id, result })));
  }

  #take(message: Record<string, unknown>): void {
    if (message.type === 'hello') this.#browser = message;
    if (message.type === 'event' && message.name === 'browser' && isRecord(message.params))
      this.#browser = message.params;
    if (message.type === 'call') this.#answerHost(message);
    const id = message.type === 'hello' ? 'hello' : message.id;
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
  }
}

// A line client: sends its token first, then commands; one JSON object per line in both directions.
import {
  type AgentLabel,
  type Decoded,
  isDeeper,
  isRecord,
  LineDecoder,
  limits,
  PRODUCT_VERSION,
  SallyportError,
  toWireError,
} from '@sallyport/protocol';
import type { Client, Dialect } from './client.ts';
import { COMMAND_METHOD, kindOf } from './commands.ts';
import type { HostContext } from './host-context.ts';
import { describeProblem, tooDeep } from './problem.ts';
import { type CallOutcome, readReply } from './reply.ts';
import { isSameToken } from './run-directory/token.ts';

export class LineDialect implements Dialect {
  readonly #context: HostContext;
  readonly #client: Client;
  readonly #decoder = new LineDecoder({ maxBytes: limits.frame.lineMaxBytes });
  /** Undefined until the token was presented. */
  #agent: AgentLabel | undefined;
  /** The secret that names the agent across connections, where the client has one. */
  #agentId: string | undefined;
  #isClosed = false;

  constructor(context: HostContext, client: Client) {
    this.#context = context;
    this.#client = client;
  }

  receive(piece: Uint8Array): void {
    for (const decoded of this.#decoder.push(piece)) {
      if (this.#isClosed) return;
      this.#take(decoded);
    }
  }

  encodeFailure(error: SallyportError): Uint8Array {
    return encodeLine(failureOf(error));
  }

  /** Line clients get no broadcasts. */
  broadcast(): void {}

  sweep(): void {}

  close(): void {
    this.#isClosed = true;
  }

  #take(decoded: Decoded): void {
    const line = decoded.ok ? decoded.message : undefined;
    if (!isRecord(line)) {
      const text = decoded.ok ? 'no JSON object' : describeProblem(decoded.problem, decoded.byteLength);
      this.#context.log(`Failed to parse client message: client ${this.#client.name}, ${text}`);
      const error = new SallyportError('ERR_PROTOCOL_ERROR', `Your last line cannot be read: ${text}.`);
      if (this.#agent === undefined || this.#decoder.isLost) this.#refuse(error);
      else this.#write(failureOf(error));
      return;
    }
    if (isDeeper(line, limits.json.maxDepth)) {
      this.#write({ ...failureOf(tooDeep()), ...(isDeeper(line.id, 0) ? {} : idOf(line)) });
      return;
    }
    try {
      const { authToken, ...request } = line;
      if (this.#agent === undefined || authToken !== undefined) this.#identify(authToken, request);
      if (this.#isClosed) return;
      if (authToken !== undefined && request.command === undefined) {
        // A line with only a token is answered when it has an id.
        if (request.id !== undefined) this.#write({ success: true, id: request.id });
        return;
      }
      this.#run(request);
    } catch (error) {
      this.#write({ ...failureOf(error), ...idOf(line) });
    }
  }

  /** Throws for a weak agentId; closes the connection for a wrong token. */
  #identify(authToken: unknown, { agentId }: Record<string, unknown>): void {
    const { token, agents, log } = this.#context;
    if (typeof authToken !== 'string' || !isSameToken(token, authToken)) {
      log(`Client ${this.#client.name} was refused: no token or a wrong one`);
      const error = new SallyportError('ERR_PERMISSION_DENIED', 'The token is missing or wrong.', {
        hint: 'Send {"authToken": "…"} first, with the contents of the .token file next to the record of this host.',
      });
      this.#refuse(error);
      return;
    }
    if (typeof agentId === 'string') {
      this.#agent = agents.ofSecret(agentId);
      this.#agentId = agentId;
    } else {
      this.#agent ??= agents.ofConnection('local program');
    }
    this.#client.admit();
  }

  #run(request: Record<string, unknown>): void {
    const agent = this.#agent;
    if (agent === undefined) return;
    const { command } = request;
    if (typeof command !== 'string') throw invalid('A request needs "command", the name of a command.');
    switch (kindOf(command)) {
      case 'browser':
        this.#forward(agent, command, request);
        return;
      case 'host':
        this.#write({ success: true, ...this.#answerOf(command), ...idOf(request) });
        return;
      case 'loop':
        throw new SallyportError('ERR_TOOL_NOT_FOUND', `${command}: focus loops are not supported.`);
      case 'unknown':
        throw new SallyportError('ERR_TOOL_NOT_FOUND', `There is no command "${command.slice(0, 100)}".`);
    }
  }

  #answerOf(command: string): Record<string, unknown> {
    if (command === 'version') return { version: PRODUCT_VERSION };
    if (command === 'ping') return { timestamp: this.#context.clock.now() };
    if (this.#agentId !== undefined) this.#context.agents.goodbye(this.#agentId);
    return {};
  }

  #forward(agent: AgentLabel, command: string, { id, params = {}, ...flat }: Record<string, unknown>): void {
    if (!isRecord(params)) throw invalid('"params" must be an object.');
    const fields = { ...flat, ...params, command };
    this.#context.router.call({
      clientId: this.#client.admit(),
      // Looked up for each call: the agent may have said goodbye on another connection, or been idle for too long.
      agent: this.#agentId === undefined ? agent : this.#context.agents.ofSecret(this.#agentId),
      // The agent is the one that came with the token, whatever a later line claims.
      payload: { method: COMMAND_METHOD, params: 'agentId' in fields ? { ...fields, agentId: agent.id } : fields },
      deadlineMs: timeoutOf(fields),
      onEnd: (outcome) => this.#write({ ...answerOf(outcome), ...(id === undefined ? {} : { id }) }),
    });
  }

  #refuse(error: SallyportError): void {
    this.#isClosed = true;
    this.#client.refuse(error);
  }

  #write(message: Record<string, unknown>): void {
    this.#client.write(encodeLine(message));
    this.#client.checkBound(this.#client.queue.waitingBytes);
  }
}

function timeoutOf({ timeout }: Record<string, unknown>): number {
  if (timeout === undefined || timeout === null) return limits.call.timeoutDefaultMs;
  const { timeoutMinMs, timeoutMaxMs } = limits.call;
  if (typeof timeout === 'number' && timeout >= timeoutMinMs && timeout <= timeoutMaxMs) return timeout;
  throw invalid(`"timeout" must be a number of milliseconds from ${timeoutMinMs} to ${timeoutMaxMs}.`);
}

/** Line clients expect the fields of a result at the top level. */
function answerOf(outcome: CallOutcome): Record<string, unknown> {
  const read = outcome.ok ? readReply(outcome.reply) : { error: outcome.error };
  if ('error' in read) return failureOf(read.error);
  return isRecord(read.result) ? { success: true, ...read.result } : { success: true, result: read.result };
}

function failureOf(thrown: unknown): Record<string, unknown> {
  const { code, message, hint, data } = toWireError(thrown);
  const prefix = code === 'ERR_TAB_OWNED' ? 'OWNERSHIP' : code.slice('ERR_'.length);
  const hasPrefix = /^[A-Z][A-Z_]+: /.test(message);
  return {
    success: false,
    error: hasPrefix ? message : `${prefix}: ${message}`,
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data }),
  };
}

function idOf({ id }: Record<string, unknown>): Record<string, unknown> {
  return id === undefined ? {} : { id };
}

function invalid(message: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', message);
}

function encodeLine(message: Record<string, unknown>): Uint8Array {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

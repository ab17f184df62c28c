// A framed client: its messages become calls, and the replies go back to it alone. A hello can turn it into the gateway's link.
import {
  type AgentLabel,
  agreeOnWire,
  type Capability,
  type ClientHello,
  type DecodeProblem,
  encodeFrame,
  isDeeper,
  isRawCall,
  isRecord,
  limits,
  PRODUCT_VERSION,
  parseClientHello,
  SallyportError,
  toWireError,
  WIRE,
} from '@sallyport/protocol';
import { UNNAMED } from './agents.ts';
import type { Client, Dialect } from './client.ts';
import { COMMAND_METHOD } from './commands.ts';
import { FramedChannel } from './framed-channel.ts';
import type { HostContext } from './host-context.ts';
import { LinkDialect } from './link-dialect.ts';
import { describeProblem, tooDeep } from './problem.ts';
import { type CallOutcome, replyForClient } from './reply.ts';
import { isSameToken } from './run-directory/token.ts';

export class FramedDialect implements Dialect {
  readonly #context: HostContext;
  readonly #client: Client;
  readonly #channel: FramedChannel;
  /** Undefined until the client is authorised. */
  #agent: AgentLabel | undefined;
  #link: LinkDialect | undefined;

  constructor(context: HostContext, client: Client) {
    this.#context = context;
    this.#client = client;
    if (client.isLegacySocket) this.#agent = UNNAMED;
    this.#channel = new FramedChannel({
      queue: client.queue,
      maxInBytes: limits.frame.fromClientMaxBytes,
      maxOutBytes: limits.frame.linkMaxBytes,
      now: context.clock.now,
      onMessage: (message, json) => this.#onMessage(message, json),
      onProblem: (problem, byteLength) => this.#onProblem(problem, byteLength),
    });
  }

  receive(piece: Uint8Array): void {
    this.#channel.receive(piece);
  }

  encodeFailure(error: SallyportError): Uint8Array {
    const id = this.#link === undefined ? 'hello' : 'link';
    const isLegacyClient = this.#agent !== undefined && this.#link === undefined;
    const message = { error: toWireError(error) };
    return encodeFrame(JSON.stringify(isLegacyClient ? message : { type: 'failure', id, ...message }));
  }

  broadcast(body: Record<string, unknown>): void {
    if (this.#agent !== undefined && this.#link === undefined) this.#send(body);
  }

  sweep(): void {
    this.#channel.sweep();
  }

  close(): void {
    this.#channel.close();
    this.#link?.close();
  }

  #onMessage(message: unknown, json: string): void {
    if (this.#link !== undefined) {
      this.#link.handle(message, json);
      return;
    }
    if (isRecord(message) && message.type === 'hello' && message.method === undefined) {
      this.#greet(message);
      return;
    }
    if (this.#agent === undefined) {
      this.#client.refuse(tokenWanted());
    } else if (isDeeper(message, limits.json.maxDepth)) {
      const id = isRecord(message) && !isDeeper(message.id, 0) ? message.id : undefined;
      this.#answer(id, { ok: false, error: tooDeep() });
    } else if (isRecord(message)) {
      this.#call(this.#agent, message, json);
    } else {
      this.#context.log(`Failed to parse client message: client ${this.#client.name} did not send a JSON object`);
      this.#answer(undefined, { ok: false, error: protocolError('A message must be a JSON object.') });
    }
  }

  #onProblem(problem: DecodeProblem, byteLength: number): void {
    const text = describeProblem(problem, byteLength);
    this.#context.log(`Failed to parse client message: client ${this.#client.name}, ${text}`);
    const error = protocolError(`Your last frame cannot be read: ${text}.`);
    const isFramingIntact = problem === 'broken-json' || problem === 'broken-utf8';
    if (isFramingIntact && this.#agent !== undefined) this.#answer(undefined, { ok: false, error });
    else this.#client.refuse(error);
  }

  #call(agent: AgentLabel, message: Record<string, unknown>, json: string): void {
    const { id, method, params } = message;
    // Line clients present a token for these commands; framed clients must not bypass that.
    if (agent === UNNAMED && method === COMMAND_METHOD) {
      this.#answer(id, { ok: false, error: tokenWanted() });
      return;
    }
    this.#context.router.call({
      clientId: this.#client.admit(),
      agent,
      // A text near the frame limit is serialised again: the client's own may contain more white space and escapes than ours.
      payload: isCallAlone(message) && json.length <= limits.chunk.maxUnits ? json : { method, params },
      deadlineMs: limits.call.timeoutDefaultMs,
      onEnd: (outcome) => this.#answer(id, outcome),
    });
  }

  #answer(id: unknown, outcome: CallOutcome): void {
    const ownId = id === undefined ? {} : { id };
    const fail = (error: unknown) => this.#send({ error: toWireError(error), ...ownId });
    try {
      if (outcome.ok) this.#send(replyForClient(outcome.reply, id), fail);
      else fail(outcome.error);
    } catch (error) {
      fail(error);
    }
  }

  /** Calls `fail` for a long message that did not arrive completely. */
  #send(message: object | string, fail: (error: SallyportError) => void = () => {}): void {
    this.#channel.send(message, {
      onFailure: (error) => {
        this.#context.log(`Failed to send to client ${this.#client.name}: ${error.message}`);
        fail(error);
      },
    });
    this.#client.checkBound(this.#channel.waitingBytes);
  }

  #greet(message: Record<string, unknown>): void {
    const hello = parseClientHello(message);
    // A refused hello ends the connection, even of a client that was authorised before.
    this.#agent = undefined;
    try {
      if (hello === undefined) throw protocolError('hello needs role, wire, version and token.');
      this.#check(hello);
    } catch (error) {
      this.#context.log(`Client ${this.#client.name} was refused: ${toWireError(error).message}`);
      this.#client.refuse(error instanceof SallyportError ? error : protocolError('hello could not be read.'));
      return;
    }
    this.#client.admit();
    this.#channel.send(this.#context.hello());
    if (hello.capabilities.includes('chunks')) this.#channel.allowChunks();
    if (hello.role === 'gateway') this.#becomeLink(hello.capabilities);
    else this.#agent = this.#context.agents.ofConnection('local program');
  }

  #check(hello: ClientHello): void {
    const { token, readGatewayToken } = this.#context;
    if (!isSameToken(token, hello.token)) throw tokenWanted();
    agreeOnWire(
      { name: 'the native host', wire: WIRE, version: PRODUCT_VERSION, update: 'Run "sallyport install" again.' },
      { name: `the ${hello.role}`, wire: hello.wire, version: hello.version, update: 'Update it and connect again.' },
    );
    if (hello.role !== 'gateway') return;
    const gatewayToken = readGatewayToken();
    if (gatewayToken === undefined || !isSameToken(gatewayToken, hello.gatewayToken ?? '')) {
      throw new SallyportError('ERR_PERMISSION_DENIED', 'The role gateway requires the token in gateway.json.', {
        hint: 'Only the running gateway may use this role.',
      });
    }
  }

  #becomeLink(capabilities: readonly Capability[]): void {
    this.#channel.raiseCap(limits.frame.linkMaxBytes);
    if (capabilities.includes('raw')) this.#channel.skipParsing(isRawCall);
    this.#link = new LinkDialect({
      context: this.#context,
      client: this.#client,
      channel: this.#channel,
      capabilities,
    });
    this.#context.onLinked(this.#link);
  }
}

/** True when the message has no fields besides those of a call, so its text can be passed on unchanged. */
function isCallAlone(message: Record<string, unknown>): boolean {
  return 'method' in message && Object.keys(message).every((key) => key === 'method' || key === 'params');
}

function tokenWanted(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'This socket requires its token in the first message.', {
    hint: 'Send hello with the contents of the .token file next to the record of this host.',
  });
}

function protocolError(message: string): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', message);
}

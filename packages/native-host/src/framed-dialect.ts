// A framed client (seed 000): its messages become calls, their replies come back to it alone. A hello may make it the link.
import {
  type AgentLabel,
  agreeOnWire,
  type Capability,
  type ClientHello,
  type DecodeProblem,
  encodeFrame,
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
import { describeProblem } from './problem.ts';
import { type CallOutcome, replyForClient } from './reply.ts';
import { isSameToken } from './run-directory/token.ts';

export class FramedDialect implements Dialect {
  readonly #context: HostContext;
  readonly #client: Client;
  readonly #channel: FramedChannel;
  /** Undefined until the client has proved that it may speak. */
  #agent: AgentLabel | undefined;
  #link: LinkDialect | undefined;

  constructor(context: HostContext, client: Client) {
    this.#context = context;
    this.#client = client;
    if (client.isSeedPath) this.#agent = UNNAMED;
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
    const isSeedClient = this.#agent !== undefined && this.#link === undefined;
    const message = { error: toWireError(error) };
    return encodeFrame(JSON.stringify(isSeedClient ? message : { type: 'failure', id, ...message }));
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
    } else if (isRecord(message)) {
      this.#call(this.#agent, message, json);
    } else {
      this.#context.log(`Failed to parse client message: client ${this.#client.name} sent no JSON object`);
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
    // Line clients present a token for these commands; frames are no way around it.
    if (agent === UNNAMED && method === COMMAND_METHOD) {
      this.#answer(id, { ok: false, error: tokenWanted() });
      return;
    }
    this.#context.router.call({
      clientId: this.#client.admit(),
      agent,
      // Near the bound of a frame it is written anew: a client's own text may have white space and escapes that ours has not.
      payload: isCallAlone(message) && json.length <= limits.chunk.maxUnits ? json : { method, params },
      deadlineMs: limits.call.timeoutDefaultMs,
      onEnd: (end) => this.#answer(id, end),
    });
  }

  #answer(id: unknown, end: CallOutcome): void {
    const ownId = id === undefined ? {} : { id };
    const fail = (error: unknown) => this.#send({ error: toWireError(error), ...ownId });
    try {
      if (end.ok) this.#send(replyForClient(end.reply, id), fail);
      else fail(end.error);
    } catch (error) {
      fail(error);
    }
  }

  /** `fail` is told of a long message that did not arrive whole. */
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
    // Whatever it was before, a hello that is refused ends it.
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
      throw new SallyportError('ERR_PERMISSION_DENIED', 'The role gateway wants the token in gateway.json.', {
        hint: 'Only the gateway that runs now may take it.',
      });
    }
  }

  #becomeLink(capabilities: readonly Capability[]): void {
    this.#channel.raiseCap(limits.frame.linkMaxBytes);
    if (capabilities.includes('raw')) this.#channel.leaveUnread(isRawCall);
    this.#link = new LinkDialect({
      context: this.#context,
      client: this.#client,
      channel: this.#channel,
      capabilities,
    });
    this.#context.onLinked(this.#link);
  }
}

/** True when the message has the two fields of a call and no other, so that its text may be passed on as it is. */
function isCallAlone(message: Record<string, unknown>): boolean {
  return 'method' in message && Object.keys(message).every((key) => key === 'method' || key === 'params');
}

function tokenWanted(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'This socket wants its token first, and it was not given.', {
    hint: 'Send hello with the text of the .token file that lies beside the record of this host.',
  });
}

function protocolError(message: string): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', message);
}

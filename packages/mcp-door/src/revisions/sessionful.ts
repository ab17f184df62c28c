// The revisions with an MCP session: initialize agrees on a version, changes come unasked, questions are requests of their own.
import { type CallOptions, isRecord, type JsonObject, limits } from '@sallyport/protocol';
import { headerOf } from '../base/headers.ts';
import { type Failure, fault, type JsonRpcId, notFound, ownParams, type Reply, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import { RESOURCE_UPDATED, unwatch } from './changes.ts';
import { capabilitiesOf, gateway, readGreeting, serverInfo, unsupported } from './introduction.ts';
import { mismatch } from './mirrored-headers.ts';
import { abilities, Questions } from './questions.ts';
import type { ClientState, DoorPort, Handler, Request, Revision } from './revision.ts';

const INITIALIZE = 'initialize';
const INITIALIZED = 'notifications/initialized';
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export const sessionful: Revision = {
  name: 'legacy',
  versions,
  handshake: { method: INITIALIZE, confirmation: INITIALIZED },
  clientInfoOf: ({ clientInfo }) => clientInfo,
  refusalOf: () => undefined,
  checkHeaders({ method }, headers, stated) {
    const version = headerOf(headers, 'mcp-protocol-version');
    if (version === undefined || isOwn(version)) return undefined;
    if (stated.includes(version)) return contradiction(method, version);
    // An initialize agrees on a version; the header before it means nothing.
    if (method === INITIALIZE) return undefined;
    return fault(rpcCodes.serverError, `Bad Request: Unsupported protocol version: ${version.slice(0, 40)}`);
  },
  present: (_, { resultType: __, ...result }) => result,
  open: (door) => new SessionClient(door),
  server: {
    async greet(peer, { info, capabilities }, signal) {
      const params = { protocolVersion: versions[0], capabilities, clientInfo: info };
      const answer = await peer.request(INITIALIZE, params, { signal, graceMs: 0 });
      const { protocolVersion } = answer;
      if (typeof protocolVersion !== 'string') throw unsupported([]);
      peer.agree(protocolVersion);
      peer.notify(INITIALIZED);
      return readGreeting(answer, protocolVersion);
    },
    envelope: (params) => params,
    call: (send, params) => send(params),
    asksOutsideCalls: true,
    mirrorsArguments: false,
  },
};

class SessionClient implements ClientState {
  readonly #door: DoorPort;
  readonly #questions: Questions;
  readonly #watched = new Set<string>();
  #capabilities: JsonObject = {};
  /** What a client that never said so hears. */
  #logLevel = 'info';
  #isInitialized = false;

  constructor(door: DoorPort) {
    this.#door = door;
    this.#questions = new Questions((message, requestId) => door.post(message, requestId));
  }

  readonly methods: Readonly<Record<string, Handler>> = {
    [INITIALIZE]: ({ params }) => this.#initialize(params),
    ping: async () => ({ result: {} }),
    'logging/setLevel': async ({ method, params }) => this.#setLogLevel(method, params),
    'resources/subscribe': (request, options) =>
      // What the client has already is no matter of the app's.
      this.#changeWatch(request, options, (uri) => {
        if (this.#watched.has(uri) || this.#watched.size >= limits.door.watchedMax) return false;
        return this.#watched.add(uri).has(uri);
      }),
    'resources/unsubscribe': (request, options) =>
      this.#changeWatch(request, options, (uri) => this.#watched.delete(uri)),
  };

  callerOf({ id }: Request): Pick<CallOptions, 'client' | 'ask'> {
    const known = Object.values(abilities).filter((ability) => isRecord(this.#capabilities[ability]));
    return {
      client: { capabilities: Object.fromEntries(known.map((ability) => [ability, this.#capabilities[ability]])) },
      ask: this.#questions.askFor(id, this.#capabilities),
    };
  }

  logLevelOf(): string {
    return this.#logLevel;
  }

  /** A line without a level that we know is passed on: it is the server's to name them. */
  wantsLog({ level }: JsonObject): boolean {
    const severity = levels.indexOf(String(level));
    return severity === -1 || severity >= levels.indexOf(this.#logLevel);
  }

  isOpen(): boolean {
    return false;
  }

  notice(method: string): boolean {
    if (method === INITIALIZED) this.#isInitialized = true;
    return method === INITIALIZED;
  }

  answer(id: JsonRpcId | null, reply: Reply): void {
    if (id !== null) this.#questions.answer(id, reply);
  }

  tell(method: string, { _meta: _, ...params }: JsonObject): void {
    const isWanted = method === RESOURCE_UPDATED ? this.#watched.has(String(params.uri)) : this.#isInitialized;
    if (isWanted) this.#door.post(Object.keys(params).length === 0 ? { method } : { method, params });
  }

  close(): void {
    unwatch(this.#door.offer.extras, this.#watched);
    this.#questions.close();
  }

  async #initialize({ protocolVersion, capabilities }: JsonObject): Promise<Reply> {
    this.#capabilities = isRecord(capabilities) ? capabilities : {};
    const { offer } = this.#door;
    const { about = gateway } = offer;
    return {
      result: {
        protocolVersion: isOwn(protocolVersion) ? protocolVersion : versions[0],
        capabilities: await capabilitiesOf(offer),
        serverInfo: serverInfo(about),
        instructions: about.instructions,
      },
    };
  }

  #setLogLevel(method: string, { level }: JsonObject): Reply {
    if (this.#door.offer.extras?.hasLog !== true) return notFound(method);
    const known = levels.find((name) => name === level);
    if (known === undefined) return fault(rpcCodes.invalidParams, 'There is no log level of this name.');
    this.#logLevel = known;
    return { result: {} };
  }

  async #changeWatch(
    { method, params }: Request,
    options: () => CallOptions,
    change: (uri: string) => boolean,
  ): Promise<Reply> {
    const { extras } = this.#door.offer;
    const known = extras?.methods.find((name) => name === method);
    if (extras === undefined || known === undefined) return notFound(method);
    if (!change(String(params.uri))) return { result: {} };
    return { result: await extras.relay(known, ownParams(params), options()) };
  }
}

function isOwn(version: unknown): boolean {
  return versions.some((known) => known === version);
}

/** The header names a revision whose requests state their version, and this one does not. */
function contradiction(method: string, version: string): Failure {
  if (method === INITIALIZE) return mismatch('MCP-Protocol-Version', version, 'initialize, of the old era');
  return fault(
    rpcCodes.invalidParams,
    `The header names protocol version ${version}, but _meta["${metaKeys.protocolVersion}"] is missing.`,
    { envelope: { missing: [metaKeys.protocolVersion] } },
  );
}

// The revisions with MCP sessions: initialize agrees on a version, changes are always announced, questions are requests.
import { isRecord, type JsonObject, limits, textFrom } from '@sallyport/protocol';
import { headerOf } from '../base/headers.ts';
import { type Failure, fault, notFound, ownParams, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import { changeSubscriptions, RESOURCE_UPDATED } from './changes.ts';
import { capabilitiesOf, gateway, readGreeting, serverInfo, unsupported } from './introduction.ts';
import { mismatch } from './mirrored-headers.ts';
import { abilities, Questions } from './questions.ts';
import type { ClientState, DoorPort, Handler, Revision } from './revision.ts';

const INITIALIZE = 'initialize';
const INITIALIZED = 'notifications/initialized';
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export const sessionful: Revision = {
  name: 'legacy',
  versions,
  handshake: { method: INITIALIZE, confirmation: INITIALIZED },
  clientInfoOf: ({ clientInfo }) => clientInfo,
  checkHeaders({ method }, headers, stated) {
    const version = headerOf(headers, 'mcp-protocol-version');
    if (version === undefined || isOwn(version)) return undefined;
    if (stated.includes(version)) return contradiction(method, version);
    // `initialize` agrees on a version, so its header does not matter.
    if (method === INITIALIZE) return undefined;
    return fault(rpcCodes.serverError, `Bad Request: Unsupported protocol version: ${version.slice(0, 40)}`);
  },
  present: (_, { resultType: __, ...result }) => result,
  open: openSession,
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

function openSession(door: DoorPort): ClientState {
  const { offer, post } = door;
  const { about = gateway, extras } = offer;
  const questions = new Questions();
  const watched = new Set<string>();
  let declared: JsonObject = {};
  let isInitialized = false;
  /** The default for clients that never set a level. */
  let logLevel = 'info';
  /** Relays a change to the app only if the client's subscriptions really change. */
  const changing = (isChange: (uri: string) => boolean): Handler => {
    return async ({ method, params }, options) => {
      const known = extras?.methods.find((name) => name === method);
      if (extras === undefined || known === undefined) return notFound(method);
      if (!isChange(textFrom(params.uri))) return { result: {} };
      return { result: await extras.relay(known, ownParams(params), options()) };
    };
  };
  return {
    methods: {
      [INITIALIZE]: async ({ params }) => {
        declared = isRecord(params.capabilities) ? params.capabilities : {};
        const protocolVersion = isOwn(params.protocolVersion) ? params.protocolVersion : versions[0];
        const capabilities = await capabilitiesOf(offer);
        const { instructions } = about;
        return { result: { protocolVersion, capabilities, serverInfo: serverInfo(about), instructions } };
      },
      ping: async () => ({ result: {} }),
      'logging/setLevel': async ({ method, params }) => {
        if (extras?.hasLog !== true) return notFound(method);
        const known = levels.find((level) => level === params.level);
        if (known === undefined) return fault(rpcCodes.invalidParams, 'There is no log level with this name.');
        logLevel = known;
        return { result: {} };
      },
      'resources/subscribe': changing(
        (uri) => !watched.has(uri) && watched.size < limits.door.watchedMax && watched.add(uri).has(uri),
      ),
      'resources/unsubscribe': changing((uri) => watched.delete(uri)),
    },
    callerOf({ id }) {
      const known = Object.values(abilities).filter((ability) => isRecord(declared[ability]));
      const capabilities = Object.fromEntries(known.map((ability) => [ability, declared[ability]]));
      return { client: { capabilities }, ask: questions.askFor(door, id, declared) };
    },
    logLevelOf: () => logLevel,
    // Passes on messages with unknown levels, which servers may define.
    wantsLog({ level }) {
      const severity = levels.indexOf(textFrom(level));
      return severity === -1 || severity >= levels.indexOf(logLevel);
    },
    handleNotification(method) {
      isInitialized ||= method === INITIALIZED;
      return method === INITIALIZED;
    },
    answer(id, reply) {
      if (id !== null) questions.answer(id, reply);
    },
    notify(method, { _meta: _, ...params }) {
      const isWanted = method === RESOURCE_UPDATED ? watched.has(textFrom(params.uri)) : isInitialized;
      if (isWanted) post(Object.keys(params).length === 0 ? { method } : { method, params });
    },
    close() {
      changeSubscriptions(offer, 'resources/unsubscribe', watched);
      questions.close();
    },
  };
}

function isOwn(version: unknown): boolean {
  return versions.some((known) => known === version);
}

/** The header names a revision whose requests contain their version, but this request does not. */
function contradiction(method: string, version: string): Failure {
  if (method === INITIALIZE) return mismatch('MCP-Protocol-Version', version, 'initialize, of an older revision');
  return fault(
    rpcCodes.invalidParams,
    `The header names protocol version ${version}, but _meta["${metaKeys.protocolVersion}"] is missing.`,
    { envelope: { missing: [metaKeys.protocolVersion] } },
  );
}

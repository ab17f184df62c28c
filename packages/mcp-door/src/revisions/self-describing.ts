// The revisions without MCP sessions: each request has its version and client, and questions are results of calls.
import { type CallOptions, isRecord, type JsonObject, limits, SallyportError } from '@sallyport/protocol';
import { type Failure, fault, isId, metaOf, rpcCodes } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import { changeSubscriptions } from './changes.ts';
import { capabilitiesOf, gateway, readGreeting, serverInfo, unsupported } from './introduction.ts';
import { checkArgumentHeaders, checkMirroredHeaders } from './mirrored-headers.ts';
import { askable, cannotAsk, isQuestion } from './questions.ts';
import type { ClientState, DoorPort, Revision, ServerCodec } from './revision.ts';
import { Subscriptions, stamp } from './subscriptions.ts';

const DISCOVER = 'server/discover';
const LISTEN = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const INPUT_REQUIRED = 'input_required';
const DISCOVER_TTL_MS = 300_000;
const cacheable = ['prompts/list', 'resources/list', 'resources/templates/list', 'resources/read'];

export function selfDescribing(version: string, name = version): Revision {
  return {
    name,
    versions: [version],
    subscription: { method: LISTEN, acknowledgement: ACKNOWLEDGED },
    clientInfoOf: (params) => metaOf(params)[metaKeys.clientInfo],
    refusalOf: checkEnvelope,
    checkHeaders: checkMirroredHeaders,
    checkArguments: checkArgumentHeaders,
    present,
    open: openWithoutSession,
    server: serverCodec(version),
  };
}

function checkEnvelope(params: JsonObject, stated: readonly string[]): Failure | undefined {
  const { [metaKeys.protocolVersion]: version, [metaKeys.clientCapabilities]: capabilities } = metaOf(params);
  if (typeof version !== 'string') return badEnvelope(metaKeys.protocolVersion, 'must be a string');
  if (!stated.includes(version)) {
    return fault(rpcCodes.unsupportedVersion, `Unsupported protocol version: ${version.slice(0, 40)}`, {
      supported: stated,
      requested: version.slice(0, 40),
    });
  }
  return isRecord(capabilities) ? undefined : badEnvelope(metaKeys.clientCapabilities, 'must be an object');
}

function badEnvelope(key: string, problem: string): Failure {
  return fault(rpcCodes.invalidParams, `_meta["${key}"] ${problem}.`, { envelope: { key, problem } });
}

/** Results may only be cached for the caller that got them. */
function present(method: string, result: JsonObject, about = gateway): JsonObject {
  const isCached = cacheable.includes(method) && result.resultType !== INPUT_REQUIRED;
  return {
    resultType: 'complete',
    ...(isCached ? { ttlMs: 0, ...result, cacheScope: 'private' } : result),
    _meta: { ...metaOf(result), [metaKeys.serverInfo]: serverInfo(about) },
  };
}

function openWithoutSession({ offer, post, versions }: DoorPort): ClientState {
  const { about = gateway, extras } = offer;
  const subscriptions = new Subscriptions(extras?.methods ?? []);
  return {
    methods: {
      [DISCOVER]: async () => {
        const capabilities = await capabilitiesOf(offer);
        const { instructions } = about;
        const found = { supportedVersions: versions, capabilities, instructions };
        return { result: { ...found, ttlMs: DISCOVER_TTL_MS, cacheScope: 'private' } };
      },
      // The request stays open; the notification acknowledges the supported part.
      [LISTEN]: async ({ id, params }) => {
        const begun = subscriptions.begin(id, params);
        if ('error' in begun) return begun;
        changeSubscriptions(offer, 'resources/subscribe', begun.uris);
        post({ method: ACKNOWLEDGED, params: stamp(id, { notifications: begun.served }) }, id);
        return undefined;
      },
    },
    callerOf({ params }) {
      const { [metaKeys.clientCapabilities]: declared } = metaOf(params);
      const { inputResponses, requestState } = params;
      // The answers to a server's questions in the previous round.
      const round = {
        ...(inputResponses === undefined ? {} : { inputResponses }),
        ...(requestState === undefined ? {} : { requestState }),
      };
      return { client: { capabilities: isRecord(declared) ? declared : {}, round } };
    },
    logLevelOf: (params) => metaOf(params)[metaKeys.logLevel],
    isOpen: (id) => subscriptions.has(id),
    handleNotification(method, { requestId }) {
      if (method !== 'notifications/cancelled' || !isId(requestId)) return false;
      const watched = subscriptions.end(requestId);
      changeSubscriptions(offer, 'resources/unsubscribe', watched ?? []);
      return watched !== undefined;
    },
    notify(method, { _meta: _, ...params }) {
      for (const id of subscriptions.matching(method, params)) post({ method, params: stamp(id, params) }, id);
    },
    // Answers the open subscription requests.
    close() {
      for (const id of subscriptions.ids) {
        changeSubscriptions(offer, 'resources/unsubscribe', subscriptions.end(id) ?? []);
        post({ id, result: present(LISTEN, stamp(id), about) }, id);
      }
    },
  };
}

function serverCodec(version: string): ServerCodec {
  const codec: ServerCodec = {
    async greet(peer, { info }, signal) {
      const params = codec.envelope({}, { info, capabilities: {} });
      const ask = () => peer.request(DISCOVER, params, { signal, graceMs: 0 });
      const found = await ask().catch((thrown: unknown) => {
        // If the server refuses our version but lists it as supported, the protocol says to try once more.
        if (versionsInRefusal(thrown).includes(version)) return ask();
        throw thrown;
      });
      const versions = Array.isArray(found.supportedVersions) ? found.supportedVersions : [];
      if (!versions.includes(version)) throw unsupported(versions);
      return readGreeting(found, version);
    },
    envelope: (params, { info, capabilities }, logLevel) => ({
      ...params,
      _meta: {
        ...metaOf(params),
        [metaKeys.protocolVersion]: version,
        [metaKeys.clientCapabilities]: capabilities,
        [metaKeys.clientInfo]: info,
        ...(logLevel === undefined ? {} : { [metaKeys.logLevel]: logLevel }),
      },
    }),
    call: callInRounds,
    asksOutsideCalls: false,
    mirrorsArguments: true,
  };
  return codec;
}

/** The versions that a server listed when it refused ours. */
function versionsInRefusal(thrown: unknown): readonly unknown[] {
  const { rpcCode, rpcData } = (thrown instanceof SallyportError ? thrown.data : undefined) ?? {};
  if (rpcCode !== rpcCodes.unsupportedVersion || !isRecord(rpcData)) return [];
  return Array.isArray(rpcData.supported) ? rpcData.supported : [];
}

/** A server with questions returns them as the result and is called again with the answers. */
const callInRounds: ServerCodec['call'] = async (send, params, options) => {
  const { client, ask } = options;
  const capabilities = client?.capabilities ?? (ask === undefined ? {} : askable);
  // A caller that gets questions as results answers them itself, round by round.
  if (client?.round !== undefined) return send({ ...params, ...client.round }, capabilities);
  let result = await send(params, capabilities);
  for (let round = 0; round < limits.server.maxRounds; round += 1) {
    if (result.resultType !== INPUT_REQUIRED) return result;
    const { inputRequests, requestState } = result;
    const inputResponses = await askAll(isRecord(inputRequests) ? inputRequests : {}, options);
    result = await send(
      { ...params, inputResponses, ...(requestState === undefined ? {} : { requestState }) },
      capabilities,
    );
  }
  throw new SallyportError('ERR_PROTOCOL_ERROR', 'The server keeps asking questions.', {
    data: { outcome: 'unknown' },
  });
};

async function askAll(requests: JsonObject, { ask, signal }: CallOptions): Promise<JsonObject> {
  const answers = Object.entries(requests).map(async ([key, request]) => {
    const { method, params } = isRecord(request) ? request : {};
    if (ask === undefined || !isQuestion(method)) throw cannotAsk();
    return [key, await ask(method, isRecord(params) ? params : {}, signal)] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

// What a caller is offered behind a door: all apps, or one app alone with its own names.
import type { CallOutcome, Offer } from '@sallyport/mcp-door';
import { type CallOptions, type Fence, isRelayed, SallyportError } from '@sallyport/protocol';
import type { CallRequest } from '../path/call.ts';
import type { ParkedCalls } from '../path/parked-calls.ts';
import { boundOf } from '../path/request-state.ts';
import type { Claimed } from '../rooms/callers/callers.ts';
import { withTimeout } from '../rooms/limits/deadline.ts';
import type { RegisteredTool } from '../rooms/registry/app-entry.ts';
import { isOwnApp } from '../rooms/registry/tool-name.ts';
import type { LongTexts } from '../store/long-texts.ts';
import { createAppExtras, createPromptExtras, type ExtrasPorts } from './extras.ts';

export interface OfferPorts extends ExtrasPorts {
  readonly toolsFor: (by: Claimed) => Promise<readonly RegisteredTool[]>;
  readonly callFor: (request: CallRequest, options: CallOptions) => Promise<CallOutcome>;
  readonly onToolsChanged: (listener: () => void) => () => void;
  readonly parked: ParkedCalls;
  /** Moves long texts of our own apps to files. */
  readonly shorten: LongTexts['shorten'];
  readonly fence: Fence;
}

export interface OfferScope {
  /** Only this app, with bare names. */
  readonly appId?: string;
  /** Callers without a token get the user's servers, never an app that acts for the user. */
  readonly isServersOnly?: boolean;
}

export function createOffer(ports: OfferPorts, by: Claimed, scope: OfferScope = {}): Offer {
  const { appId, isServersOnly = false } = scope;
  const isOffered = ({ app }: RegisteredTool) =>
    (appId === undefined || app.id === appId) && !(isServersOnly && isOwnApp(app.id));
  const session = by.role === 'agent' ? by.session : by.role;
  const extras =
    appId === undefined ? createPromptExtras(ports, by, session) : createAppExtras(ports, by, session, appId);
  return {
    extras,
    fence: ports.fence,
    listTools: async () =>
      (await ports.toolsFor(by)).filter(isOffered).map(({ app, mcpName, declaration }) => ({
        ...withTimeout(app, declaration),
        name: appId === undefined ? mcpName : declaration.name,
      })),
    async callTool(name, args, options) {
      const fullName = appId === undefined ? name : `${appId}/${name}`;
      if (isServersOnly && isOwnApp(appOf(fullName))) return { ok: false, error: needsToken() };
      const bound = boundOf(session, appOf(fullName), 'tools/call', { name: fullName, arguments: args });
      try {
        const tool = { serverId: appOf(fullName), toolName: name };
        const round = ports.seal.open(options, bound);
        const end = await ports.parked.run(tool, round, (run) =>
          ports.callFor({ kind: 'call', by, name: fullName, args }, run),
        );
        if (!end.ok) return end;
        const { serverId, callId } = end.provenance;
        const result = isOwnApp(serverId) ? ports.shorten(end.result, callId) : end.result;
        return { ...end, result: isRelayed(result) ? { relayed: ports.seal.close(result.relayed, bound) } : result };
      } catch (thrown) {
        if (!(thrown instanceof SallyportError)) throw thrown;
        return { ok: false, error: thrown };
      }
    },
    onToolsChanged: ports.onToolsChanged,
  };
}

/** App ids contain neither separator, so the first one ends the id. */
function appOf(name: string): string {
  return name.split(/\/|__/, 1)[0] ?? '';
}

export function needsToken(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'Browser and editor are not open to callers without a token.', {
    hint: 'Add the agent with "sallyport agents add NAME" and send its key as a bearer token.',
  });
}

// What a caller meets behind a door: all apps under one roof, or one app alone with its own names.
import type { CallEnd, Offer } from '@sallyport/mcp-door';
import { type CallOptions, SallyportError } from '@sallyport/protocol';
import type { AskedCall } from './call.ts';
import type { Claimed } from './callers/callers.ts';
import { withTimeout } from './limits/deadline.ts';
import type { RegisteredTool } from './registry/registry.ts';

export interface OfferPorts {
  readonly toolsFor: (by: Claimed) => Promise<readonly RegisteredTool[]>;
  readonly callFor: (asked: AskedCall, options: CallOptions) => Promise<CallEnd>;
  readonly onToolsChanged: (listener: () => void) => () => void;
}

export interface OfferScope {
  /** That app alone, with bare names. */
  readonly appId?: string;
  /** Whoever showed no token gets the user's servers, never an app that acts for the user. */
  readonly isServersOnly?: boolean;
}

/** The apps that act as the user: in the user's browser, in the user's editor. */
const ownApps = ['browser', 'editor'];

export function isOwnApp(appId: string): boolean {
  return ownApps.includes(appId);
}

export function createOffer(ports: OfferPorts, by: Claimed, scope: OfferScope = {}): Offer {
  const { appId, isServersOnly = false } = scope;
  const isOffered = ({ app }: RegisteredTool) =>
    (appId === undefined || app.id === appId) && !(isServersOnly && isOwnApp(app.id));
  return {
    listTools: async () =>
      (await ports.toolsFor(by)).filter(isOffered).map(({ app, mcpName, declaration }) => ({
        ...withTimeout(app.id, declaration),
        name: appId === undefined ? mcpName : declaration.name,
      })),
    async callTool(name, args, options) {
      const fullName = appId === undefined ? name : `${appId}/${name}`;
      if (isServersOnly && isOwnApp(appOf(fullName))) return { ok: false, error: needsToken() };
      return ports.callFor({ by, name: fullName, args }, options);
    },
    onToolsChanged: ports.onToolsChanged,
  };
}

/** App ids hold neither separator, so the first one ends the id. */
function appOf(name: string): string {
  return name.split(/\/|__/, 1)[0] ?? '';
}

export function needsToken(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'Browser and editor are not open to callers without a token.', {
    hint: 'Add the agent with "sallyport agents add NAME" and send its key as a bearer token.',
  });
}

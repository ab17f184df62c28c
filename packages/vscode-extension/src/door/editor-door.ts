// The editor's HTTP door on loopback: its tokens, its path, and the identity of callers.
import {
  type AdmissionRequest,
  HttpDoor,
  type Identity,
  isSameSecret,
  metaKeys,
  type Offer,
} from '@sallyport/mcp-door';
import { parseAgentLabel } from '@sallyport/protocol';
import type { Caller } from './editor-offer.ts';

export interface EditorDoorOptions {
  readonly port: number;
  readonly token: string;
  /** From the window's record; undefined when that could not be written. */
  readonly gatewayToken: () => string | undefined;
  /** Read for each request, since the setting may change. */
  readonly requiresToken: () => boolean;
  readonly offerTo: (caller: Caller) => Offer;
  /** Whether the user has to decide on a review of this caller. */
  readonly isAwaited: (callerId: string) => boolean;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
  readonly onSessions: (count: number) => void;
  /** An agent lost its connection while a call of its MCP session is in progress. */
  readonly onLost: (callerId: string) => void;
}

const GATEWAY = 'gateway';

/** Resolves when it listens, on another port if the requested one is taken. */
export async function openEditorDoor(options: EditorDoorOptions): Promise<HttpDoor<Identity>> {
  const door = new HttpDoor({
    port: options.port,
    mayChoosePort: true,
    identify: (token) => {
      const gatewayToken = options.gatewayToken();
      if (token !== undefined && isSameSecret(options.token, token)) return { id: 'token' };
      if (token !== undefined && gatewayToken !== undefined && isSameSecret(gatewayToken, token))
        return { id: GATEWAY };
      return options.requiresToken() ? undefined : { id: 'anyone' };
    },
    hasPath: (path) => path === '/mcp',
    admit: (request) => {
      const caller = callerOf(request);
      return { offer: options.offerTo(caller), isAwaited: () => options.isAwaited(caller.id) };
    },
    now: options.now,
    onFault: options.onFault,
    onSessions: options.onSessions,
    onLost: options.onLost,
  });
  await door.listen();
  return door;
}

/** The gateway names the agent it calls for. Other callers are known by their MCP session, or only by a claimed name. */
function callerOf({ who, sessionId, client, meta }: AdmissionRequest<Identity>): Caller {
  if (who.id !== GATEWAY) {
    const name = client ?? 'An agent';
    if (sessionId !== undefined) return { id: sessionId, name, isDirect: true };
    return { id: `${who.id}:${client ?? ''}`, name, isDirect: true, isClaimed: true };
  }
  const agent = parseAgentLabel(meta?.[metaKeys.agent]);
  return { id: `${GATEWAY}:${agent?.session ?? ''}`, name: agent?.name ?? 'The gateway', isDirect: false };
}

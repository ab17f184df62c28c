// Reads the first line of a client that connects to the gateway's socket: its token and its role.
import { isSameToken } from '@sallyport/native-host/run-directory';
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { Claimed, KeyHolder, RemoteHost } from '../rooms/callers/callers.ts';

export type ConnectingClient =
  | (Extract<Claimed, { role: 'agent' }> & {
      /** Its shim lost an earlier gateway: its list of tools may be outdated. */
      readonly isReturning: boolean;
    })
  | { readonly role: 'cli' }
  /** A knock: scan the records. */
  | { readonly role: 'host'; readonly hostId: string }
  | { readonly role: 'editor'; readonly editorId: string };

const SESSION = /^[0-9a-f]{32,128}$/;
const TEXT_MAX_LENGTH = 4096;

/**
 * The first line at the door of a remote host: agents alone may enter there, with the key of the host. An agent with a key of
 * its own says that too.
 */
export function readRemoteClient(
  line: unknown,
  host: RemoteHost,
  holderOf: (key: string) => KeyHolder | undefined,
): ConnectingClient {
  const key = isRecord(line) && typeof line.token === 'string' ? line.token : '';
  if (!isRecord(line) || holderOf(key)?.id !== host.agentId) {
    throw new SallyportError('ERR_PERMISSION_DENIED', `The key of ${host.name} was revoked or replaced.`, {
      hint: 'On the computer with the browser, run "sallyport remote add" for this host again.',
    });
  }
  const { role, stay: session } = line;
  if (role !== 'agent' || typeof session !== 'string' || !SESSION.test(session)) {
    throw new SallyportError('ERR_PERMISSION_DENIED', 'Only agents may connect from a remote host.');
  }
  const client = readAgent(line, session);
  return { ...client, key: client.key ?? key, host };
}

/** Throws ERR_PERMISSION_DENIED for a wrong token and ERR_PROTOCOL_ERROR for an unknown role. */
export function readConnectingClient(line: unknown, token: string): ConnectingClient {
  if (!isRecord(line) || typeof line.token !== 'string' || !isSameToken(token, line.token)) {
    throw new SallyportError('ERR_PERMISSION_DENIED', "The gateway's token is missing or wrong.", {
      hint: 'It is in gateway.json of the run directory and changes with each start.',
    });
  }
  // Shims of every version send the session as `stay`.
  const { role, stay: session, hostId, editorId } = line;
  if (role === 'cli') return { role };
  if (role === 'host' && typeof hostId === 'string') return { role, hostId };
  if (role === 'editor' && typeof editorId === 'string') return { role, editorId };
  if (role === 'agent' && typeof session === 'string' && SESSION.test(session)) return readAgent(line, session);
  throw new SallyportError(
    'ERR_PROTOCOL_ERROR',
    'The first line must name a role: agent with a session (`stay`), cli, host or editor.',
  );
}

function readAgent(line: Record<string, unknown>, session: string): Extract<ConnectingClient, { role: 'agent' }> {
  const { client, cwd, key, pid } = line;
  return {
    role: 'agent',
    session,
    isReturning: line.isReturning === true,
    client: textOf(client),
    cwd: textOf(cwd),
    key: textOf(key),
    pid: typeof pid === 'number' && Number.isInteger(pid) && pid > 0 ? pid : undefined,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX_LENGTH ? value : undefined;
}

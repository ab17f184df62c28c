// The editor's own door on the loopback: its token, its one path, and who comes in.
import { HttpDoor, isSameSecret, type Offer } from '@sallyport/mcp-door';
import type { Caller } from './editor-offer.ts';

export interface EditorDoorOptions {
  readonly port: number;
  readonly token: string;
  /** Read anew for each request: the setting may change. */
  readonly requiresToken: () => boolean;
  readonly offerTo: (caller: Caller) => Offer;
  /** Whether a review of this caller waits for the user. */
  readonly isAwaited: (callerId: string) => boolean;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
  readonly onSessions: (count: number) => void;
}

/** Listens when it resolves; on another port when the wanted one is taken. */
export async function openEditorDoor(options: EditorDoorOptions): Promise<HttpDoor<{ id: string }>> {
  const door = new HttpDoor({
    port: options.port,
    mayChoosePort: true,
    identify: (token) => {
      if (token !== undefined && isSameSecret(options.token, token)) return { id: 'token' };
      return options.requiresToken() ? undefined : { id: 'anyone' };
    },
    hasPath: (path) => path === '/mcp',
    enter: ({ client, sessionId, who }) => {
      const caller = { id: sessionId ?? `${who.id}:${client ?? ''}`, name: client ?? 'An agent' };
      return { offer: options.offerTo(caller), isAwaited: () => options.isAwaited(caller.id) };
    },
    now: options.now,
    onFault: options.onFault,
    onSessions: options.onSessions,
  });
  await door.listen();
  return door;
}

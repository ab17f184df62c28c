// The connected agents: each has its own door over its connection.
import { type Offer, StreamDoor } from '@sallyport/mcp-door';
import type { Caller } from '../rooms/callers/callers.ts';
import type { LineStream } from './line-stream.ts';

interface Connection {
  readonly caller: Caller;
  readonly stream: LineStream;
  readonly door: StreamDoor;
}

export interface NewSession {
  readonly caller: Caller;
  /** It may have an earlier gateway's tool list, so it is notified of a change. */
  readonly isReturning: boolean;
  readonly offer: Offer;
  readonly stream: LineStream;
  readonly onClosed: () => void;
}

export class AgentSessions {
  readonly #onFault: (thrown: unknown) => void;
  readonly #connections = new Set<Connection>();

  constructor(onFault: (thrown: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Serves the agent until its connection ends, then calls `onClosed` once. */
  serve({ caller, isReturning, offer, stream, onClosed }: NewSession): void {
    const onFault = this.#onFault;
    const door = new StreamDoor({ offer, post: (message) => stream.send(message), onFault });
    const connection: Connection = { caller, stream, door };
    this.#connections.add(connection);
    const firstMessage = new Promise<void>((resolve) => {
      stream.onMessage((message) => {
        door.receive(message);
        resolve();
      });
    });
    // After its handshake: until then the door does not know which notifications it wants.
    if (isReturning) {
      Promise.all([offer.listTools(), firstMessage])
        .then(() => door.notifyToolsChanged())
        .catch(onFault);
    }
    stream.closed
      .then(async () => {
        this.#connections.delete(connection);
        onClosed();
        await door.close();
      })
      .catch(onFault);
  }

  /** Resolves when no agent waits for an answer. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.#connections].map(({ door }) => door.whenIdle()));
  }

  /** Ends the sessions with this agent id, agent name, session id or remote host. Their shims come back only when the agent calls again. */
  async dismiss(who: string): Promise<number> {
    const dismissed = [...this.#connections].filter(({ caller }) =>
      [caller.id, caller.name, caller.session, 'host' in caller ? caller.host : undefined].includes(who),
    );
    await Promise.all(dismissed.map((connection) => endConnection(connection, true)));
    return dismissed.length;
  }

  /** Ends all sessions. */
  async close(options: { readonly goodbye: boolean }): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => endConnection(connection, options.goodbye)));
  }
}

/** The goodbye lists the requests that were received and not answered; the shim may send any other one again. */
async function endConnection({ stream, door }: Connection, goodbye: boolean): Promise<void> {
  const taken = door.openRequestIds;
  await door.close();
  if (goodbye) stream.send({ type: 'goodbye', taken });
  stream.end();
}

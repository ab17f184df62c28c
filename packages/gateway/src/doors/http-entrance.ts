// The gateway's HTTP door: /mcp for all apps, /mcp/<app> for one, /mcp/~<label> for one of several sessions of an agent.
import { createHash } from 'node:crypto';
import { type Admission, type AdmissionRequest, HttpDoor, type Identity, type Offer } from '@sallyport/mcp-door';
import { limits, SallyportError, UNKNOWN_OUTCOME_HINT } from '@sallyport/protocol';
import { needsToken, type OfferScope } from '../offers/offers.ts';
import type { Claimed } from '../rooms/callers/callers.ts';
import { parseFamilies } from '../rooms/grants/families.ts';
import { isOwnApp } from '../rooms/registry/tool-name.ts';

export interface HttpOptions {
  readonly port: number;
  /** Callers without a token are served too, but only the user's servers. */
  readonly isOpenToAll: boolean;
}

export interface HttpEntrancePorts {
  /** The agent with this key. */
  readonly holderOf: (key: string) => { readonly id: string } | undefined;
  readonly hasApp: (appId: string) => boolean;
  readonly offerTo: (by: Claimed, scope: OfferScope) => Offer;
  /** A caller connected; the returned function is called when it disconnects. */
  readonly onArrival: (by: Claimed) => () => void;
  readonly now: () => number;
  readonly onFault: (thrown: unknown) => void;
}

export interface HttpStatus {
  readonly url: string;
  readonly isOpenToAll: boolean;
  readonly sessions: number;
}

interface Caller extends Identity {
  readonly key?: string;
}

interface OpenDoor {
  readonly options: HttpOptions;
  readonly door: HttpDoor<Caller>;
}

const PATH = /^\/mcp(?:\/([a-z0-9-]{1,64}))?(?:\/~([\w.-]{1,64}))?$/;
const ANYONE: Caller = { id: 'anyone' };

export class HttpEntrance {
  readonly #ports: HttpEntrancePorts;
  #open: OpenDoor | undefined;
  #opening: Promise<HttpStatus> = Promise.resolve({ url: '', isOpenToAll: false, sessions: 0 });

  constructor(ports: HttpEntrancePorts) {
    this.#ports = ports;
  }

  get status(): HttpStatus | undefined {
    return this.#open && statusOf(this.#open);
  }

  /** Opens the door, or returns the status of one that is open with the same options. Concurrent calls run in order. */
  open(options: HttpOptions): Promise<HttpStatus> {
    this.#opening = this.#opening.catch(() => {}).then(() => this.#openNow(options));
    return this.#opening;
  }

  /** Ends the MCP sessions of an agent with a key; resolves with how many there were. */
  async dismiss(agentId: string): Promise<number> {
    return (await this.#open?.door.dismiss(agentId)) ?? 0;
  }

  /** Answers calls in progress, since an HTTP client cannot ask the next gateway about them. May be called again. */
  async close(): Promise<void> {
    await this.#opening.catch(() => {});
    await this.#open?.door.close(gatewayStopped());
    this.#open = undefined;
  }

  async #openNow(options: HttpOptions): Promise<HttpStatus> {
    if (this.#open === undefined) {
      const door = this.#createDoor(options);
      try {
        await door.listen();
      } catch (thrown) {
        await door.close();
        throw cannotListen(options.port, thrown);
      }
      this.#open = { options, door };
    }
    const { options: current, door } = this.#open;
    const isSame = current.isOpenToAll === options.isOpenToAll && [current.port, door.port, 0].includes(options.port);
    if (!isSame) throw openOtherwise(urlOf(door.port));
    return statusOf(this.#open);
  }

  #createDoor({ port, isOpenToAll }: HttpOptions): HttpDoor<Caller> {
    const { holderOf, hasApp, now, onFault } = this.#ports;
    return new HttpDoor<Caller>({
      port,
      // Clients have the port in their config, so another one would be useless.
      mayChoosePort: false,
      identify(token) {
        if (token === undefined) return isOpenToAll ? ANYONE : undefined;
        const holder = holderOf(token);
        return holder === undefined ? undefined : { id: holder.id, key: token };
      },
      hasPath(path) {
        const [isOurs, appId] = PATH.exec(path) ?? [];
        return isOurs !== undefined && (appId === undefined || hasApp(appId));
      },
      admit: (request) => this.#admit(request),
      now,
      onFault,
    });
  }

  #admit({ who, path, query, sessionId, client }: AdmissionRequest<Caller>): Admission {
    const [, appId, label] = PATH.exec(path) ?? [];
    const isServersOnly = who.key === undefined;
    if (isServersOnly && appId !== undefined && isOwnApp(appId)) throw needsToken();
    const families = query.get('families');
    const by: Claimed = {
      role: 'agent',
      session: sessionOf(who, sessionId, label),
      client,
      key: who.key,
      isEndless: sessionId === undefined ? true : undefined,
      requestedFamilies: families ? parseFamilies(families) : undefined,
    };
    const leave = this.#ports.onArrival(by);
    return { offer: this.#ports.offerTo(by, { isServersOnly, appId }), leave };
  }
}

/** Each MCP session is a session. Without one, the agent has one session, or one for each label. */
function sessionOf(who: Caller, sessionId: string | undefined, label = ''): string {
  if (sessionId !== undefined) return sessionId.replaceAll('-', '');
  return createHash('sha256')
    .update(JSON.stringify([who.id, label]))
    .digest('hex')
    .slice(0, 32);
}

function statusOf({ options, door }: OpenDoor): HttpStatus {
  return { url: urlOf(door.port), isOpenToAll: options.isOpenToAll, sessions: door.sessionCount };
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}

function cannotListen(port: number, cause: unknown): SallyportError {
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
  const what = isTaken ? `Port ${port} is in use by another program.` : `Cannot listen on port ${port}.`;
  return new SallyportError('ERR_SERVER_UNAVAILABLE', what, {
    hint:
      'Stop that program, or choose a port with "sallyport serve --port N" and set it in the entries of your clients ' +
      `(the default is ${limits.door.gatewayPort}). "sallyport mcp" needs no port.`,
    data: { port },
    cause,
  });
}

function gatewayStopped(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The Sallyport gateway was stopped.', {
    hint: UNKNOWN_OUTCOME_HINT,
    data: { outcome: 'unknown' },
  });
}

function openOtherwise(url: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `The HTTP door is already open at ${url} with other options.`, {
    hint: 'Run "sallyport stop", then "sallyport serve" again.',
  });
}

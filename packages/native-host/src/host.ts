// The native host: connects the browser's port, the sockets and the router between them.
import type { Readable, Writable } from 'node:stream';
import {
  type BrowserHello,
  type Clock,
  capabilities,
  type DecodeProblem,
  type HostHello,
  limits,
  PRODUCT_VERSION,
  rawResultId,
  type SallyportError,
  WIRE,
} from '@sallyport/protocol';
import { Agents } from './agents.ts';
import { BrowserDialect } from './browser-dialect.ts';
import { BrowserPort } from './browser-port.ts';
import { browserGone, Clients } from './clients.ts';
import { FramedDialect } from './framed-dialect.ts';
import { GatewayLauncher } from './gateway-launcher.ts';
import type { HostContext } from './host-context.ts';
import { HostRequests } from './host-requests.ts';
import { LineDialect } from './line-dialect.ts';
import { type Log, textOf } from './log.ts';
import { hasRemoteHosts } from './remote-hosts.ts';
import { Router } from './router.ts';
import { removeDeadHosts } from './run-directory/dead-hosts.ts';
import { readGatewayRecord } from './run-directory/gateway-record.ts';
import type { Machine, RandomBytes } from './run-directory/machine.ts';
import type { RunDirectory } from './run-directory/private-folder.ts';
import type { ProductFolders } from './run-directory/product-folders.ts';
import { createId } from './run-directory/record.ts';
import { createToken } from './run-directory/token.ts';
import { openSockets, type Sockets } from './sockets.ts';

export interface HostOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly machine: Machine;
  readonly locate: () => ProductFolders;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly pid: number;
  /** Undefined where a host cannot start a gateway. */
  readonly startGateway: (() => void) | undefined;
  /** Called once, when the traffic is high enough that speed matters more than memory. */
  readonly onBusy: () => void;
  /** Called once: the browser closed the connection (0), or the host cannot continue (1). The owner then calls `close`. */
  readonly onEnd: (exitCode: 0 | 1) => void;
}

const SWEEP_MS = 5000;
/** How long the browser may take to read the last messages. */
const CLOSE_GRACE_MS = 1000;

export class Host {
  readonly #options: HostOptions;
  readonly #id: string;
  readonly #token: string;
  readonly #port: BrowserPort;
  readonly #browser: BrowserDialect;
  readonly #clients: Clients;
  readonly #router: Router;
  readonly #requests: HostRequests;
  #sockets: Sockets | undefined;
  #launcher: GatewayLauncher | undefined;
  #hello: BrowserHello | undefined;
  #sent = 0;
  #stopGrace: () => void = () => {};
  #stopSweep: () => void = () => {};
  #stopTidying: () => void = () => {};
  #opening: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: HostOptions) {
    const { stdin, stdout, clock, random, log } = options;
    this.#options = options;
    this.#id = createId(random);
    this.#token = createToken(random);
    this.#port = new BrowserPort({
      stdin,
      stdout,
      clock,
      onMessage: (message, json) => this.#browser.handle(message, json),
      onProblem: (problem, byteLength) => this.#onProblem(problem, byteLength),
      onEnd: () => options.onEnd(0),
    });
    this.#router = new Router({
      clock,
      log,
      idPrefix: this.#id.slice(0, 12),
      send: (message, outgoing) => {
        this.#sent += 1;
        if (this.#sent === limits.host.busyAfterMessages) options.onBusy();
        this.#port.send(message, outgoing);
      },
      onUnsolicited: (body) => this.#clients.broadcast(body),
    });
    const context = this.#contextOfDialects(new Agents({ clock, random }));
    this.#clients = new Clients({
      clock,
      log,
      openDialect: (dialect, client) =>
        dialect === 'framed' ? new FramedDialect(context, client) : new LineDialect(context, client),
      onConnected: (client_id, count) => this.#tell({ type: 'mcp_connected', client_id, count }),
      onDisconnected: (client_id, count) => {
        this.#router.dropClient(client_id);
        this.#tell({ type: 'mcp_disconnected', client_id, count });
      },
    });
    this.#requests = new HostRequests({
      clock,
      send: (message, outgoing) => this.#port.send(message, outgoing),
      tell: (message) => this.#tell(message),
      ensureGateway: () => void this.#launcher?.ensureGateway(),
    });
    this.#browser = new BrowserDialect({
      clock,
      log,
      hostId: this.#id,
      router: this.#router,
      hostRequests: this.#requests,
      send: (message) => this.#tell(message),
      onNotification: (body) => {
        this.#clients.broadcast(body);
        this.#requests.link?.event('notification', body);
      },
      onHello: (hello) => this.#onHello(hello),
    });
  }

  /** Opens the sockets before it reads from the browser, so an answer to the browser proves that clients can connect. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    const { machine, locate, clock, log, pid, startGateway } = this.#options;
    const sockets = await openSockets({
      machine,
      locate,
      clients: this.#clients,
      clock,
      log,
      hostId: this.#id,
      token: this.#token,
      pid,
    });
    this.#sockets = sockets;
    if (this.#closing !== undefined) {
      await sockets.close();
      return;
    }
    if (sockets.obstacle !== undefined) this.#endUnreachable(sockets.obstacle);
    if (sockets.run !== undefined) {
      this.#launcher = new GatewayLauncher({
        clock,
        log,
        hostId: this.#id,
        run: sockets.run,
        startGateway,
        isWantedAtOnce: () => hasRemoteHosts(locate().data),
      });
      void this.#launcher.arrive();
      this.#tidyLater(sockets.run);
    }
    this.#scheduleSweep();
    this.#port.start();
  }

  /** Ends open calls, closes clients and sockets, and removes their files. May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Waits for sockets that are just being opened, to remove them too. The caller of `open` handles its failure.
    await this.#opening?.catch(() => {});
    this.#stopGrace();
    this.#stopSweep();
    this.#stopTidying();
    this.#requests.close();
    await this.#sockets?.close();
    this.#router.close(browserGone());
    await this.#clients.close();
    await this.#port.close(CLOSE_GRACE_MS);
  }

  #contextOfDialects(agents: Agents): HostContext {
    const { clock, log } = this.#options;
    return {
      clock,
      log,
      router: this.#router,
      agents,
      token: this.#token,
      hello: () => this.#hostHello(),
      readGatewayToken: () => (this.#sockets?.run ? readGatewayRecord(this.#sockets.run)?.token : undefined),
      onLinked: (link) => {
        log('The gateway has linked to this host');
        this.#requests.linked(link);
      },
      onUnlinked: (link) => {
        log('The link to the gateway is closed');
        this.#requests.unlinked(link);
      },
    };
  }

  #hostHello(): HostHello {
    return {
      type: 'hello',
      role: 'host',
      wire: WIRE,
      version: PRODUCT_VERSION,
      hostId: this.#id,
      capabilities,
      ...browserPart(this.#hello),
    };
  }

  #onHello(hello: BrowserHello): void {
    this.#hello = hello;
    if (hello.capabilities.includes('chunks')) this.#port.allowChunks();
    if (hello.capabilities.includes('raw')) this.#port.skipParsing((json) => rawResultId(json) !== undefined);
    if (hello.capabilities.includes('held')) this.#router.allowHolds();
    if (hello.capabilities.includes('ids')) this.#router.trustIds();
    this.#requests.link?.event('browser', browserPart(hello));
    this.#sockets?.update(hello);
  }

  #onProblem(problem: DecodeProblem, byteLength: number): void {
    this.#browser.handleProblem(problem, byteLength);
    if (problem === 'too-long') this.#options.onEnd(1);
  }

  #endUnreachable(obstacle: SallyportError): void {
    const { log, clock, onEnd } = this.#options;
    log(obstacle.message);
    this.#browser.refuseAll(obstacle);
    this.#stopGrace = clock.after(limits.host.unboundGraceMs, () => onEnd(1));
  }

  /** Sends to the browser. A failure is only logged, since no call waits for this message. */
  #tell(message: object): void {
    try {
      this.#port.send(message);
    } catch (error) {
      this.#options.log(`A message to the browser was dropped: ${textOf(error)}`);
    }
  }

  /** Runs once, after the start, which the browser waits for. */
  #tidyLater(run: RunDirectory): void {
    const { clock, machine, log } = this.#options;
    this.#stopTidying = clock.after(SWEEP_MS, () => {
      void removeDeadHosts(run, machine).then((ids) => {
        if (ids.length > 0) log(`Removed the files of ${ids.length} killed hosts`);
      });
    });
  }

  #scheduleSweep(): void {
    this.#stopSweep = this.#options.clock.after(SWEEP_MS, () => {
      this.#port.sweep();
      this.#clients.sweep();
      this.#scheduleSweep();
    });
  }
}

function browserPart(
  hello: BrowserHello | undefined,
): Pick<HostHello, 'browser' | 'profile' | 'toolsHash' | 'siteAccess'> {
  if (hello === undefined) return {};
  const { browser, profile, toolsHash, siteAccess } = hello;
  return { browser, profile, toolsHash, ...(siteAccess === undefined ? {} : { siteAccess }) };
}

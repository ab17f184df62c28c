// The composition root: builds the rooms, joins them to the doors, and takes all of it down again.
import { join } from 'node:path';
import type { CallEnd } from '@sallyport/mcp-door';
import {
  createId,
  ensurePrivateFolder,
  type GatewayRecord,
  type Machine,
  type RandomBytes,
  type RunDirectory,
} from '@sallyport/native-host/run-directory';
import { type CallOptions, limits, SallyportError } from '@sallyport/protocol';
import { createAnswers, profileOf } from './answer-host.ts';
import { BrowserApp } from './apps/browser-app.ts';
import { HostLinks } from './apps/host-links.ts';
import { type AskedCall, call } from './call.ts';
import type { Caller, Claimed } from './callers/callers.ts';
import { createGrantMethods } from './control-grants.ts';
import { createControlMethods } from './control-methods.ts';
import { serveControl } from './doors/control.ts';
import { HttpEntrance, type HttpStatus, type HttpWish } from './doors/http-entrance.ts';
import type { LineStream } from './doors/line-stream.ts';
import { SocketDoor } from './doors/socket-door.ts';
import type { Visitor } from './doors/visitor.ts';
import { openIdleWatch } from './idle-watch.ts';
import type { Journal } from './journal/journal.ts';
import { createOffer, type OfferPorts, type OfferScope } from './offers.ts';
import { openRooms } from './open-rooms.ts';
import { openServers } from './open-servers.ts';
import { ParkedCalls } from './parked-calls.ts';
import { Presence } from './presence.ts';
import type { RegisteredTool } from './registry/registry.ts';
import { relay } from './relay.ts';
import { createStateSeal } from './request-state.ts';
import { Stays } from './stays.ts';
import { AgentBook } from './store/agent-book.ts';
import type { Config } from './store/config.ts';
import { openLongTexts } from './store/long-texts.ts';

export interface GatewayOptions {
  readonly run: RunDirectory;
  readonly machine: Machine;
  /** Ours, not yet published. */
  readonly record: GatewayRecord;
  readonly config: Config;
  /** Where grants and what was learned of tools and servers are kept. */
  readonly dataFolder: string;
  /** Throws when the record is not ours any more: whoever has it writes now. */
  readonly mayWrite: () => void;
  readonly journal: Journal;
  readonly now: () => number;
  readonly random: RandomBytes;
  /** Takes one line without payloads. */
  readonly log: (line: string) => void;
  /** Without it the gateway never leaves by itself. */
  readonly idleMs?: number;
  /** Asks the owner to close: nobody needed it, or someone said so. */
  readonly onLeave: (why: 'idle' | 'stop' | 'retire') => void;
}

export interface Gateway {
  /** Meets the apps. To be called once the record is published, since hosts check it. */
  begin(): void;
  /** Opens the HTTP door, after which the gateway never leaves by itself. Throws when the port is taken. */
  openHttp(wish: HttpWish): Promise<HttpStatus>;
  /** The config was changed: what can change in a running gateway does. */
  reconfigure(config: Config): void;
  /** Takes no new calls and resolves when those under way have ended, or the time is up. */
  drain(): Promise<void>;
  /** May be called again. `goodbye` tells shims not to come back before their agent calls. */
  close(options?: { readonly goodbye: boolean }): Promise<void>;
}

/** Listens when it resolves; serves agents when `begin` was called. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { run, machine, record, journal, now, random, log } = options;
  const startedAtMs = now();
  let { config } = options;
  const note = (event: 'browser_connected' | 'browser_gone' | 'agent_came' | 'agent_left', who: string) =>
    journal.record({ kind: 'gateway', at: new Date(now()).toISOString(), event, who });
  const onFault = (thrown: unknown) => log(`fault: ${describeFault(thrown)}`);

  const createCallId = () => createId(random);
  const agents = new AgentBook({ path: join(options.dataFolder, 'agents.json'), random, now, pid: record.pid });
  const { rooms, grants, decisions } = openRooms({
    dataFolder: options.dataFolder,
    agents,
    rules: () => config.policy,
    journal,
    pid: record.pid,
    nonce: record.nonce,
    mayWrite: options.mayWrite,
    now,
    createId: createCallId,
    log,
    onFault,
  });
  const browser = new BrowserApp({
    home: machine.accountHome ?? '/',
    createId: createCallId,
    log,
    onArrival: ({ name }) => note('browser_connected', name),
    onDeparture: ({ name }) => note('browser_gone', name),
    present: () => presence.callers,
  });
  const presence = new Presence({
    onGone: (caller) => browser.endStay(caller, config.keepTabsMs),
  });
  const hosts = new HostLinks({
    run,
    machine,
    gatewayToken: record.token,
    now,
    log,
    onLink(link) {
      link.closed.then(() => decisions.expireTabsOf(profileOf(link.hello))).catch(onFault);
      return browser.attach(link);
    },
    onCall: (asked, context) => answerHost(asked, context),
  });
  const servers = openServers({
    machine,
    random,
    now,
    log,
    onFault,
    journal,
    registry: rooms.registry,
    runFolder: run.path,
    dataFolder: options.dataFolder,
    nonce: record.nonce,
    pid: record.pid,
  });
  const stays = new Stays({ now, onFault });
  const idle = openIdleWatch(options.idleMs, () => options.onLeave('idle'));
  let isDraining = false;
  let browsersMet: Promise<void> | undefined;
  let allMet: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  async function toolsFor(by: Claimed): Promise<readonly RegisteredTool[]> {
    await allMet;
    const caller = rooms.callers.identify(by);
    rooms.guard.require(caller, 'mcp:tools.list');
    return rooms.registry.list().filter((tool) => rooms.guard.sees(caller, tool));
  }

  async function callFor(asked: AskedCall, callOptions: CallOptions): Promise<CallEnd> {
    if (isDraining) return { ok: false, error: leaving() };
    const leave = idle.enter();
    try {
      await browsersMet;
      await untilListed(asked.name, callOptions.signal);
      return await call(rooms, asked, callOptions);
    } finally {
      leave();
    }
  }

  const answerHost = createAnswers({ rooms, grants, decisions, toolsFor, callFor });

  /** A server that starts for the first time has no tools yet; who calls one waits for it. */
  async function untilListed(name: string, signal: AbortSignal): Promise<void> {
    const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([rooms.registry.listed(name), gone]);
  }

  const offerPorts: OfferPorts = {
    toolsFor,
    callFor,
    relayFor: (asked, relayOptions) => (isDraining ? Promise.reject(leaving()) : relay(rooms, asked, relayOptions)),
    onToolsChanged: (listener) => rooms.registry.onChanged(listener),
    appOf: (appId) => rooms.registry.app(appId),
    seal: createStateSeal(random(32)),
    parked: new ParkedCalls({ createId: createCallId, now }),
    shorten: openLongTexts({
      folder: join(options.dataFolder, 'texts'),
      ensureFolder: (path) => ensurePrivateFolder(path, machine),
      onFault,
    }).shorten,
  };
  const offerTo = (by: Claimed, scope?: OfferScope) => createOffer(offerPorts, by, scope);

  const http = new HttpEntrance({
    holderOf: (key) => agents.find(key),
    hasApp: (appId) => rooms.registry.app(appId) !== undefined,
    offerTo,
    onArrival(by) {
      const caller = rooms.callers.identify(by);
      const ends = [idle.enter(), stays.note(caller), presence.enter(caller)];
      return () => {
        for (const end of ends) end();
      };
    },
    now,
    onFault,
  });

  /** By name, id or stay, at whichever door. */
  async function dismiss(who: string): Promise<number> {
    const [agent] = agents.list().filter(({ id, name }) => id === who || name === who);
    return (await stays.dismiss(who)) + (agent === undefined ? 0 : await http.dismiss(agent.id));
  }

  async function openHttp(wish: HttpWish): Promise<HttpStatus> {
    const status = await http.open(wish);
    // Whoever has the address in a config file finds nobody who could start a gateway.
    idle.enter();
    return status;
  }

  const control = createControlMethods({
    pid: record.pid,
    startedAtMs,
    now,
    idleMs: options.idleMs,
    stays: () => stays.list,
    callsOf: (stay) => rooms.slots.takenBy(stay),
    browsers: () => browser.browsers,
    servers: () => servers.list,
    http: () => http.status,
    openHttp,
    restartServer: (which) => servers.restart(which),
    tools: async () => {
      await allMet;
      return rooms.registry.review();
    },
    approve: (names) => approveTools(names),
    stats: () => journal.stats(),
    call: (asked, callOptions) => callFor({ by: { role: 'cli' }, ...asked }, callOptions),
    dismiss,
    stop: () => setImmediate(() => options.onLeave('stop')),
    retire: () => setImmediate(() => options.onLeave('retire')),
  });

  function approveTools(names: readonly string[] | undefined): readonly string[] {
    const approved = rooms.registry.approve(names);
    const at = new Date(now()).toISOString();
    for (const tool of approved) journal.record({ kind: 'tool', at, tool, event: 'approved' });
    return approved;
  }

  const grantMethods = createGrantMethods({
    grants,
    decisions,
    agents: () => agents.list(),
    profiles: async () => {
      await browsersMet;
      return browser.browsers.map(({ profile }) => profile);
    },
    toolNamed: (name) => rooms.registry.review().find((tool) => [tool.name, tool.mcpName].includes(name))?.name,
  });

  function welcome(visitor: Visitor, stream: LineStream): void {
    if (visitor.role === 'host') {
      stream.end();
      hosts.scan().catch(onFault);
      return;
    }
    const leave = idle.enter();
    if (visitor.role === 'cli') {
      const end = presence.enter(rooms.callers.identify(visitor));
      stream.closed
        .then(() => {
          leave();
          end();
        })
        .catch(onFault);
      serveControl(stream, { ...control, ...grantMethods }, onFault);
      return;
    }
    const caller = arriving(visitor);
    note('agent_came', caller.name);
    const end = presence.enter(caller);
    if (visitor.isReturning) browser.holdStay(caller);
    stays.receive({
      caller,
      isReturning: visitor.isReturning,
      offer: offerTo(visitor),
      stream,
      onLeave: () => {
        leave();
        end();
        note('agent_left', caller.name);
      },
    });
  }

  /** One whose key is not known comes in as a stranger, to hear at its first request why it is not served. */
  function arriving(visitor: Extract<Visitor, { role: 'agent' }>): Caller {
    try {
      return rooms.callers.identify(visitor);
    } catch {
      const { key: _, ...stranger } = visitor;
      return rooms.callers.identify(stranger);
    }
  }

  const door = new SocketDoor({ path: record.socket, token: record.token, onVisitor: welcome });
  await door.listen();

  async function tearDown(goodbye: boolean): Promise<void> {
    isDraining = true;
    idle.close();
    door.stopListening();
    await http.close();
    await stays.close({ goodbye });
    await door.close();
    await Promise.all([hosts.close(), servers.close()]);
    rooms.registry.close();
    await browser.close();
  }

  return {
    begin() {
      rooms.registry.add(browser);
      servers.begin(options.config.servers);
      // Whoever comes right after the start waits until the apps that are there were met, within a bound.
      const bound = delay(limits.gateway.firstScanMs);
      browsersMet = Promise.race([hosts.start().catch(onFault), bound]);
      allMet = browsersMet.then(() => Promise.race([rooms.registry.settled(), bound]));
    },
    openHttp,
    reconfigure(next) {
      config = next;
      servers.apply(next.servers);
    },
    async drain() {
      isDraining = true;
      door.stopListening();
      const quiet = Promise.all([stays.whenQuiet(), rooms.slots.whenFree()]);
      await Promise.race([quiet, delay(limits.gateway.retireMs)]);
    },
    close({ goodbye } = { goodbye: true }) {
      closing ??= tearDown(goodbye);
      return closing;
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function leaving(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway is making room for another one.', {
    hint: 'Call again in a moment; this call has not run.',
    data: { outcome: 'not_run' },
  });
}

/** Codes and messages of ours carry no payloads; of a foreign error only its kind is told. */
function describeFault(thrown: unknown): string {
  if (thrown instanceof SallyportError) return `${thrown.code} ${thrown.message}`;
  return thrown instanceof Error
    ? `${thrown.name} ${(thrown.stack ?? '').split('\n').slice(1, 4).join(' ').trim()}`
    : 'unknown';
}

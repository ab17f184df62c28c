// The composition root: builds the rooms, joins them to the doors, and takes all of it down again.
import { join } from 'node:path';
import {
  createId,
  ensurePrivateFolder,
  type GatewayRecord,
  type Machine,
  type RandomBytes,
  type RunDirectory,
} from '@sallyport/native-host/run-directory';
import { limits } from '@sallyport/protocol';
import { createAnswers, profileOf } from '../doors/answer-host.ts';
import { createGrantMethods } from '../doors/control/control-grants.ts';
import { createControlMethods } from '../doors/control/control-methods.ts';
import { HttpEntrance, type HttpStatus, type HttpWish } from '../doors/http-entrance.ts';
import { SocketDoor } from '../doors/socket-door.ts';
import { Stays } from '../doors/stays.ts';
import { createWelcome } from '../doors/welcome.ts';
import { createOffer, type OfferPorts, type OfferScope } from '../offers/offers.ts';
import { mayRead } from '../path/call.ts';
import { openChanges } from '../path/changes.ts';
import { ParkedCalls } from '../path/parked-calls.ts';
import { createStateSeal } from '../path/request-state.ts';
import { delay, openWork } from '../path/work.ts';
import type { Caller, Claimed } from '../rooms/callers/callers.ts';
import type { GatewayEntry } from '../rooms/journal/entry.ts';
import type { Journal } from '../rooms/journal/journal.ts';
import { AgentBook } from '../store/agent-book.ts';
import type { Config } from '../store/config.ts';
import { openLongTexts } from '../store/long-texts.ts';
import { describeFault } from './fault.ts';
import { openIdleWatch } from './idle-watch.ts';
import { type OwnApps, openOwnApps } from './open-own-apps.ts';
import { openRooms } from './open-rooms.ts';
import { openServers } from './open-servers.ts';
import { Presence } from './presence.ts';

export interface GatewayOptions {
  readonly run: RunDirectory;
  readonly machine: Machine;
  /** Ours, not yet published. */
  readonly record: GatewayRecord;
  readonly config: Config;
  /** Where that stands. */
  readonly configPath: string;
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
  const note = (event: GatewayEntry['event'], who: string) =>
    journal.record({ kind: 'gateway', at: new Date(now()).toISOString(), event, who });
  const onFault = (thrown: unknown) => log(`fault: ${describeFault(thrown)}`);

  const createCallId = () => createId(random);
  const agents = new AgentBook({ path: join(options.dataFolder, 'agents.json'), random, now, pid: record.pid });
  const { rooms, grants, decisions } = openRooms({
    dataFolder: options.dataFolder,
    agents,
    rules: () => config.policy,
    families: () => config.families,
    askInBrowser: (caller, tool, signal) => own.browser.askUser(caller, tool, signal),
    journal,
    pid: record.pid,
    nonce: record.nonce,
    mayWrite: options.mayWrite,
    now,
    createId: createCallId,
    log,
    onFault,
  });
  const presence = new Presence({
    onGone: (caller) => own.browser.endStay(caller, config.keepTabsMs),
  });
  const own: OwnApps = openOwnApps({
    run,
    machine,
    gatewayToken: record.token,
    now,
    createId: createCallId,
    log,
    onFault,
    onLink(link) {
      link.closed.then(() => decisions.expireTabsOf(profileOf(link.hello))).catch(onFault);
    },
    onCall: (asked, context) => answerHost(asked, context),
    present: () => presence.callers,
    note,
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
    mayWrite: options.mayWrite,
    pid: record.pid,
  });
  const changes = openChanges(rooms.registry);
  const stays = new Stays({ now, onFault });
  const idle = openIdleWatch(options.idleMs, () => options.onLeave('idle'));
  const work = openWork(rooms, () => idle.enter());
  let closing: Promise<void> | undefined;

  const answerHost = createAnswers({ rooms, grants, decisions, ...work });

  const offerPorts: OfferPorts = {
    ...work,
    onToolsChanged: changes.onToolsChanged,
    onAppNotice: changes.onAppNotice,
    appOf: (appId) => rooms.registry.app(appId),
    appsFor: (by) => rooms.registry.apps().filter((app) => mayRead(rooms, by, app)),
    seal: createStateSeal(random(32)),
    parked: new ParkedCalls({ createId: createCallId, now }),
    shorten: openLongTexts({
      folder: join(options.dataFolder, 'texts'),
      ensureFolder: (path) => ensurePrivateFolder(path, machine),
      onFault,
    }).shorten,
  };
  /** Somebody is here until the returned function is called. */
  const enter = (caller: Caller) => {
    const ends = [idle.enter(), presence.enter(caller)];
    return () => {
      for (const end of ends) end();
    };
  };
  const offerTo = (by: Claimed, scope?: OfferScope) => createOffer(offerPorts, by, scope);

  const http = new HttpEntrance({
    holderOf: (key) => agents.find(key),
    hasApp: (appId) => rooms.registry.app(appId) !== undefined,
    offerTo,
    onArrival(by) {
      const caller = rooms.callers.identify(by);
      const [leave, forget] = [enter(caller), stays.note(caller)];
      return () => {
        leave();
        forget();
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
    configPath: options.configPath,
    now,
    idleMs: options.idleMs,
    stays: () => stays.list,
    callsOf: (stay) => rooms.slots.takenBy(stay),
    browsers: () => own.browser.browsers,
    editors: () => own.editor.editors(),
    servers: () => servers.list,
    http: () => http.status,
    openHttp,
    restartServer: (which) => servers.restart(which),
    logInAt: (which, how) => servers.logIn(which, how),
    logOutAt: (which, how) => servers.logOut(which, how),
    tools: async () => {
      await work.allMet();
      return rooms.registry.review();
    },
    approve: (names) => approveTools(names),
    stats: () => journal.stats(),
    call({ cwd, ...asked }, callOptions) {
      const by = { role: 'cli', ...(cwd === undefined ? {} : { cwd }) } as const;
      return work.callFor({ kind: 'call', by, ...asked }, callOptions);
    },
    onAgentsChanged: changes.tellOfSwitch,
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
      await work.ownAppsMet();
      return own.browser.browsers.map(({ profile }) => profile);
    },
    toolNamed: (name) => rooms.registry.review().find((tool) => [tool.name, tool.mcpName].includes(name))?.name,
  });

  const welcome = createWelcome({
    callers: rooms.callers,
    stays,
    offerTo,
    control: { ...control, ...grantMethods },
    enter,
    onReturn: (caller) => own.browser.holdStay(caller),
    onKnock: own.look,
    note,
    onFault,
  });

  const door = new SocketDoor({ path: record.socket, token: record.token, onVisitor: welcome });
  await door.listen();

  async function tearDown(goodbye: boolean): Promise<void> {
    work.stop();
    idle.close();
    door.stopListening();
    await http.close();
    await stays.close({ goodbye });
    await door.close();
    await Promise.all([own.close(), servers.close()]);
    changes.close();
    rooms.registry.close();
  }

  return {
    begin() {
      rooms.registry.add(own.browser);
      rooms.registry.add(own.editor);
      servers.begin(options.config.servers);
      work.begin(own.start());
    },
    openHttp,
    reconfigure(next) {
      const isSwitched =
        JSON.stringify([config.policy, config.families]) !== JSON.stringify([next.policy, next.families]);
      config = next;
      servers.apply(next.servers);
      if (isSwitched) changes.tellOfSwitch();
    },
    async drain() {
      work.stop();
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

// Builds the doors of a gateway: the offer for each caller, the socket with the command line's methods, and HTTP.
import { join } from 'node:path';
import { ensurePrivateFolder } from '@sallyport/native-host/run-directory';
import { siteRulesOf } from '../apps/browser/site-rules.ts';
import { AgentSessions } from '../doors/agent-sessions.ts';
import { readConnectingClient } from '../doors/connecting-client.ts';
import { createGrantMethods } from '../doors/control/control-grants.ts';
import { createControlMethods } from '../doors/control/control-methods.ts';
import { HttpEntrance, type HttpOptions, type HttpStatus } from '../doors/http-entrance.ts';
import { SocketDoor } from '../doors/socket-door.ts';
import { createWelcome } from '../doors/welcome.ts';
import { createOffer, type OfferPorts, type OfferScope } from '../offers/offers.ts';
import { mayRead } from '../path/call.ts';
import { ParkedCalls } from '../path/parked-calls.ts';
import { createStateSeal } from '../path/request-state.ts';
import { Remotes } from '../remotes/remotes.ts';
import type { Claimed } from '../rooms/callers/callers.ts';
import { openLongTexts } from '../store/long-texts.ts';
import { RemoteStore } from '../store/remote-store.ts';
import type { GatewayOptions } from './gateway.ts';
import type { Core } from './open-core.ts';

export interface Doors {
  openHttp(options: HttpOptions): Promise<HttpStatus>;
  /** Connects the remote hosts of the store. */
  openRemotes(): void;
  /** Open connections stay open. */
  stopListening(): void;
  /** Resolves when no agent waits for an answer. */
  whenIdle(): Promise<void>;
  close(goodbye: boolean): Promise<void>;
}

/** The socket listens when it resolves. */
export async function openDoors(core: Core, options: GatewayOptions): Promise<Doors> {
  const { base, rooms, agents, own, note } = core;
  const { now, onFault } = base;
  const sessions = new AgentSessions(onFault);
  const ports = offerPortsOf(core);
  const offerTo = (by: Claimed, scope?: OfferScope) => createOffer(ports, by, scope);

  const http = new HttpEntrance({
    holderOf: (key) => agents.find(key),
    hasApp: (appId) => rooms.registry.app(appId) !== undefined,
    offerTo,
    onArrival: (by) => core.enter(rooms.callers.identify(by)),
    now,
    onFault,
  });

  async function openHttp(wanted: HttpOptions): Promise<HttpStatus> {
    const status = await http.open(wanted);
    // HTTP clients cannot start a gateway, so this one must not exit.
    core.idle.enter();
    return status;
  }

  /** By name, id or session, at whichever door. */
  async function dismiss(who: string): Promise<number> {
    const agent = agents.list().find(({ id, name }) => id === who || name === who);
    // Calls that a stop has just ended are answered before their connection goes.
    await new Promise(setImmediate);
    return (await sessions.dismiss(who)) + (agent === undefined ? 0 : await http.dismiss(agent.id));
  }
  core.stops.onStopped((who) => void dismiss(who).catch(onFault));

  const control = createControlMethods({
    pid: base.pid,
    startedAtMs: now(),
    configPath: options.configPath,
    now,
    idleMs: options.idleMs,
    rooms,
    work: core.work,
    browser: own.browser,
    editor: own.editor,
    servers: core.servers,
    presence: core.presence,
    http,
    openHttp,
    remotes: () => remotes,
    fence: base.fence,
    onAgentsChanged: core.changes.tellOfSwitch,
    stops: core.stops,
    dismiss,
    leave: (why) => setImmediate(() => options.onLeave(why)),
  });
  const welcome = createWelcome({
    callers: rooms.callers,
    sessions,
    offerTo,
    control: { ...control, ...grantMethodsOf(core) },
    enter: core.enter,
    onReturn: (caller) => own.browser.holdSession(caller),
    onKnock: own.look,
    note,
    onFault,
  });
  const { socket: path, token } = options.record;
  const door = new SocketDoor({ path, read: (line) => readConnectingClient(line, token), onClient: welcome });
  await door.listen();
  const store = new RemoteStore({ ...base, path: join(base.dataFolder, 'remotes.json') });
  const remotes = new Remotes({
    ...base,
    list: () => store.list(),
    holderOf: (key) => agents.find(key),
    onClient: welcome,
    keepRunning: core.idle.enter,
  });
  return {
    openHttp,
    openRemotes: () => void remotes.apply(),
    stopListening: () => door.stopListening(),
    whenIdle: () => sessions.whenIdle(),
    async close(goodbye) {
      door.stopListening();
      await http.close();
      await sessions.close({ goodbye });
      await remotes.close();
      await door.close();
    },
  };
}

function offerPortsOf({ base, rooms, changes, work }: Core): OfferPorts {
  const { machine, random, fence, createId, now, onFault } = base;
  return {
    ...work,
    onToolsChanged: changes.onToolsChanged,
    onAppNotice: changes.onAppNotice,
    appOf: (appId) => rooms.registry.app(appId),
    appsFor: (by) => rooms.registry.apps().filter((app) => mayRead(rooms, by, app)),
    fence,
    seal: createStateSeal(random(32)),
    parked: new ParkedCalls({ createId, now }),
    shorten: openLongTexts({
      folder: join(base.dataFolder, 'texts'),
      ensureFolder: (path) => ensurePrivateFolder(path, machine),
      onFault,
    }).shorten,
  };
}

function grantMethodsOf({ grants, decisions, agents, work, own, rooms }: Core) {
  return createGrantMethods({
    grants,
    decisions,
    agents: () => agents.list(),
    profiles: async () => {
      await work.whenAppsScanned();
      return own.browser.browsers.map(({ profile }) => profile);
    },
    sites: {
      ...siteRulesOf(own.browser),
      async list() {
        await work.whenAppsScanned();
        return siteRulesOf(own.browser).list();
      },
    },
    toolNamed: (name) => rooms.registry.review().find((tool) => [tool.name, tool.mcpName].includes(name))?.name,
  });
}

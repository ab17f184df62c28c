// Builds the parts of a gateway behind its doors: rooms, apps, presence and work.
import { join } from 'node:path';
import { idsFrom } from '@sallyport/native-host/run-directory';
import { createFence, SallyportError } from '@sallyport/protocol';
import { createAnswers, profileOf } from '../doors/answer-host.ts';
import { answerPanel, type PanelPorts } from '../doors/host-panel.ts';
import { Presence } from '../doors/presence.ts';
import { type Changes, openChanges } from '../path/changes.ts';
import { createStops, type Stops } from '../path/stops.ts';
import { openWork, type Work } from '../path/work.ts';
import type { Caller } from '../rooms/callers/callers.ts';
import type { GatewayEntry } from '../rooms/journal/entry.ts';
import { AgentStore } from '../store/agent-store.ts';
import type { Config } from '../store/config.ts';
import { addServers } from '../store/config-file.ts';
import { StopList } from '../store/stop-list.ts';
import type { Base } from './base.ts';
import type { GatewayOptions } from './gateway.ts';
import { type IdleWatch, openIdleWatch } from './idle-watch.ts';
import { type OwnApps, openOwnApps } from './open-own-apps.ts';
import { type OpenedRooms, openRooms } from './open-rooms.ts';
import { openSecrets } from './open-secrets.ts';
import { type GatewayServers, openServers } from './open-servers.ts';

export interface Core extends OpenedRooms {
  readonly base: Base;
  readonly agents: AgentStore;
  readonly own: OwnApps;
  readonly servers: GatewayServers;
  readonly changes: Changes;
  readonly work: Work;
  readonly idle: IdleWatch;
  readonly presence: Presence;
  readonly stops: Stops;
  readonly note: (event: GatewayEntry['event'], who: string) => void;
  /** The caller counts as connected until the returned function is called. */
  enter(caller: Caller): () => void;
  begin(): void;
  reconfigure(config: Config): void;
  close(): Promise<void>;
}

export function openCore(options: GatewayOptions): Core {
  const base = baseOf(options);
  const { journal, now, onFault } = base;
  let { config } = options;
  const note: Core['note'] = (event, who) =>
    journal.record({ kind: 'gateway', at: new Date(now()).toISOString(), event, who });

  const stopList = new StopList({ ...base, path: join(base.dataFolder, 'stopped.json') });
  const agents = new AgentStore({ ...base, path: join(base.dataFolder, 'agents.json') });
  const opened = openRooms({
    ...base,
    agents,
    stopList,
    secrets: openSecrets(base),
    rules: () => config.policy,
    families: () => config.families,
    onFamilySwitched: () => changes.tellOfSwitch(),
    askInBrowser: (caller, tool, signal) => own.browser.askUser(caller, tool, signal),
  });
  const { rooms, decisions } = opened;
  const idle = openIdleWatch(options.idleMs, () => options.onLeave('idle'));
  const work = openWork(rooms, () => idle.enter());
  const presence = new Presence({
    now,
    onGone(caller) {
      own.browser.endSession(caller, config.keepTabsMs);
      rooms.families?.leave(caller);
    },
  });
  const stops = createStops({
    entries: stopList,
    running: opened.running,
    namesOf: (who) => namesOf(who, presence.callers, agents.list()),
    lastingNameOf(who) {
      if (agents.list().some(({ id, name }) => id === who || name === who)) return who;
      return presence.callers.find(({ id, session }) => id === who || session === who)?.name ?? who;
    },
  });
  const own: OwnApps = openOwnApps({
    ...base,
    gatewayToken: options.record.token,
    onLink({ hello, closed }) {
      closed.then(() => decisions.expireTabsOf(profileOf(hello))).catch(onFault);
    },
    onCall: createAnswers({ ...opened, ...work, fence: base.fence, panel: (message) => answerPanel(message, panel) }),
    present: () => presence.callers,
    isPaused: () => stops.isPaused,
    note,
  });
  stops.onPaused((isPaused) => own.browser.setPaused(isPaused));
  const servers = openServers({ ...base, registry: rooms.registry });
  const changes: Changes = openChanges(rooms.registry);
  const panel: PanelPorts = {
    ...{ now, stops, running: opened.running, held: rooms.held, journal, registry: rooms.registry, presence, servers },
    addServers: (entries) => addServers({ ...base, randomBytes: base.random }, entries),
  };

  return {
    ...opened,
    base,
    agents,
    own,
    servers,
    changes,
    work,
    idle,
    presence,
    stops,
    note,
    enter(caller) {
      const ends = [idle.enter(), presence.enter(caller)];
      return () => {
        for (const end of ends) end();
      };
    },
    begin() {
      rooms.registry.add(own.browser);
      rooms.registry.add(own.editor);
      servers.begin(config.servers);
      work.begin(own.start());
    },
    reconfigure(next) {
      const isSwitched =
        JSON.stringify([config.policy, config.families]) !== JSON.stringify([next.policy, next.families]);
      config = next;
      servers.apply(next.servers);
      if (isSwitched) changes.tellOfSwitch();
    },
    async close() {
      await Promise.all([own.close(), servers.close()]);
      changes.close();
      rooms.registry.close();
    },
  };
}

/** The id, name and sessions of the agents that this id, name or session means. */
function namesOf(
  who: string,
  callers: readonly Caller[],
  agents: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const here = callers.flatMap(({ kind, id, name, session }) => (kind === 'agent' ? [[id, name, session]] : []));
  const known = agents.map(({ id, name }) => [id, name]);
  return [...new Set([...here, ...known].filter((names) => names.includes(who)).flat())];
}

function baseOf(options: GatewayOptions): Base {
  const { machine, run, record, dataFolder, mayWrite, journal, now, random, log } = options;
  return {
    machine,
    run,
    dataFolder,
    pid: record.pid,
    nonce: record.nonce,
    mayWrite,
    journal,
    now,
    random,
    fence: createFence(random),
    log,
    createId: idsFrom(random),
    onFault: (thrown) => log(`fault: ${describeFault(thrown)}`),
  };
}

/** Our own codes and messages carry no payloads; of other errors only the name and stack are logged. */
function describeFault(thrown: unknown): string {
  if (thrown instanceof SallyportError) return `${thrown.code} ${thrown.message}`;
  if (!(thrown instanceof Error)) return 'unknown';
  return `${thrown.name} ${(thrown.stack ?? '').split('\n').slice(1, 4).join(' ').trim()}`;
}

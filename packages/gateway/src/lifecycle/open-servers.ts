// Connects the servers of the config to the rooms: their wires, memory, sign-ins, log and journal.
import { join } from 'node:path';
import { openPidJournal } from '../apps/servers/pid-journal.ts';
import type { ServerApp, ServerEvents } from '../apps/servers/server-app.ts';
import { createServerWires } from '../apps/servers/server-wires.ts';
import { Servers } from '../apps/servers/servers.ts';
import { SignIns } from '../apps/servers/sign-in/sign-ins.ts';
import type { Registry } from '../rooms/registry/registry.ts';
import { openServerMemory } from '../store/server-memory.ts';
import type { ServerSpecs } from '../store/server-spec.ts';
import { openSignInDocument } from '../store/sign-in-document.ts';
import type { Base } from './base.ts';

export interface OpenServersOptions extends Base {
  readonly registry: Registry;
  /** Called in addition to log and journal. */
  readonly events?: Partial<ServerEvents>;
}

export interface GatewayServers extends Pick<Servers, 'list' | 'restart' | 'logIn' | 'logOut'> {
  /** Ends servers that a crashed gateway left behind, then starts the enabled ones. */
  begin(config: ServerSpecs): void;
  apply(config: ServerSpecs): void;
  close(): Promise<void>;
}

export function openServers(options: OpenServersOptions): GatewayServers {
  const { machine, random, now, log, onFault, registry, nonce, mayWrite } = options;
  const { platform, env } = machine;
  const pids = openPidJournal({ folder: options.run.path, nonce, pid: options.pid, platform });
  const document = openSignInDocument({ folder: options.dataFolder, now, nonce, mayWrite, tell: log });
  const signIns = new SignIns({ document, mayWrite, env, now, random, log, onFault });
  const servers = new Servers({
    memory: openServerMemory({ path: join(options.dataFolder, 'servers.json'), nonce, onFault }),
    signIns,
    wiresOf: createServerWires({ env, platform, createMarker: options.createId, pids, signIns }),
    log,
    events: eventsFor(options),
    onAdded: (app: ServerApp) => registry.add(app),
    onRemoved: (app: ServerApp) => registry.remove(app.id),
    onDisabled: (ids) => registry.setDisabled(ids),
  });
  const apply = (config: ServerSpecs) => {
    for (const warning of config.warnings) log(`config: ${warning}`);
    for (const { name, problem } of config.problems) log(`config: the server "${name}" cannot be used: ${problem}`);
    servers.apply(config);
  };
  return {
    get list() {
      return servers.list;
    },
    begin(config) {
      const reaped = pids.reap();
      if (reaped > 0) log(`ended ${reaped} servers that a crashed gateway left behind`);
      apply(config);
    },
    apply,
    restart: (which) => servers.restart(which),
    logIn: (which, how) => servers.logIn(which, how),
    logOut: (which, how) => servers.logOut(which, how),
    async close() {
      await servers.close();
      pids.close();
    },
  };
}

function eventsFor({ journal, log, now, events = {} }: OpenServersOptions): ServerEvents {
  return {
    onState(id, status) {
      const { state, restarts } = status;
      journal.record({ kind: 'server', at: new Date(now()).toISOString(), server: id, state, restarts });
      events.onState?.(id, status);
    },
    onCrash(id, attempt, max) {
      log(`server ${id}: crashed${attempt > max ? '' : `, restart ${attempt} of ${max} follows`}`);
      events.onCrash?.(id, attempt, max);
    },
    onRestarted(id) {
      log(`server ${id}: restarted`);
      events.onRestarted?.(id);
    },
    onFailed(id, error) {
      log(`server ${id}: failed: ${error.message}`);
      events.onFailed?.(id, error);
    },
  };
}

// The host inside an embedding program: the gateway's rooms without doors, over the same home.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  configFileOf,
  createId,
  ensurePrivateFolder,
  locateFolders,
  type Machine,
  openRotatedLog,
  openRunDirectory,
  type RandomBytes,
  readGatewayRecord,
  readIfPresent,
} from '@sallyport/native-host/run-directory';
import { createFence, type Fence } from '@sallyport/protocol';
import type { Base } from '../lifecycle/base.ts';
import { type OpenedRooms, openRooms } from '../lifecycle/open-rooms.ts';
import { type GatewayServers, openServers } from '../lifecycle/open-servers.ts';
import { openJournal } from '../rooms/journal/journal.ts';
import { parseConfig } from '../store/config.ts';
import { gatewayLives, openEmbeddedGrants, refuseWhileRunning } from './embedded-grants.ts';
import type { McpManager } from './types.ts';

export interface EmbeddedOptions {
  readonly machine: Machine;
  readonly pid: number;
  readonly now: () => number;
  readonly random: RandomBytes;
  /** Whether this process runs. */
  readonly isRunning: (pid: number) => boolean;
}

export interface Embedded extends OpenedRooms {
  readonly servers: GatewayServers;
  readonly fence: Fence;
  readonly manager: McpManager;
  /** Starts the servers of the config, once. */
  begin(): void;
  /** Resolves when the servers under way were asked for their tools, or after a while. */
  whenListed(): Promise<void>;
  /** Rejects while a gateway manages the grants of this home. */
  mayDecide(): Promise<void>;
  close(): Promise<void>;
}

type Listeners = { -readonly [K in keyof McpManager]?: Parameters<McpManager[K]>[0] };

/** A server that takes longer is listed when it is there. */
const LISTED_MS = 5_000;

export function openEmbedded({ machine, pid, now, random, isRunning }: EmbeddedOptions): Embedded {
  const folders = locateFolders(machine);
  const run = openRunDirectory(folders.run, machine);
  ensurePrivateFolder(folders.data, machine);
  const nonce = createId(random);
  const logFile = openRotatedLog({ path: join(folders.data, 'logs', 'embedded.log') });
  const log = (line: string) => logFile.write(`[Sallyport Embedded] ${new Date(now()).toISOString()} ${line}`);
  const onFault = (thrown: unknown) => log(`fault: ${thrown instanceof Error ? thrown.name : 'unknown'}`);
  const journal = openJournal(openRotatedLog({ path: join(folders.data, 'journal.jsonl') }), now);
  const configPath = configFileOf(machine);
  const config = parseConfig(readIfPresent(configPath), configPath);
  const mayWrite = () => {
    const record = readGatewayRecord(run);
    if (record !== undefined && isRunning(record.pid)) throw gatewayLives(record);
  };
  const base: Base = {
    machine,
    run,
    dataFolder: folders.data,
    pid,
    nonce,
    mayWrite,
    journal,
    now,
    random,
    fence: createFence(random),
    createId: () => createId(random),
    log,
    onFault,
  };
  const opened = openRooms({
    ...base,
    // An embedded host has no agents: its callers are origins.
    agents: { find: () => undefined },
    grants: openEmbeddedGrants(base),
    rules: () => config.policy,
  });
  const listeners: Listeners = {};
  const servers = openServers({
    ...base,
    registry: opened.rooms.registry,
    events: {
      onCrash: (id, attempt, max) => listeners.setOnServerCrash?.(id, attempt, max),
      onRestarted: (id) => listeners.setOnServerRestarted?.(id),
      onFailed: (id, { message }) => listeners.setOnServerFailed?.(id, message),
    },
  });
  let hasBegun = false;
  return {
    ...opened,
    servers,
    fence: base.fence,
    manager: {
      setOnServerCrash(listener) {
        listeners.setOnServerCrash = listener;
      },
      setOnServerRestarted(listener) {
        listeners.setOnServerRestarted = listener;
      },
      setOnServerFailed(listener) {
        listeners.setOnServerFailed = listener;
      },
    },
    begin() {
      if (!hasBegun) servers.begin(config.servers);
      hasBegun = true;
    },
    whenListed: () => Promise.race([opened.rooms.registry.settled(), delay(LISTED_MS, undefined, { ref: false })]),
    mayDecide: () => refuseWhileRunning(readGatewayRecord(run)),
    async close() {
      await servers.close();
      opened.rooms.registry.close();
      journal.close();
      logFile.close();
    },
  };
}

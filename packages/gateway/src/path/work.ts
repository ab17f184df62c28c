// Runs lists, calls and reads for the doors. Waits for the apps after the start, and refuses during shutdown.
import type { CallOutcome } from '@sallyport/mcp-door';
import {
  type CallOptions,
  isRelayed,
  type JsonObject,
  limits,
  SallyportError,
  unlessAborted,
} from '@sallyport/protocol';
import type { Claimed } from '../rooms/callers/callers.ts';
import type { RegisteredTool } from '../rooms/registry/app-entry.ts';
import { type CallRequest, call, type ReadRequest, type Rooms } from './call.ts';

export interface Work {
  /** Takes the promise that the first scan for browsers and editors is done. */
  begin(appsScanned: Promise<void>): void;
  /** Resolves when the first scan for browsers and editors is done, within a time limit. */
  whenAppsScanned(): Promise<void>;
  /** The same for all apps. */
  whenAllListed(): Promise<void>;
  /** The same with more patience for servers: what is not listed by then cannot be chosen. */
  whenServersStarted(): Promise<void>;
  /** Throws when the caller may not list. */
  toolsFor(by: Claimed): Promise<readonly RegisteredTool[]>;
  callFor(request: CallRequest, options: CallOptions): Promise<CallOutcome>;
  /** Rejects with a SallyportError. */
  readFor(request: ReadRequest, options: CallOptions): Promise<JsonObject>;
  /** From now on everything is refused. */
  stop(): void;
}

/** After the start; less than the extension waits for an answer. */
const SERVERS_MS = 10_000;

/** `enter` is called at the start of each call, and the function it returns at the end. */
export function openWork(rooms: Rooms, enter: () => () => void): Work {
  let isStopped = false;
  let own: Promise<void> = Promise.resolve();
  let all: Promise<void> = Promise.resolve();
  let started: Promise<void> = Promise.resolve();

  /** A server that starts for the first time has no tools yet, so a call of one waits for it. */
  async function untilListed(name: string, signal: AbortSignal): Promise<void> {
    await unlessAborted(signal, rooms.registry.listed(name)).catch(() => {});
  }

  return {
    begin(appsScanned) {
      const bound = delay(limits.gateway.firstScanMs);
      own = Promise.race([appsScanned, bound]);
      all = own.then(() => Promise.race([rooms.registry.settled(), bound]));
      started = own.then(() => Promise.race([rooms.registry.settled(), delay(SERVERS_MS)]));
    },
    whenAppsScanned: () => own,
    whenAllListed: () => all,
    whenServersStarted: () => started,
    async toolsFor(by) {
      await all;
      return toolsOf(rooms, by);
    },
    async callFor(request, options) {
      if (isStopped) return { ok: false, error: beingReplaced() };
      const leave = enter();
      try {
        await own;
        await untilListed(request.name, options.signal);
        return await call(rooms, request, options);
      } finally {
        leave();
      }
    },
    async readFor(request, options) {
      if (isStopped) throw beingReplaced();
      const end = await call(rooms, request, options);
      if (!end.ok) throw end.error;
      return isRelayed(end.result) ? end.result.relayed : end.result.facts;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** The tools that a caller may see. Throws when it may not list. */
export function toolsOf({ callers, guard, registry }: Rooms, by: Claimed): readonly RegisteredTool[] {
  const caller = callers.identify(by);
  guard.require(caller, 'mcp:tools.list');
  return registry.list().filter((tool) => guard.sees(caller, tool));
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function beingReplaced(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway is being replaced.', {
    hint: 'Call again in a moment; this call has not run.',
    data: { outcome: 'not_run' },
  });
}

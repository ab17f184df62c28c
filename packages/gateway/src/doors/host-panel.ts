// Answers `host_panel`: what the user looks at and does in the panel of their browser.
import { type JsonObject, recordsIn, SallyportError, textFrom } from '@sallyport/protocol';
import type { Servers } from '../apps/servers/servers.ts';
import type { Stops } from '../path/stops.ts';
import type { Journal } from '../rooms/journal/journal.ts';
import type { HeldCalls } from '../rooms/limits/held-calls.ts';
import type { RunningCalls } from '../rooms/limits/running-calls.ts';
import type { Registry, ReviewedTool } from '../rooms/registry/registry.ts';
import { claimedEffect } from './answer-host.ts';
import { describeEntry } from './panel-entries.ts';
import type { Presence } from './presence.ts';

export interface PanelPorts {
  readonly now: () => number;
  readonly stops: Stops;
  readonly running: Pick<RunningCalls, 'list'>;
  readonly held?: Pick<HeldCalls, 'list'>;
  readonly journal: Pick<Journal, 'after' | 'record'>;
  readonly registry: Pick<Registry, 'review' | 'approve'>;
  readonly presence: Pick<Presence, 'agents'>;
  readonly servers: Pick<Servers, 'list' | 'restart' | 'logIn'>;
  /** Writes entries of `mcpServers` into the config; throws for one that exists or is not valid. */
  readonly addServers: (entries: JsonObject) => readonly string[];
}

type Handler = (message: JsonObject, ports: PanelPorts) => JsonObject | Promise<JsonObject>;

/** Throws what the user should read. */
export async function answerPanel(message: JsonObject, ports: PanelPorts): Promise<JsonObject> {
  const { do: wanted } = message;
  const handler = typeof wanted === 'string' && Object.hasOwn(handlers, wanted) ? handlers[wanted] : undefined;
  if (handler === undefined) {
    throw new SallyportError('ERR_PROTOCOL_ERROR', 'The gateway does not know this request of the panel.');
  }
  return handler(message, ports);
}

const handlers: Readonly<Record<string, Handler>> = {
  look({ after, activity, servers }, ports) {
    const { stops, running, held, journal, registry, now } = ports;
    return {
      paused: stops.isPaused,
      stopped: stops.stopped,
      agents: agentsOf(ports),
      calls: running.list.map(({ callId, caller, tool, startedAtMs }) => ({
        id: callId,
        kind: caller.kind,
        agent: caller.id,
        name: caller.name,
        tool,
        for_ms: now() - startedAtMs,
        // Held calls are known by caller and tool alone.
        is_waiting: held?.list.some((waiting) => waiting.agent === caller.name && waiting.tool === tool) === true,
      })),
      ...(activity === true
        ? { entries: journal.after(typeof after === 'number' ? after : 0).map(describeEntry) }
        : {}),
      ...(servers === true
        ? {
            servers: ports.servers.list.map(({ pid: _, ...server }) => server),
            tools: registry.review().flatMap((tool) => (tool.isOurs ? [] : [describeTool(tool)])),
          }
        : {}),
    };
  },
  stop: ({ agent }, { stops }) => ({ is_known: stops.stop(textFrom(agent)) }),
  resume({ agent }, { stops }) {
    stops.resume(textFrom(agent));
    return {};
  },
  pause(_, { stops }) {
    stops.pause();
    return {};
  },
  resume_all(_, { stops }) {
    stops.resumeAll();
    return {};
  },
  async restart({ server }, { servers }) {
    const { state, problem } = await servers.restart(textFrom(server));
    return { state, problem };
  },
  sign_in: ({ server }, { servers }) => signIn(textFrom(server), servers),
  approve({ tools }, { registry, journal, now }) {
    const shown = recordsIn(tools).map(({ name, hash }) => ({ name: textFrom(name), hash: textFrom(hash) }));
    const { approved, refused } = registry.approve(shown);
    const at = new Date(now()).toISOString();
    for (const tool of approved) journal.record({ kind: 'tool', at, tool, event: 'approved' });
    return { approved, refused };
  },
  add: ({ servers }, { addServers }) => ({ added: addServers(entriesIn(servers)) }),
};

/** One per agent, whatever number of connections it has. */
function agentsOf({ presence }: PanelPorts): readonly JsonObject[] {
  const byId = new Map(presence.agents.map(({ caller }) => [caller.id, caller]));
  return [...byId.values()].map(({ id, name, remembered }) => ({ id, name, remembered }));
}

function describeTool(tool: ReviewedTool): JsonObject {
  const { name, appId, declaration, status, waiting } = tool;
  const description = declaration.description?.slice(0, DESCRIPTION_CHARS);
  return { name, server: appId, description, effect: claimedEffect(tool), status, ...waiting };
}

/** Enough to recognise a tool; a difference is shown whole. */
const DESCRIPTION_CHARS = 200;

const SIGN_IN_MS = 600_000;

/** Answers with the address at which the user signs in; the gateway waits for that in the background. */
function signIn(server: string, servers: PanelPorts['servers']): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    servers
      .logIn(server, {
        signal: AbortSignal.timeout(SIGN_IN_MS),
        onAddress: (address) => resolve({ address }),
      })
      .then(({ state, problem }) => resolve({ state, problem }), reject);
  });
}

function entriesIn(value: unknown): JsonObject {
  const entries = Object.entries(Object(value));
  if (entries.length > 0 && entries.length === recordsIn(entries.map(([, entry]) => entry)).length) {
    return Object.fromEntries(entries);
  }
  throw new SallyportError('ERR_INPUT_INVALID', 'servers must be entries of mcpServers by name.');
}

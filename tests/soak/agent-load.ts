// What each agent of a soak does all the time: calls to servers, to its browser and to the editor, one after the other.
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, EditorAgent } from '../e2e/vscode/editor-agent.ts';
import type { SoakWorld } from './soak-world.ts';

export interface LoadCounts {
  calls: number;
  /** Answers that say rightly that what was called is away: a crashed server, a browser that restarts. */
  away: number;
  readonly wrong: string[];
}

/** Only so many agents have a tab of their own: each of the two browsers keeps twelve for agents. */
const AGENTS_WITH_TABS = 16;
/** Every so many calls to a server that crashes, it does. */
const CALLS_PER_CRASH = 40;
const WRONG_KEPT = 20;
/** What an agent is told when what it called has gone, or its tab with it. */
const awayCodes = new Set(['ERR_SERVER_UNAVAILABLE', 'ERR_TAB_OWNED', 'ERR_INPUT_INVALID', 'ERR_TOOL_NOT_FOUND']);

export async function keepCalling(
  world: SoakWorld,
  { pauseMs, signal }: { readonly pauseMs: number; readonly signal: AbortSignal },
): Promise<LoadCounts> {
  const counts: LoadCounts = { calls: 0, away: 0, wrong: [] };
  await Promise.all(
    world.agents.map(async (agent, at) => {
      for (let turn = 0; !signal.aborted; turn += 1) {
        // Not in step with each other.
        await pause((pauseMs / world.agents.length) * (turn === 0 ? at : world.agents.length), undefined, {
          signal,
        }).catch(() => {});
        if (!signal.aborted) await callOnce(world, agent, at, turn, counts);
      }
    }),
  );
  return counts;
}

async function callOnce(world: SoakWorld, agent: EditorAgent, at: number, turn: number, counts: LoadCounts) {
  const { tool, args, says } = nextCall(world, at, turn);
  counts.calls += 1;
  try {
    const answer = await agent.call(tool, args);
    if (!answer.isError && answer.text.includes(says)) return;
    if (answer.isError && isAway(answer, tool, world)) counts.away += 1;
    else note(counts, `${tool}: ${JSON.stringify(answer.failure)} ${answer.text.slice(0, 200)}`);
  } catch (error) {
    note(counts, `${tool}: ${error instanceof Error ? error.message : error}`);
  }
}

interface NextCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** What a right answer contains. */
  readonly says: string;
}

function nextCall({ servers, crashing, origin }: SoakWorld, at: number, turn: number): NextCall {
  const kind = turn % 4;
  if (kind === 0) return { tool: 'editor__read_file', args: { path: 'notes.txt' }, says: 'one' };
  if (kind === 1 && at < AGENTS_WITH_TABS) {
    const url = `${origin}/${at}-${turn}`;
    return { tool: 'browser__navigate', args: { url }, says: `${at}-${turn}` };
  }
  if (kind === 1) return { tool: 'browser__tabs', args: { action: 'list' }, says: 'tab' };
  const server = servers[(at + turn) % servers.length] ?? '';
  if (crashing.includes(server) && (at + turn * 7) % CALLS_PER_CRASH === 0)
    return { tool: `${server}__crash`, args: {}, says: 'never' };
  const message = `${at} and ${turn}`;
  return { tool: `${server}__echo`, args: { message }, says: message };
}

function isAway({ failure }: Answer, tool: string, { crashing }: SoakWorld): boolean {
  const isMeant = tool.startsWith('browser__') || crashing.some((server) => tool.startsWith(`${server}__`));
  return isMeant && awayCodes.has(String(failure.code));
}

function note(counts: LoadCounts, line: string): void {
  if (counts.wrong.length < WRONG_KEPT) counts.wrong.push(line);
}

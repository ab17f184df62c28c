// Agents' commands as jobs: started, awaited, polled and ended; some are kept after their end.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limits, SallyportError } from '@sallyport/protocol';
import { CommandOutput } from './output.ts';
import { type CommandEnd, runCommand } from './run-command.ts';
import { type AgentTerminal, folderOf, openAgentTerminals } from './terminals.ts';

export interface Job {
  readonly id: string;
  readonly command: string;
  /** Who started it. */
  readonly agentId: string;
  readonly output: CommandOutput;
  /** Undefined while it runs. */
  readonly end: CommandEnd | undefined;
  /** The current folder of its shell. */
  readonly cwd: string;
}

export interface TerminalJobs {
  /** Shows the terminal and runs the command. */
  start(command: string, cwd: string, agentId: string): Job;
  find(id: string): Job | undefined;
  /** The jobs of one agent. Ids also work in a later session. */
  list(agentId: string): readonly Job[];
  /** Resolves when it ends, after `ms`, or when the signal aborts. */
  wait(job: Job, ms: number, signal: AbortSignal): Promise<void>;
  /** Types a line, as the user would. */
  type(job: Job, text: string): void;
  /** Sends Ctrl+C. */
  interrupt(job: Job): void;
  /** For commands that ignore the interrupt. */
  closeTerminal(job: Job): void;
  /** Forgets all jobs; their commands continue in the terminals. */
  close(): Promise<void>;
}

interface LiveJob extends Job {
  end: CommandEnd | undefined;
  readonly agentTerminal: AgentTerminal;
  readonly ended: Promise<void>;
}

/** More running at once means an agent in a loop. */
const MAX_RUNNING = 32;

export interface TerminalJobsOptions {
  /** Is emptied; holds the outputs and scripts of this window. */
  readonly folder: string;
  readonly createId: () => string;
  readonly platform: NodeJS.Platform;
}

export function openTerminalJobs({ folder, createId, platform }: TerminalJobsOptions): TerminalJobs {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const terminals = openAgentTerminals(platform);
  const jobs = new Map<string, LiveJob>();
  const closing = new AbortController();

  function begin(command: string, cwd: string, agentId: string): LiveJob {
    const id = createId();
    const agentTerminal = terminals.take(cwd);
    const output = new CommandOutput(join(folder, `${id}.log`));
    const running = runCommand({
      agentTerminal,
      command,
      scriptBase: join(folder, id),
      onOutput: (piece) => output.add(piece),
      signal: closing.signal,
      platform,
    });
    const job: LiveJob = {
      id,
      command,
      agentId,
      output,
      agentTerminal,
      end: undefined,
      get cwd() {
        return folderOf(agentTerminal);
      },
      ended: running
        .catch((): CommandEnd => ({ kind: 'closed', exitCode: undefined }))
        .then(async (end) => {
          job.end = end;
          if (isShellBusy(end)) void terminals.releaseWhenIdle(agentTerminal);
          else terminals.release(agentTerminal);
          await output.close();
        }),
    };
    return job;
  }

  return {
    start(command, cwd, agentId) {
      const running = [...jobs.values()].filter(({ end }) => end === undefined).length;
      if (running >= MAX_RUNNING) {
        throw new SallyportError('ERR_RATE_LIMITED', `${running} commands are already running`, {
          hint: 'Wait for some to end, or stop them with kill_command.',
        });
      }
      const job = begin(command, cwd, agentId);
      jobs.set(job.id, job);
      for (const old of [...jobs.values()].filter(({ end }) => end !== undefined).slice(0, -limits.editor.jobsKept)) {
        jobs.delete(old.id);
        rmSync(old.output.file, { force: true });
      }
      return job;
    },
    find: (id) => jobs.get(id),
    list: (agentId) => [...jobs.values()].filter((job) => job.agentId === agentId),
    async wait({ id }, ms, signal) {
      const job = jobs.get(id);
      if (job === undefined || job.end !== undefined || signal.aborted) return;
      const over = new AbortController();
      const timeUp = delay(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {});
      await Promise.race([job.ended, timeUp]);
      over.abort();
    },
    type: ({ id }, text) => jobs.get(id)?.agentTerminal.terminal.sendText(text, true),
    interrupt: ({ id }) => jobs.get(id)?.agentTerminal.terminal.sendText('\u0003', false),
    closeTerminal: ({ id }) => jobs.get(id)?.agentTerminal.terminal.dispose(),
    async close() {
      closing.abort();
      terminals.dispose();
      for (const { output } of jobs.values()) await output.close();
      jobs.clear();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the shell may not take the next line yet, or nobody knows. */
function isShellBusy(end: CommandEnd): boolean {
  return end.kind === 'typed' || (end.kind === 'ended' && end.isShellBusy === true);
}

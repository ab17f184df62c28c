// Commands of agents as jobs: started, waited for, polled, ended; a few are remembered after their end.
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
  /** Where its shell is now. */
  readonly cwd: string;
}

export interface TerminalJobs {
  /** Shows its terminal and begins. */
  start(command: string, cwd: string, agentId: string): Job;
  find(id: string): Job | undefined;
  /** Of one agent. Whoever was told an id may use it, also after a new session. */
  list(agentId: string): readonly Job[];
  /** Resolves when it has ended, the time is up, or the signal aborts: whichever is first. */
  wait(job: Job, ms: number, signal: AbortSignal): Promise<void>;
  /** Interrupts it as Ctrl+C does. */
  interrupt(job: Job): void;
  /** Closes its terminal, for what does not heed an interrupt. */
  closeTerminal(job: Job): void;
  /** Forgets all; what runs in terminals goes on there. */
  close(): Promise<void>;
}

interface LiveJob extends Job {
  end: CommandEnd | undefined;
  readonly agentTerminal: AgentTerminal;
  readonly ended: Promise<void>;
}

/** Running at once; more is a loop. */
const MAX_RUNNING = 32;

/** `folder` is emptied: it holds the outputs and scripts of this window. */
export function openTerminalJobs({ folder, createId }: { folder: string; createId: () => string }): TerminalJobs {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const terminals = openAgentTerminals();
  const jobs = new Map<string, LiveJob>();

  function begin(command: string, cwd: string, agentId: string): LiveJob {
    const id = createId();
    const agentTerminal = terminals.take(cwd);
    const output = new CommandOutput(join(folder, `${id}.log`));
    const running = runCommand({
      agentTerminal,
      command,
      scriptBase: join(folder, id),
      onOutput: (piece) => output.add(piece),
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
          // Nobody knows when a typed command ends, so its terminal is never typed into again.
          if (end.kind !== 'typed') terminals.release(agentTerminal);
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
    interrupt: ({ id }) => jobs.get(id)?.agentTerminal.terminal.sendText('\u0003', false),
    closeTerminal: ({ id }) => jobs.get(id)?.agentTerminal.terminal.dispose(),
    async close() {
      terminals.dispose();
      for (const { output } of jobs.values()) await output.close();
      jobs.clear();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

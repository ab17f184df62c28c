// get_command_output, send_to_terminal and kill_command: for commands that continue after their call.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { hasControlCharacters } from '../terminal/command-form.ts';
import type { Job } from '../terminal/jobs.ts';
import { linesThatMatch } from '../workspace/patterns.ts';
import type { ToolContext } from './context.ts';
import { editorReply } from './editor-reply.ts';
import { optionalField } from './reviewed.ts';

const jobId = z.string().describe('From execute_command.');

export const getCommandOutputTool = defineTool({
  name: 'get_command_output',
  title: 'Get command output',
  description:
    'Returns the state and output of a job: from an offset, the last lines, or matching lines. Without ' +
    'job_id, lists your jobs.',
  input: z.object({
    job_id: jobId.optional(),
    offset: z.int().min(0).optional().describe('Characters already read: next_offset of the previous reply.'),
    tail: z.int().min(1).max(2000).optional().describe('Only the last N lines.'),
    grep: z.string().optional().describe('Only lines matching this regular expression.'),
    wait_ms: z.int().min(0).max(limits.editor.commandMs).optional().describe('Wait up to this long first.'),
  }),
  output: z.object({
    output: z.string().optional(),
    next_offset: z.number().optional(),
    running: z.boolean().optional(),
    exit_code: z.number().nullable().optional(),
    jobs: z.array(z.object({ job_id: z.string(), command: z.string(), running: z.boolean() })).optional(),
  }),
  effect: 'read',
  async run(input, context: ToolContext) {
    if (input.job_id === undefined) {
      // Callers with a merely claimed name get no list, but may use an id they know.
      const own = context.agent.isClaimed === true ? [] : context.jobs.list(context.agent.id);
      const jobs = own.map(({ id, command, end }) => ({ job_id: id, command, running: end === undefined }));
      return editorReply({ jobs }, jobs.length === 0 ? { text: 'You have no jobs.', shows: ['jobs'] } : {});
    }
    const job = findJob(input.job_id, context);
    if (input.wait_ms !== undefined) await context.jobs.wait(job, input.wait_ms, context.signal);
    const picked = pick(job, input);
    const isRunning = job.end === undefined;
    const facts = { ...picked, running: isRunning, exit_code: exitCodeOf(job) };
    return editorReply(facts, { text: picked.output, shows: ['output'] });
  },
});

export const killCommandTool = defineTool({
  name: 'kill_command',
  title: 'Kill command',
  description: 'Interrupts a running job with Ctrl+C, closes its terminal if that fails, and returns its final state.',
  input: z.object({ job_id: jobId }),
  output: z.object({ running: z.boolean(), exit_code: z.number().nullable(), output: z.string() }),
  // It ends only commands that agents started with the user's approval.
  effect: 'run',
  async run(input, context: ToolContext) {
    const job = findJob(input.job_id, context);
    if (job.end === undefined) context.jobs.interrupt(job);
    await context.jobs.wait(job, KILL_MS, context.signal);
    if (job.end === undefined && !context.signal.aborted) {
      context.jobs.closeTerminal(job);
      await context.jobs.wait(job, KILL_MS, context.signal);
    }
    const { text } = job.output.latest();
    const facts = { running: job.end === undefined, exit_code: exitCodeOf(job), output: text };
    return editorReply(facts, { text, shows: ['output'] });
  },
});

export const sendToTerminalTool = defineTool({
  name: 'send_to_terminal',
  title: 'Send to terminal',
  description:
    'Types a line into the terminal of a running job, such as the answer to a prompt, after the user agreed.',
  input: z.object({ job_id: jobId, text: z.string().describe('Without the final Enter.') }),
  output: z.object({
    status: z.enum(['accepted', 'rejected']),
    note: z.string().optional().describe('A note from the user.'),
    output: z.string().optional().describe('What came after it so far.'),
    running: z.boolean(),
    exit_code: z.number().nullable(),
  }),
  effect: 'run',
  async run(input, context: ToolContext) {
    const { agent, signal, onProgress, jobs } = context;
    const job = findJob(input.job_id, context);
    if (hasControlCharacters(input.text)) throw hiddenCharacters();
    const subject = `${input.text} (in: ${job.command})`;
    if (job.end !== undefined) throw hasEnded();
    const answer = await context.askForAction({ agent: agent.name, verb: 'type', subject, signal, onProgress });
    const state = () => ({ running: job.end === undefined, exit_code: exitCodeOf(job) });
    if (answer.kind === 'rejected') {
      return editorReply({ status: 'rejected' as const, ...optionalField('note', answer.note), ...state() });
    }
    // Typed after its end, it would be a command for the shell.
    if (job.end !== undefined) throw hasEnded();
    const before = job.output.end;
    jobs.type(job, input.text);
    await jobs.wait(job, ANSWER_MS, signal);
    const { text } = job.output.from(before);
    return editorReply({ status: 'accepted' as const, output: text, ...state() }, { text, shows: ['output'] });
  },
});

/** How long to wait for what a program says to the line. */
const ANSWER_MS = 1000;

function hasEnded(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The job has ended', {
    hint: 'Nothing was typed. execute_command runs a new command.',
  });
}

function hiddenCharacters(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'The text has control characters, which the user cannot see', {
    hint: 'Nothing was typed. kill_command sends Ctrl+C.',
  });
}

/** For the interrupt, and again for closing the terminal. */
const KILL_MS = 2000;

function exitCodeOf({ end }: Job): number | null {
  return end === undefined || end.kind === 'typed' ? null : (end.exitCode ?? null);
}

function pick(
  job: Job,
  { offset, tail, grep }: { offset?: number | undefined; tail?: number | undefined; grep?: string | undefined },
): { output: string; next_offset?: number } {
  if (grep === undefined && tail === undefined) {
    const { text, next } = job.output.from(offset ?? 0);
    return { output: text, next_offset: next };
  }
  const all = job.output.lines();
  const lines = grep === undefined ? all : linesThatMatch(all, grep);
  const output = lines.slice(-(tail ?? lines.length)).join('\n');
  return { output: output.slice(-limits.editor.outputMaxChars) };
}

function findJob(id: string, { jobs }: ToolContext): Job {
  const job = jobs.find(id);
  if (job !== undefined) return job;
  throw new SallyportError('ERR_INPUT_INVALID', 'No such job', {
    hint: 'Call get_command_output without job_id to list jobs; a reloaded window has lost its own.',
  });
}

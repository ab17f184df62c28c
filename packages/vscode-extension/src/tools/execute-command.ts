// execute_command: runs a command in a visible terminal after the user approved it.
import { limits, SallyportError } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { hasControlCharacters } from '../terminal/command-form.ts';
import type { Job } from '../terminal/jobs.ts';
import { isFolder } from '../workspace/files.ts';
import type { ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

/** Exact text of the specification. */
const NOT_CAPTURED = 'Command sent to terminal. Output capture unavailable — shell integration is not active.';

export const executeCommandTool = defineTool({
  name: 'execute_command',
  title: 'Execute command',
  description:
    'Runs a command in a visible VS Code terminal. The user may edit or reject it first. Several lines are fine. A command that ' +
    'takes longer than timeout_ms continues as a job: poll it with get_command_output, stop it with kill_command.',
  input: z.object({
    command: z.string().min(1).describe("For the user's shell."),
    cwd: path.optional().describe('Working directory inside the workspace; default: the first workspace folder.'),
    timeout_ms: z.int().min(100).max(limits.editor.commandMaxMs).optional().describe('How long to wait for it.'),
    background: z.boolean().optional().describe('Do not wait.'),
  }),
  output: z.object({
    exit_code: z.number().nullable().optional().describe('Null while it runs, or if the shell reports none.'),
    output: z.string().optional(),
    cwd: z.string().optional(),
    output_captured: z.boolean().optional(),
    running: z.boolean().optional().describe('True if it continues as a job.'),
    job_id: z.string().optional(),
    truncated: z.boolean().optional().describe('True if output is only the end; get_command_output has more.'),
    output_file: z.string().optional().describe('File with all of the raw output, kept for a while, if truncated.'),
    edited_command: z.string().optional().describe('What ran, if the user edited it.'),
    status: z.enum(['rejected']).optional(),
    command: z.string().optional(),
    note: z.string().optional().describe('A note from the user.'),
    message,
  }),
  effect: 'run',
  async run(input, context: ToolContext) {
    if (hasControlCharacters(input.command)) throw controlCharacters();
    const { path: cwd } = await context.boundary.resolve(input.cwd ?? '.');
    if (!(await isFolder(cwd, input.cwd ?? '.'))) {
      throw new SallyportError('ERR_INPUT_INVALID', 'cwd must be a folder', { data: { path: input.cwd } });
    }
    const { agent, signal, onProgress } = context;
    const answer = await context.askForCommand({ agent: agent.name, command: input.command, cwd, signal, onProgress });
    if (answer.kind === 'rejected') {
      return editorReply({
        status: 'rejected' as const,
        command: input.command,
        ...optionalField('note', answer.note),
      });
    }
    const job = context.jobs.start(answer.command, cwd, agent.id);
    const waitMs = input.background === true ? 0 : (input.timeout_ms ?? limits.editor.commandMs);
    await waitWithProgress(job, waitMs, context);
    if (signal.aborted) {
      // A cancelled call stops its command.
      if (job.end === undefined) context.jobs.interrupt(job);
      throw signal.reason;
    }
    const edited = answer.command === input.command ? undefined : answer.command;
    return present(job, edited);
  },
});

function controlCharacters(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'The command has control characters, which the user cannot see', {
    hint: "Nothing ran. Escape them for the shell, such as $'\\e' or \\033 for printf.",
  });
}

function present(job: Job, edited: string | undefined) {
  const ran = { cwd: job.cwd, ...optionalField('edited_command', edited) };
  if (job.end?.kind === 'typed') {
    const facts = { exit_code: null, output: NOT_CAPTURED, ...ran, output_captured: false };
    return editorReply(facts, { text: NOT_CAPTURED, shows: ['output'] });
  }
  const { text, isCut } = job.output.latest();
  const isRunning = job.end === undefined;
  return editorReply(
    {
      exit_code: job.end?.exitCode ?? null,
      output: text,
      ...ran,
      output_captured: true,
      ...optionalField('running', isRunning || undefined),
      ...optionalField('truncated', isCut || undefined),
      ...optionalField('output_file', isCut ? job.output.wholeFile : undefined),
      ...optionalField('job_id', isRunning || isCut ? job.id : undefined),
    },
    { text, shows: ['output'], message: nextOf(job, isRunning, isCut) },
  );
}

function nextOf({ id }: Job, isRunning: boolean, isCut: boolean): string | undefined {
  if (isRunning) return `It is still running as job ${id}: poll it with get_command_output.`;
  return isCut ? `Earlier output is omitted: get_command_output has more of job ${id}.` : undefined;
}

/** Progress keeps clients from timing out. */
async function waitWithProgress(job: Job, ms: number, { jobs, signal, onProgress }: ToolContext): Promise<void> {
  let count = 0;
  const ticker = setInterval(() => {
    count += 1;
    onProgress?.({ progress: count, message: 'The command is running' });
  }, limits.editor.reviewProgressMs);
  try {
    await jobs.wait(job, ms, signal);
  } finally {
    clearInterval(ticker);
  }
}

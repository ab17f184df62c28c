// Reads the environment of the user's login shell, where PATH is set.
import { spawn } from 'node:child_process';
import { isRecord, parseJson } from '@sallyport/protocol';
import { isWithinBounds, lastingVariables, type Variables } from './environment-file.ts';

export interface ShellRequest {
  /** `$SHELL`; undefined on Windows. */
  readonly shell: string | undefined;
  /** Node prints the environment, independent of the shell's quoting. */
  readonly node: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Random, so that output of profile scripts is not taken for the answer. */
  readonly mark: string;
}

export interface RecordedEnvironment {
  readonly variables: Variables;
  /** Set when this process's environment was used instead. Names no variable. */
  readonly warning?: string;
}

/** A profile with a version manager takes about a second; one that reads input never ends. */
const SHELL_DEADLINE_MS = 10_000;
const EXIT_GRACE_MS = 1_000;
const MAX_OUTPUT_UNITS = 1024 * 1024;

/** The login shell's environment, or else this process's own. Values appear nowhere but in the result. */
export async function recordEnvironment(request: ShellRequest): Promise<RecordedEnvironment> {
  const own = lastingVariables(request.env);
  if (request.shell === undefined) return { variables: own };
  const output = await runShell(request.shell, request);
  const answer = parseAnswer(output ?? '', request.mark);
  const variables = answer === undefined ? undefined : lastingVariables(answer);
  if (variables !== undefined && isWithinBounds(variables)) return { variables };
  return {
    variables: own,
    warning: `The login shell ${request.shell} did not report its environment; that of this terminal is used instead.`,
  };
}

function runShell(shell: string, { node, env, mark }: ShellRequest): Promise<string | undefined> {
  // Node joins mark and bracket, so that a shell that echoes its commands does not print them joined.
  const program = `process.stdout.write("${mark}"+"<"+JSON.stringify(process.env)+">"+"${mark}")`;
  const command = `'${node.replaceAll("'", String.raw`'\''`)}' -e '${program}'`;
  return new Promise((resolve) => {
    const child = spawn(shell, ['-l', '-i', '-c', command], {
      // In its own process group: an interactive shell would take over the terminal.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...env },
    });
    let output = '';
    let grace: NodeJS.Timeout | undefined;
    const end = (answer: string | undefined) => {
      clearTimeout(deadline);
      clearTimeout(grace);
      // Also ends what the profile left running.
      if (child.pid !== undefined) killGroup(child.pid);
      child.stdout.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(() => end(undefined), SHELL_DEADLINE_MS);
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      if (output.length > MAX_OUTPUT_UNITS) end(undefined);
      else if (output.includes(`>${mark}`)) end(output);
    });
    child.once('error', () => end(undefined));
    child.once('close', () => end(output));
    // A background program of the profile may keep the pipe open forever.
    child.once('exit', () => {
      grace = setTimeout(() => end(output), EXIT_GRACE_MS);
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** The environment between the marks, if valid. */
export function parseAnswer(output: string, mark: string): Readonly<Record<string, string>> | undefined {
  const start = output.lastIndexOf(`${mark}<`);
  const end = output.lastIndexOf(`>${mark}`);
  if (start === -1 || end < start) return undefined;
  const value = parseJson(output.slice(start + mark.length + 1, end));
  if (!isRecord(value)) return undefined;
  const texts = Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []));
  return Object.fromEntries(texts);
}

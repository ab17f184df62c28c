// The script that runs a command in a shell without integration, and leaves its output and its end in files.
import { quotePosix } from './command-form.ts';

export interface PlainFiles {
  /** What is typed runs this one, by `sh`. */
  readonly script: string;
  /** The command itself, for the shell of the terminal. */
  readonly command: string;
  readonly output: string;
  /** The exit code, once the command ended. */
  readonly exitCode: string;
  /** There once nothing holds the output any more, so that the shell takes the next line. */
  readonly done: string;
}

export interface PlainScriptOptions {
  /** See `plainProgram`. */
  readonly program: string;
  readonly command: string;
  readonly files: PlainFiles;
  /** Of its output that are kept. */
  readonly maxBytes: number;
}

/** Shells that run a file given as their argument. */
const programs = ['bash', 'dash', 'fish', 'ksh', 'sh', 'zsh'];

/** `ulimit` counts in these. */
const BLOCK_BYTES = 512;

/** The program that runs a command written for this shell; undefined for shells that are not served. */
export function plainProgram(shell: string | undefined, platform: NodeJS.Platform): string | undefined {
  return platform === 'win32' ? undefined : programs.find((program) => program === shell);
}

export function plainFilesAt(base: string): PlainFiles {
  return {
    script: `${base}.run`,
    command: `${base}.command`,
    output: `${base}.output`,
    exitCode: `${base}.code`,
    done: `${base}.done`,
  };
}

/**
 * Shows the command, then runs it with the terminal as its input. `tee` copies its output, not longer than the file may be and
 * also after Ctrl+C; the traps keep the exit code from being lost then, and do not reach the command itself.
 */
export function plainScript({ program, command, files, maxBytes }: PlainScriptOptions): string {
  const [file, output, exitCode, done] = [files.command, files.output, files.exitCode, files.done].map(quotePosix);
  return [
    'trap : INT',
    `printf '%s\\n' ${quotePosix(command.trimEnd())}`,
    `( trap : INT; ${program} ${file}; echo $? > ${exitCode} ) 2>&1 |`,
    `  ( trap '' XFSZ; ulimit -f ${Math.floor(maxBytes / BLOCK_BYTES)}; exec tee -i ${output} 2> /dev/null )`,
    `: > ${done}`,
    '',
  ].join('\n');
}

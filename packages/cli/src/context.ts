// What commands know of the outside world: the real process in main.ts, a fake one in tests.
import type { Machine, RandomBytes } from '@sallyport/native-host/run-directory';
import type { AskOptions } from './ask.ts';
import type { InstallerPorts } from './install/prepare.ts';
import type { Output, TextSink } from './output.ts';

export interface CommandContext {
  readonly machine: Machine;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: TextSink & NodeJS.WritableStream;
  readonly stderr: TextSink;
  /** Width of the terminal; undefined when stdout is not one. */
  readonly terminalColumns: number | undefined;
  readonly randomBytes: RandomBytes;
  readonly now: () => number;
  readonly pid: number;
  /** Resolves on Ctrl+C or a termination signal, which then no longer ends the process. */
  readonly untilInterrupted: () => Promise<void>;
  /** The running Node.js. */
  readonly node: { readonly path: string; readonly version: string };
  /** How the user calls this command: `npx sallyport` in a clone. */
  readonly program: string;
  /** The folder of the built bundles. */
  readonly bundles: string;
  /** Asks a yes/no question; undefined without a terminal. */
  readonly confirm: ((question: string, options?: AskOptions) => Promise<boolean>) | undefined;
  /** Throws for a process that is gone. */
  readonly sendSignal: (pid: number, signal: NodeJS.Signals) => void;
  /** Opens a URL in the user's default browser, if there is one. */
  readonly openAddress: (address: string) => void;
  readonly installer: InstallerPorts;
}

/** The context of one command, with its output. */
export interface CommandFrame extends CommandContext {
  readonly output: Output;
  /** Sets the exit code of a command that does not throw; 0 by default. */
  setExitCode(code: number): void;
}

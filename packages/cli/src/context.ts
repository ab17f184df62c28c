// What a command is given of the world: the process as main.ts found it, or as a test made it up.
import type { Machine, RandomBytes } from '@sallyport/native-host/run-directory';
import type { InstallerPorts } from './install/prepare.ts';
import type { Output, TextSink } from './output.ts';

export interface CommandContext {
  readonly machine: Machine;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: TextSink & NodeJS.WritableStream;
  readonly stderr: TextSink;
  /** How wide the terminal behind stdout is; undefined when there is none. */
  readonly terminalColumns: number | undefined;
  readonly randomBytes: RandomBytes;
  readonly now: () => number;
  readonly pid: number;
  /** Resolves when the person or the system asks this process to end; until then only that ends it. */
  readonly untilInterrupted: () => Promise<void>;
  /** The Node that runs this. */
  readonly node: { readonly path: string; readonly version: string };
  /** The folder of the built bundles. */
  readonly bundles: string;
  /** Asks yes or no; undefined when nobody sits at a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Opens an address of the web in the person's own browser, if there is one. */
  readonly openAddress: (address: string) => void;
  readonly installer: InstallerPorts;
}

/** A command's own view: the context, and where to print. */
export interface CommandFrame extends CommandContext {
  readonly output: Output;
  /** The exit code when nothing was thrown; 0 unless set. */
  setExitCode(code: number): void;
}

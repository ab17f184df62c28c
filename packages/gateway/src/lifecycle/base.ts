// What every part of a gateway is built on: where it lives, its clock and randomness, its journal and its log.
import type { Machine, RandomBytes, RunDirectory } from '@sallyport/native-host/run-directory';
import type { Fence } from '@sallyport/protocol';
import type { Journal } from '../rooms/journal/journal.ts';

export interface Base {
  readonly machine: Machine;
  readonly run: RunDirectory;
  /** Where grants and what was learned of tools and servers are kept. */
  readonly dataFolder: string;
  readonly pid: number;
  /** Keeps our temporary files apart from another process's. */
  readonly nonce: string;
  /** Throws when another process is the writer of the data folder. */
  readonly mayWrite: () => void;
  readonly journal: Journal;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly fence: Fence;
  readonly createId: () => string;
  /** Takes one line without payloads. */
  readonly log: (line: string) => void;
  readonly onFault: (thrown: unknown) => void;
}

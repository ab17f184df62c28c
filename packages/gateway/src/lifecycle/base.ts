// What every part of a gateway needs: folders, clock, randomness, journal and log.
import type { Machine, RandomBytes, RunDirectory } from '@sallyport/native-host/run-directory';
import type { Fence } from '@sallyport/protocol';
import type { Journal } from '../rooms/journal/journal.ts';

export interface Base {
  readonly machine: Machine;
  readonly run: RunDirectory;
  /** For grants, pinned tools and what was learned about servers. */
  readonly dataFolder: string;
  readonly pid: number;
  /** Makes our temporary files unique. */
  readonly nonce: string;
  /** Throws when another process is the writer of the data folder. */
  readonly mayWrite: () => void;
  readonly journal: Journal;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly fence: Fence;
  readonly createId: () => string;
  /** Takes one line, never a payload. */
  readonly log: (line: string) => void;
  readonly onFault: (thrown: unknown) => void;
}

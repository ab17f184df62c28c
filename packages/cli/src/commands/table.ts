// Every command, in the order of the help. One line each: a command's code is loaded when it is called, not before.
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';

/** Adds options, arguments and the action; `frame` is called when the action runs, since only then `--json` is known. */
export type DefineCommand = (command: Command, frame: () => CommandFrame) => void;

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'install',
    summary: 'let the browsers of this machine start Sallyport',
    load: async () => (await import('./install.ts')).defineInstall,
  },
  {
    name: 'uninstall',
    summary: 'take the installation back and restore what was there before',
    load: async () => (await import('./uninstall.ts')).defineUninstall,
  },
];

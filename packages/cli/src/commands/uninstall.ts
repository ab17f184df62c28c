// sallyport uninstall: restores what was there before; with --purge also removes Sallyport's own data.
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { type ClientChange, hasClients, undoClients } from '../install/clients/clients.ts';
import { clientPortsFrom, clientWarnings, describeClients } from '../install/clients/from-frame.ts';
import { locationOf } from '../install/ledger.ts';
import { parseHostName } from '../install/manifest.ts';
import { applyOptionsFor, installationOf } from '../install/prepare.ts';
import { planPurge, purge } from '../install/purge.ts';
import { describeUndo, showUndo, showUndoOutcome } from '../install/report.ts';
import { applyUndo, planUndo, type UndoStep } from '../install/undo.ts';
import { remoteNames } from '../remote/remote-store.ts';
import { collect, isConfirmed, noteFaults, parseParts } from './options.ts';

interface UninstallFlags {
  readonly browser: readonly string[];
  readonly only: readonly string[];
  readonly name?: string;
  readonly purge?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .option('--browser <name>', 'only for this browser (may be repeated)', collect, [])
    .option(
      '--only <part>',
      "only this part: browsers, environment (your shell's variables) or agents (may be repeated)",
      collect,
      [],
    )
    .option('--name <name>', 'only the native host with this name')
    .option('--purge', 'also remove config, grants, journal and logs')
    .option('--dry-run', 'show what would change without changing anything')
    .option('--yes', 'do not ask for confirmation')
    .action(async (flags: UninstallFlags) => runUninstall(flags, frame()));
}

async function runUninstall(flags: UninstallFlags, frame: CommandFrame): Promise<void> {
  const { output, machine, installer, confirm } = frame;
  const isPartial = flags.browser.length > 0 || flags.only.length > 0 || flags.name !== undefined;
  if (flags.purge && isPartial) {
    throw new SallyportError(
      'ERR_INPUT_INVALID',
      '--purge removes everything and cannot be combined with --browser, --only or --name.',
      {
        hint: 'Leave out these options, or --purge.',
      },
    );
  }
  const options = applyOptionsFor(machine, installer);
  const parts = parseParts(flags.only);
  // --browser and --name select no agents.
  const isForAgents = parts.includes('agents') && flags.browser.length === 0 && flags.name === undefined;
  const clientPorts = clientPortsFrom(frame);
  const clients = isForAgents ? clientPorts : undefined;
  const agents = clients === undefined ? [] : undoClients(clients, true);
  const shownAgents = agents.length === 0 ? undefined : agents;
  const request = {
    host: flags.name === undefined ? undefined : parseHostName(flags.name),
    browsers: flags.browser,
    parts,
    keepsClients: isForAgents ? agents.some(({ action }) => action === 'leave') : hasClients(clientPorts),
  };
  const steps = planUndo(request, options);
  const remotes = isPartial ? [] : remoteNames(frame);
  if (flags.purge && remotes.length > 0) throw stillRemote(remotes);
  for (const name of remotes) output.note(`Note: ${connected(name)}`);
  const purged = flags.purge ? await planPurge(machine) : [];
  if (flags.dryRun) {
    output.result({ dryRun: true, changes: steps.map(showUndo), agents: shownAgents, purged }, () =>
      describe(steps, agents, purged),
    );
    return;
  }
  if (steps.length === 0 && purged.length === 0 && agents.length === 0) {
    output.result({ changed: false, changes: [], purged }, () => NOTHING_THERE);
    return;
  }
  if (flags.purge && flags.yes === undefined && (confirm === undefined || output.isJson)) {
    throw new SallyportError(
      'ERR_INPUT_INVALID',
      '--purge needs a confirmation, and there is no terminal to ask for it.',
      {
        hint: 'Pass --yes as well, or look first with --dry-run.',
      },
    );
  }
  // What a purge removes, nothing restores.
  const question = { isDefaultNo: flags.purge === true };
  if (!(await isConfirmed(flags.yes === true, describe(steps, agents, purged), frame, question))) return;
  for (const warning of clientWarnings(agents)) output.note(`Note: ${warning}`);
  const outcomes = installer.alone(installationOf(machine), () => {
    if (clients !== undefined) undoClients(clients, false);
    return applyUndo(steps, options);
  });
  const failed = outcomes.filter(({ result }) => result === 'failed');
  // A purge would remove the backups that a second attempt needs.
  const isDone = failed.length === 0;
  if (isDone && flags.purge) purge(purged, machine);
  noteFaults(failed, frame);
  for (const { step, result } of outcomes) {
    if (result === 'left') output.note(`Left as it is: ${locationOf(step.entry)}, ${step.note}.`);
  }
  const changes = outcomes.map(showUndoOutcome);
  output.result({ changed: true, changes, agents: shownAgents, purged: isDone ? purged : [] }, () =>
    isDone ? 'Uninstalled.' : 'Not everything could be undone. Fix the errors above, then run it again.',
  );
}

function connected(name: string): string {
  return `The remote host ${name} stays connected; "sallyport remote remove ${name}" revokes its key and removes its files.`;
}

/** Without its entry, nothing here could remove the files over there. */
function stillRemote(names: readonly string[]): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `Remote hosts are still connected: ${names.join(', ')}.`, {
    hint: `First run: ${names.map((name) => `sallyport remote remove ${name}`).join('; ')}`,
  });
}

const NOTHING_THERE = 'Nothing is installed; nothing to do.';

function describe(steps: readonly UndoStep[], agents: readonly ClientChange[], purged: readonly string[]): string {
  const purges = purged.map((path) => `  ${'remove'.padEnd(8)} ${path}`);
  const lines = [describeUndo(steps), describeClients(agents), ...purges];
  return lines.filter((text) => text !== '').join('\n') || NOTHING_THERE;
}

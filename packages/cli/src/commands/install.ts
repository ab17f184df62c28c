// sallyport install: shows what would change, asks where someone can answer, does it, and says what to do next.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { applyInstall, type Outcome } from '../install/apply.ts';
import { hasWork } from '../install/plan.ts';
import { applyOptionsFor, type PreparedInstall, prepareInstall } from '../install/prepare.ts';
import { describeChanges, showChange, showOutcome } from '../install/report.ts';
import { collect, parseParts } from './options.ts';

interface InstallFlags {
  readonly browser: readonly string[];
  readonly only: readonly string[];
  readonly extensionId: readonly string[];
  readonly name?: string;
  readonly node?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

export function defineInstall(command: Command, frame: () => CommandFrame): void {
  command
    .option('--browser <name>', 'only this browser (may be repeated)', collect, [])
    .option('--only <part>', 'only this part, browsers or environment (may be repeated)', collect, [])
    .option('--extension-id <id>', 'serve this extension instead of ours (may be repeated)', collect, [])
    .option('--name <name>', 'name of the native host, for another extension')
    .option('--node <path>', 'the Node that browsers start (default: the one that runs this)')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'do not ask')
    .action(async (flags: InstallFlags) => runInstall(flags, frame()));
}

async function runInstall(flags: InstallFlags, frame: CommandFrame): Promise<void> {
  const { output, machine, installer, confirm } = frame;
  const prepared = await prepareInstall(
    {
      browsers: flags.browser,
      extensionIds: flags.extensionId,
      hostName: flags.name,
      node: flags.node === undefined ? undefined : resolve(frame.cwd, flags.node),
      parts: parseParts(flags.only),
    },
    machine,
    frame.node,
    installer,
  );
  const { changes, warnings } = prepared;
  for (const warning of warnings) output.note(`Note: ${warning}`);
  if (flags.dryRun) {
    const shown = { dryRun: true, changes: changes.map(showChange), warnings };
    output.result(shown, () => (hasWork(changes) ? describeChanges(changes) : ALREADY_THERE));
    return;
  }
  if (!hasWork(changes)) {
    output.result({ changed: false, changes: changes.map(showChange), warnings }, () => ALREADY_THERE);
    return;
  }
  if (confirm !== undefined && flags.yes === undefined && !output.isJson) {
    output.line(describeChanges(changes.filter(({ action }) => action !== 'keep')));
    if (!(await confirm('Make these changes?'))) {
      output.line('Nothing was changed.');
      return;
    }
  }
  report(applyInstall(changes, applyOptionsFor(machine, installer)), prepared, frame);
}

const ALREADY_THERE = 'Everything is in place already; nothing to do.';

function report(outcomes: readonly Outcome[], { browsers, warnings }: PreparedInstall, frame: CommandFrame): void {
  const { output } = frame;
  const failed = outcomes.filter(({ result }) => result === 'failed');
  if (failed.length > 0) frame.setExitCode(1);
  for (const { fault } of failed) if (fault) output.note([fault.message, fault.hint].filter(Boolean).join(' '));
  const isChanged = outcomes.some(({ result }) => result === 'done');
  output.result({ changed: isChanged, changes: outcomes.map(showOutcome), warnings }, () => {
    const reached = browsers
      .filter(({ browser }) => isReached(browser.name, outcomes))
      .map(({ browser }) => browser.title);
    if (reached.length > 0) {
      return `Installed for ${reached.join(', ')}. Browsers that are open now: restart them.\nTo take it back: sallyport uninstall`;
    }
    return failed.length > 0 ? 'Not installed; the reason stands above.' : 'Done.';
  });
}

/** A browser is served when none of its manifests failed, and nothing before them did. */
function isReached(name: string, outcomes: readonly Outcome[]): boolean {
  const manifests = outcomes.filter(({ change }) => change.wanted.purpose.browsers?.includes(name));
  return manifests.length > 0 && manifests.every(({ result }) => result !== 'failed');
}

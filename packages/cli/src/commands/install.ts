// sallyport install: shows the plan, asks for confirmation, carries it out, and says what to do next.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { applyInstall, type Outcome } from '../install/apply.ts';
import { applyClients, type ClientChange, planClients } from '../install/clients/clients.ts';
import { clientPortsFrom, clientWarnings, describeClients, hasClientWork } from '../install/clients/from-frame.ts';
import { guideToFirstCall } from '../install/guide.ts';
import { describeLoadSteps, loadSteps, noClient } from '../install/next-steps.ts';
import { hasWork } from '../install/plan.ts';
import { applyOptionsFor, installationOf, type PreparedInstall, prepareInstall } from '../install/prepare.ts';
import { describeChanges, showChange, showOutcome } from '../install/report.ts';
import { howToKeep } from '../npx-copy.ts';
import { collect, isConfirmed, noteFaults, parseParts } from './options.ts';

interface InstallFlags {
  readonly browser: readonly string[];
  readonly only: readonly string[];
  readonly extensionId: readonly string[];
  readonly name?: string;
  readonly node?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .option('--browser <name>', 'only this browser (may be repeated)', collect, [])
    .option(
      '--only <part>',
      "only this part: browsers, environment (your shell's variables) or agents (may be repeated)",
      collect,
      [],
    )
    .option('--extension-id <id>', 'allow this extension instead of ours (may be repeated)', collect, [])
    .option('--name <name>', 'native host name, for another extension')
    .option('--node <path>', 'the Node.js binary browsers run (default: the current one)')
    .option('--dry-run', 'show what would change without changing anything')
    .option('--yes', 'do not ask for confirmation')
    .action(async (flags: InstallFlags) => runInstall(flags, frame()));
}

export async function runInstall(flags: InstallFlags, frame: CommandFrame): Promise<void> {
  const { output, machine, installer } = frame;
  const parts = parseParts(flags.only);
  const clients = parts.includes('agents') ? clientPortsFrom(frame) : undefined;
  const agents = clients === undefined ? [] : planClients(clients);
  const isLonely = clients !== undefined && agents.length === 0;
  if (isLonely && parts.length === 1) throw noClient(frame.node.path, frame.bundles);
  const prepared = await prepareInstall(
    {
      browsers: flags.browser,
      extensionIds: flags.extensionId,
      hostName: flags.name,
      node: flags.node === undefined ? undefined : resolve(frame.cwd, flags.node),
      parts,
      // Also for one that is left alone: its user may add the entry by hand.
      hasClients: agents.length > 0,
    },
    machine,
    frame.node,
    installer,
  );
  const { changes } = prepared;
  // Another extension is loaded from wherever its user has it.
  const isOurs = flags.extensionId.length === 0;
  // Whoever names browsers does not wait for clients.
  const lonely = isLonely && flags.browser.length === 0 ? [noClient(frame.node.path, frame.bundles)] : [];
  const warnings = [
    ...prepared.warnings,
    ...clientWarnings(agents),
    ...lonely.map(({ message, hint }) => `${message} ${hint}`),
    // Clients start a copy, but browsers load the extension from there.
    ...(isOurs && prepared.browsers.length > 0 ? [howToKeep(frame.bundles) ?? []].flat() : []),
  ];
  // Only a person at a terminal who was asked can load an extension now.
  const mayGuide = isOurs && frame.confirm !== undefined && !flags.yes && !output.isJson;
  const isToDo = hasWork(changes) || hasClientWork(agents);
  const shownAgents = agents.length === 0 ? undefined : agents;
  for (const warning of warnings) output.note(`Note: ${warning}`);
  if (flags.dryRun || !isToDo) {
    const shown = flags.dryRun ? { dryRun: true } : { changed: false };
    const load = isOurs ? loadSteps(prepared.browsers, frame.bundles) : [];
    const steps = { agents: shownAgents, load: load.length === 0 ? undefined : load };
    output.result({ ...shown, changes: changes.map(showChange), ...steps, warnings }, () =>
      join(
        ...(isToDo ? [describeChanges(changes), describeClients(agents)] : [ALREADY_THERE]),
        ...describeLoadSteps(load),
      ),
    );
    if (!flags.dryRun && mayGuide && prepared.browsers.length > 0) await guideToFirstCall(frame);
    return;
  }
  const plan = join(describeChanges(changes.filter(({ action }) => action !== 'keep')), describeClients(agents));
  if (!(await isConfirmed(flags.yes === true, plan, frame))) return;
  const isInstalled = installer.alone(installationOf(machine), () => {
    const outcomes = applyInstall(changes, applyOptionsFor(machine, installer));
    const isUsable = outcomes.every(
      ({ change, result }) => result !== 'failed' || change.wanted.purpose.part !== 'bundle',
    );
    const done = clients === undefined || !isUsable ? [] : applyClients(clients);
    return report(outcomes, { ...prepared, warnings }, done, isOurs, frame);
  });
  if (mayGuide && isInstalled) await guideToFirstCall(frame);
}

function join(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

const ALREADY_THERE = 'Everything is already in place; nothing to do.';

/** True when a browser can load the extension now. */
function report(
  outcomes: readonly Outcome[],
  { browsers, warnings }: PreparedInstall,
  agents: readonly ClientChange[],
  isOurExtension: boolean,
  frame: CommandFrame,
): boolean {
  const { output } = frame;
  const failed = outcomes.filter(({ result }) => result === 'failed');
  noteFaults(failed, frame);
  const isChanged = outcomes.some(({ result }) => result === 'done') || hasClientWork(agents);
  const shownAgents = agents.length === 0 ? undefined : agents;
  const reached = browsers.filter(({ browser }) => isReached(browser.name, outcomes));
  const load = isOurExtension ? loadSteps(reached, frame.bundles) : [];
  const shownLoad = load.length === 0 ? undefined : load;
  const changes = outcomes.map(showOutcome);
  output.result({ changed: isChanged, changes, agents: shownAgents, load: shownLoad, warnings }, () => {
    const clients = agents
      .filter(({ action }) => action === 'create' || action === 'replace')
      .map(({ client }) => client);
    if (clients.length > 0) output.line(`Set up ${clients.join(', ')}. Restart agents that are running.`);
    if (reached.length > 0) {
      const titles = reached.map(({ browser }) => browser.title).join(', ');
      const done = `Installed for ${titles}. Restart browsers that are open.`;
      return [done, ...describeLoadSteps(load), 'To undo it: sallyport uninstall'].join('\n');
    }
    return failed.length > 0 ? 'Not installed; see the error above.' : 'Done.';
  });
  return reached.length > 0;
}

/** True when all manifests of the browser were written. */
function isReached(name: string, outcomes: readonly Outcome[]): boolean {
  const manifests = outcomes.filter(({ change }) => change.wanted.purpose.browsers?.includes(name));
  return manifests.length > 0 && manifests.every(({ result }) => result !== 'failed');
}

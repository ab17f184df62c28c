// The stages of `npm test`, and how a person names them.

export interface Stage {
  readonly name: string;
  readonly title: string;
  /** How long it should take on two cores. Reported, not enforced: a busy machine is not the code's fault. */
  readonly budgetS: number;
  readonly command: string;
  readonly args: readonly string[];
}

/** Much of these is waiting, so two files run side by side. */
const sideBySide = new Set(['host', 'gateway']);

/** What runs a project of vitest.config.ts, whole or in parts. */
export function vitestArgs(project: string): readonly string[] {
  return ['run', '--project', project, ...(sideBySide.has(project) ? ['--maxWorkers=2'] : [])];
}

const vitest = (name: string, title: string, budgetS: number): Stage => ({
  name,
  title,
  budgetS,
  command: 'vitest',
  args: vitestArgs(name),
});

export const stages: readonly Stage[] = [
  { name: 'check', title: 'check', budgetS: 60, command: process.execPath, args: ['scripts/check.mjs'] },
  vitest('host', 'host and installer', 60),
  vitest('gateway', 'gateway', 150),
  vitest('conformance', 'official MCP conformance suite', 45),
  vitest('skeleton', 'skeleton', 120),
  vitest('browser', 'real browsers', 300),
  vitest('editor', 'real VS Code', 240),
];

/** The stages that `names` mean, in their usual order; a name may be cut short. All without names. */
export function chooseStages(all: readonly Stage[], names: readonly string[]): readonly Stage[] {
  if (names.length === 0) return all;
  const chosen = new Set(names.map((name) => stageNamed(all, name)));
  return all.filter((stage) => chosen.has(stage));
}

function stageNamed(all: readonly Stage[], wanted: string): Stage {
  const exact = all.find(({ name }) => name === wanted);
  const [found, other] = exact === undefined ? all.filter(({ name }) => name.startsWith(wanted)) : [exact];
  if (found !== undefined && other === undefined) return found;
  const known = all.map(({ name }) => name).join(', ');
  throw new Error(`"${wanted}" is ${found === undefined ? 'no stage' : 'more than one stage'}. Stages: ${known}.`);
}

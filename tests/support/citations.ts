// Which promises the tests cite, found in the syntax tree of their sources, and what that leaves open.
import { type ESTree, parseSync, Visitor } from 'vite';
import { type Area, type Requirement, type Seed, seedTitles } from '../requirements.ts';

export type TestSource = { readonly path: string; readonly text: string };

/** The ids that each test file cites, by its path. */
export type Citations = ReadonlyMap<string, readonly string[]>;

export type SeedBalance = {
  readonly seed: Seed;
  readonly cited: readonly string[];
  readonly pending: readonly string[];
  /** Shown by no test with real processes, although its area is declared finished. */
  readonly owed: readonly string[];
};

export type Balance = {
  readonly seeds: readonly SeedBalance[];
  /** Cited, but promised nowhere. */
  readonly unknown: readonly { readonly id: string; readonly path: string }[];
};

/** Tests that run the product's own processes, browsers and editors; all others run a part of it alone. */
const realRun = /^tests\/(contract\/[^/]+|e2e|conformance|slow)\/|\.process\.test\.ts$/;
/** What is promised of an extension is shown in the editor that it extends. */
const realRunOf: Partial<Readonly<Record<Area, RegExp>>> = { editor: /^tests\/e2e\/vscode\// };

/** A test that is set aside in one of these ways proves nothing, so its citations do not count. */
const setAside = new Set(['skip', 'todo', 'fails']);

export function collectCitations(sources: readonly TestSource[]): Citations {
  return new Map(sources.map((source) => [source.path, citedIds(source)]));
}

export function balance(
  requirements: readonly Requirement[],
  citations: Citations,
  finishedAreas: readonly Area[],
): Balance {
  const promised = new Set(requirements.map(({ id }) => id));
  const cited = new Set([...citations.values()].flat());
  const isShown = ({ id, area }: Requirement) =>
    [...citations].some(([path, ids]) => ids.includes(id) && (realRunOf[area] ?? realRun).test(path));
  const unknown = [...citations].flatMap(([path, ids]) =>
    ids.filter((id) => !promised.has(id)).map((id) => ({ id, path })),
  );
  const seeds = seedsIn(requirements).map((seed) => {
    const own = requirements.filter((requirement) => requirement.seed === seed);
    const pending = own.filter(({ id }) => !cited.has(id));
    return {
      seed,
      cited: own.filter(({ id }) => cited.has(id)).map(({ id }) => id),
      pending: pending.map(({ id }) => id),
      owed: own.filter((each) => finishedAreas.includes(each.area) && !isShown(each)).map(({ id }) => id),
    };
  });
  return { seeds, unknown };
}

export function duplicateIds(requirements: readonly Requirement[]): string[] {
  const ids = requirements.map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** The table of cited and pending promises, one line per seed. */
export function renderBalance({ seeds }: Balance): string {
  const lines = seeds.map(({ seed, cited, pending }) => [`${seed} ${seedTitles[seed]}`, cited.length, pending.length]);
  const sum = (key: 'cited' | 'pending') => seeds.reduce((total, seed) => total + seed[key].length, 0);
  return [['seed', 'cited', 'pending'], ...lines, ['all', sum('cited'), sum('pending')]]
    .map(([name, cited, pending]) => `${`${name}`.padEnd(38)}${`${cited}`.padStart(7)}${`${pending}`.padStart(9)}`)
    .join('\n');
}

function seedsIn(requirements: readonly Requirement[]): Seed[] {
  return [...new Set(requirements.map(({ seed }) => seed))];
}

/** The ids in the `verifies(…)` calls of one source; an argument that is no plain text comes back as its code. */
function citedIds({ path, text }: TestSource): string[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const ids = new Set<string>();
  let asideDepth = 0;
  new Visitor({
    CallExpression(call) {
      if (isSetAside(call)) asideDepth += 1;
      if (asideDepth > 0 || call.callee.type !== 'Identifier' || call.callee.name !== 'verifies') return;
      for (const argument of call.arguments.slice(1)) {
        const isText = argument.type === 'Literal' && typeof argument.value === 'string';
        ids.add(isText ? argument.value : text.slice(argument.start, argument.end));
      }
    },
    'CallExpression:exit'(call) {
      if (isSetAside(call)) asideDepth -= 1;
    },
  }).visit(program);
  return [...ids];
}

/** Whether a call is `it.skip(…)`, `describe.todo.each(…)(…)`, `it(…, { fails: true }, …)` and the like. */
function isSetAside(call: ESTree.CallExpression): boolean {
  return isAsideName(call.callee) || call.arguments.some((argument) => hasAsideOption(argument));
}

function isAsideName(callee: ESTree.Expression): boolean {
  if (callee.type === 'CallExpression') return isAsideName(callee.callee);
  if (callee.type !== 'MemberExpression') return false;
  return (callee.property.type === 'Identifier' && setAside.has(callee.property.name)) || isAsideName(callee.object);
}

function hasAsideOption(argument: ESTree.Argument): boolean {
  if (argument.type !== 'ObjectExpression') return false;
  return argument.properties.some(
    (property) => property.type === 'Property' && property.key.type === 'Identifier' && setAside.has(property.key.name),
  );
}

// Every target, in the order of the report.
import type { Target } from '../base/target.ts';
import { framesTarget } from './frames.ts';
import { hostTarget } from './host.ts';
import { httpTarget } from './http.ts';
import { linesTarget } from './lines.ts';
import { pageWorldTarget } from './page-world.ts';
import { serverTarget } from './server.ts';
import { snapshotTextTarget } from './snapshot-text.ts';
import { toolArgumentsTarget } from './tool-arguments.ts';

export const targets: readonly Target[] = [
  framesTarget,
  linesTarget,
  httpTarget,
  hostTarget,
  pageWorldTarget,
  snapshotTextTarget,
  toolArgumentsTarget,
  serverTarget,
];

export function targetNamed(name: string): Target {
  const found = targets.find((target) => target.name === name);
  if (found !== undefined) return found;
  throw new Error(`There is no target "${name}". Targets: ${targets.map((target) => target.name).join(', ')}.`);
}

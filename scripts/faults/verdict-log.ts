// Remembers which faults were caught, so that an interrupted run can go on where it stopped.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stateOfCode } from '../stages/code-state.ts';
import type { Verdict } from './verdict.ts';

interface CaughtFault {
  /** Of the patch's text: an edited patch is another one. */
  readonly digest: string;
  readonly verdict: Verdict;
  readonly seconds: number;
}

export class VerdictLog {
  readonly #file: string;
  readonly #caught: ReadonlyMap<string, CaughtFault>;

  /** The log stands in `.faults/<state of the code>`. Unless the run goes on, an earlier one is forgotten. */
  constructor(root: string, { mayResume }: { readonly mayResume: boolean }) {
    const folder = join(root, '.faults', stateOfCode(root));
    if (!mayResume) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'caught.jsonl');
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '';
    this.#caught = new Map(parseCaught(text).map((each) => [each.digest, each]));
  }

  /** What an earlier run of this code found; only faults that were caught are remembered. */
  earlier(patchText: string): CaughtFault | undefined {
    return this.#caught.get(digestOf(patchText));
  }

  add(patchText: string, verdict: Verdict, seconds: number): void {
    if (verdict.kind !== 'caught') return;
    const line: CaughtFault = { digest: digestOf(patchText), verdict, seconds };
    appendFileSync(this.#file, `\n${JSON.stringify(line)}`);
  }
}

/** An interruption may have cut a line; its fault is planted again. */
export function parseCaught(text: string): readonly CaughtFault[] {
  return text.split('\n').flatMap((line): CaughtFault[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

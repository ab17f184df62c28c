// Waiting reviews on disk, so that a reload or a crash of the window loses neither them nor what the user typed in them.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@sallyport/protocol';
import * as z from 'zod';
import type { Base, OpenReview } from './open-review.ts';

const keptReview = z.object({
  id: z.uuid(),
  key: z.string(),
  path: z.string(),
  shownPath: z.string(),
  title: z.string(),
  agent: z.object({ id: z.string(), name: z.string() }),
  request: z.object({ id: z.string(), title: z.string().optional() }).optional(),
  failedBlocks: z.array(
    z.object({ block: z.number(), error: z.string(), search: z.string(), nearest: z.string().optional() }),
  ),
  base: z
    .object({
      text: z.string().optional(),
      eol: z.string(),
      isDirty: z.boolean(),
      diskSha256: z.string().optional(),
      hasMixedEol: z.boolean().optional(),
    })
    .transform((base): Base => ({ ...base, text: base.text, diskSha256: base.diskSha256 })),
  proposed: z.string(),
  conflict: z.string().optional(),
});

export type KeptReview = z.infer<typeof keptReview> & {
  /** The right side as the user left it. */
  readonly draft: string;
};

export interface ReviewStoreOptions {
  /** The extension's own for this workspace. */
  readonly folder: string;
  readonly pid: number;
  readonly maxBytes: number;
  /** Whether the process that wrote a folder at this time still runs: numbers of processes are used again. */
  readonly isOwner: (pid: number, writtenAtMs: number) => boolean;
  readonly onFault: (thrown: unknown) => void;
}

/** Each window's process has a folder of its own, because VS Code in a browser can show a workspace twice. */
export class ReviewStore {
  readonly #options: ReviewStoreOptions;
  readonly #own: string;
  readonly #bytes = new Map<string, number>();
  /** One write after the other, so that a review that is dropped does not come back. */
  #last = Promise.resolve();

  constructor(options: ReviewStoreOptions) {
    this.#options = options;
    this.#own = join(options.folder, String(options.pid));
  }

  /** Called again after a conflict. A review beyond the limit of the disk space is not kept. */
  keep({ facts, base, proposed, conflict }: OpenReview): void {
    const { failedBlocks, ...rest } = facts;
    const kept: z.input<typeof keptReview> = {
      ...rest,
      agent: { id: facts.agent.id, name: facts.agent.name },
      failedBlocks: [...failedBlocks()],
      base,
      proposed,
      ...(conflict === undefined ? {} : { conflict }),
    };
    this.#write(facts.id, 'json', JSON.stringify(kept));
  }

  keepDraft(id: string, text: string): void {
    if (this.#bytes.has(`${id}.json`)) this.#write(id, 'draft', text);
  }

  drop(id: string): void {
    for (const kind of ['draft', 'json']) {
      this.#bytes.delete(`${id}.${kind}`);
      this.#then(() => rm(join(this.#own, `${id}.${kind}`), { force: true }));
    }
  }

  /** The reviews of windows that are gone, which belong to this window from now on. */
  take(): KeptReview[] {
    return this.#left().flatMap(({ folder, isOwned }) => (isOwned ? [] : this.#takeFrom(folder)));
  }

  /** Whether another process that still runs keeps reviews here, as the one before a reload does while it ends. */
  get hasOthers(): boolean {
    return this.#left().some(({ isOwned }) => isOwned);
  }

  /** Whether a review is kept, by whichever window. */
  has(id: string): boolean {
    return this.#bytes.has(`${id}.json`) || this.#left().some(({ folder }) => namesIn(folder).includes(`${id}.json`));
  }

  /** Resolves when everything is on disk. */
  settled(): Promise<void> {
    return this.#last;
  }

  #left(): { readonly folder: string; readonly isOwned: boolean }[] {
    return namesIn(this.#options.folder).flatMap((name) => {
      const folder = join(this.#options.folder, name);
      if (folder === this.#own || !/^\d+$/.test(name)) return [];
      return [{ folder, isOwned: this.#options.isOwner(Number(name), changedAt(folder)) }];
    });
  }

  #takeFrom(folder: string): KeptReview[] {
    const taken: KeptReview[] = [];
    for (const name of namesIn(folder).filter((file) => file.endsWith('.json'))) {
      const parsed = keptReview.safeParse(parseJson(readIfPresent(join(folder, name)) ?? ''));
      if (!parsed.success || `${parsed.data.id}.json` !== name) continue;
      const { id, proposed } = parsed.data;
      const draft = readIfPresent(join(folder, `${id}.draft`)) ?? proposed;
      mkdirSync(this.#own, { recursive: true, mode: 0o700 });
      for (const file of [`${id}.draft`, name]) {
        if (this.#move(join(folder, file), join(this.#own, file))) {
          this.#bytes.set(file, statSync(join(this.#own, file)).size);
        }
      }
      // Another window was faster if the record did not move.
      if (this.#bytes.has(name)) taken.push({ ...parsed.data, draft });
    }
    rmSync(folder, { recursive: true, force: true });
    return taken;
  }

  #move(from: string, to: string): boolean {
    try {
      renameSync(from, to);
      return true;
    } catch {
      return false; // There is no draft, or another window has taken it.
    }
  }

  #write(id: string, kind: 'json' | 'draft', text: string): void {
    const name = `${id}.${kind}`;
    const size = Buffer.byteLength(text);
    const others = [...this.#bytes].reduce((sum, [other, bytes]) => (other === name ? sum : sum + bytes), 0);
    if (others + size > this.#options.maxBytes) return;
    this.#bytes.set(name, size);
    this.#then(async () => {
      mkdirSync(this.#own, { recursive: true, mode: 0o700 });
      const path = join(this.#own, name);
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    });
  }

  #then(step: () => Promise<void>): void {
    this.#last = this.#last.then(step).catch(this.#options.onFault);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Nothing has been kept here yet.
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0; // Taken by another window just now.
  }
}

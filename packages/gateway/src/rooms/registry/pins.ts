// Resolve: what the user has seen of each tool. A server that says something else of it later has to be approved again.
import { createHash } from 'node:crypto';
import { isRecord, type ToolDeclaration } from '@sallyport/protocol';

/** Hashes by app and tool. `lost` stands there after the file was damaged: then nothing counts as seen. */
export interface PinBook {
  readonly apps: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly lost?: true;
}

export interface PinsOptions {
  readonly book: PinBook;
  /** A book that could not be written is told to `onFault`, and holds until the next start. */
  readonly save: (book: PinBook) => void;
  readonly onFault: (thrown: unknown) => void;
}

export class Pins {
  readonly #options: PinsOptions;
  #book: PinBook;

  constructor(options: PinsOptions) {
    this.#options = options;
    this.#book = options.book;
  }

  /** The names of the tools that are not as they were. What is seen for the first time is pinned as it is. */
  review(appId: string, declarations: readonly ToolDeclaration[]): ReadonlySet<string> {
    const known = this.#pinsOf(appId);
    const changed = new Set<string>();
    const fresh: Record<string, string> = {};
    for (const declaration of declarations) {
      const { name } = declaration;
      const pinned = known[name];
      if (pinned === undefined && this.#book.lost !== true) fresh[name] = hashOf(declaration);
      else if (pinned !== hashOf(declaration)) changed.add(name);
    }
    if (Object.keys(fresh).length > 0) this.#keep(appId, { ...known, ...fresh });
    return changed;
  }

  /** From now on these declarations are the ones that the user has seen. */
  approve(appId: string, declarations: readonly ToolDeclaration[]): void {
    const approved = declarations.map((declaration) => [declaration.name, hashOf(declaration)] as const);
    this.#keep(appId, { ...this.#pinsOf(appId), ...Object.fromEntries(approved) });
  }

  /** After everything there is was approved, what was lost matters no more. */
  beginAnew(): void {
    if (this.#book.lost === true) this.#write({ apps: this.#book.apps });
  }

  #pinsOf(appId: string): Readonly<Record<string, string>> {
    // An object made from a file may have any name in it, but only its own ones count.
    return Object.hasOwn(this.#book.apps, appId) ? (this.#book.apps[appId] ?? {}) : {};
  }

  #keep(appId: string, pins: Readonly<Record<string, string>>): void {
    this.#write({ ...this.#book, apps: { ...this.#book.apps, [appId]: pins } });
  }

  #write(book: PinBook): void {
    this.#book = book;
    try {
      this.#options.save(book);
    } catch (thrown) {
      this.#options.onFault(thrown);
    }
  }
}

/** Of everything that a model reads of a tool; the order of keys says nothing. */
function hashOf({ name, title, description, inputSchema, outputSchema, foreign }: ToolDeclaration): string {
  const annotations = foreign?.annotations;
  const text = JSON.stringify(sorted({ name, title, description, inputSchema, outputSchema, annotations }));
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, held]) => [key, sorted(held)]),
  );
}

// Resolve: what the user has seen of each tool. A server that says something else of it later has to be approved again.
import { createHash } from 'node:crypto';
import { isRecord, type JsonObject, type ToolDeclaration } from '@sallyport/protocol';

/** What the user saw of a tool: a hash of everything that its server says of it, by field. Earlier versions kept one for all. */
export type Pin = Readonly<Record<string, string>> | string;

/** By app and tool. `lost` stands there after the file was damaged: then nothing counts as seen. */
export interface KeptPins {
  readonly apps: Readonly<Record<string, Readonly<Record<string, Pin>>>>;
  readonly lost?: true;
}

/** A field that is not as it was; `value` as it is now, missing where the server says it no more. */
export interface FieldChange {
  readonly field: string;
  readonly value?: unknown;
}

export interface PinsOptions {
  readonly kept: KeptPins;
  /** What could not be written is told to `onFault`, and holds until the next start. */
  readonly save: (kept: KeptPins) => void;
  readonly onFault: (thrown: unknown) => void;
}

export class Pins {
  readonly #options: PinsOptions;
  #kept: KeptPins;

  constructor(options: PinsOptions) {
    this.#options = options;
    this.#kept = options.kept;
  }

  /**
   * The names of the tools that are not as they were. What is seen for the first time is pinned as it is, unless tools that were
   * seen are gone: then it may be one of those under another name.
   */
  review(appId: string, declarations: readonly ToolDeclaration[]): ReadonlySet<string> {
    const known = this.#pinsOf(appId);
    const listed = new Set(declarations.map(({ name }) => name));
    const mayJoin = this.#kept.lost !== true && Object.keys(known).every((name) => listed.has(name));
    const fresh = new Map<string, Pin>();
    const changed = new Set<string>();
    for (const declaration of declarations) {
      const { name } = declaration;
      const pinned = pinIn(known, name);
      if (pinned === undefined ? mayJoin : pinned === formerHashOf(declaration)) fresh.set(name, pinOf(declaration));
      else if (changesSince(pinned, declaration).length > 0) changed.add(name);
    }
    if (fresh.size > 0) this.#keep(appId, { ...known, ...Object.fromEntries(fresh) });
    return changed;
  }

  /** What of a tool is not as the user saw it; everything of one that was never seen. */
  changes(appId: string, declaration: ToolDeclaration): readonly FieldChange[] {
    return changesSince(pinIn(this.#pinsOf(appId), declaration.name), declaration);
  }

  /** From now on these declarations are the ones that the user has seen. */
  approve(appId: string, declarations: readonly ToolDeclaration[]): void {
    const approved = declarations.map((declaration) => [declaration.name, pinOf(declaration)] as const);
    this.#keep(appId, { ...this.#pinsOf(appId), ...Object.fromEntries(approved) });
  }

  /** After everything there is was approved, what was lost matters no more. */
  beginAnew(): void {
    if (this.#kept.lost === true) this.#write({ apps: this.#kept.apps });
  }

  #pinsOf(appId: string): Readonly<Record<string, Pin>> {
    return pinIn(this.#kept.apps, appId) ?? {};
  }

  #keep(appId: string, pins: Readonly<Record<string, Pin>>): void {
    this.#write({ ...this.#kept, apps: { ...this.#kept.apps, [appId]: pins } });
  }

  #write(kept: KeptPins): void {
    this.#kept = kept;
    try {
      this.#options.save(kept);
    } catch (thrown) {
      this.#options.onFault(thrown);
    }
  }
}

/** What a server says of a tool now, in one hash: an approval names it, so that it takes nothing but what was shown. */
export function fingerprintOf(declaration: ToolDeclaration): string {
  return hashOf(pinOf(declaration)).slice(0, 16);
}

function changesSince(pinned: Pin | undefined, declaration: ToolDeclaration): readonly FieldChange[] {
  const before = typeof pinned === 'object' ? pinned : {};
  const now = pinOf(declaration);
  // Of a tool that was seen the name is the same, also where one hash stood for all of it.
  const fields = Object.entries(fieldsOf(declaration)).filter(([field]) => pinned === undefined || field !== 'name');
  return [
    ...fields.filter(([field]) => pinIn(before, field) !== now[field]).map(([field, value]) => ({ field, value })),
    ...Object.keys(before)
      .filter((field) => !Object.hasOwn(now, field))
      .map((field) => ({ field })),
  ];
}

function pinOf(declaration: ToolDeclaration): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fieldsOf(declaration)).map(([field, value]) => [field, hashOf(value)]));
}

/** All that the server said, also fields that are not known here: clients may show them to a model, or act on them. */
function fieldsOf({ foreign, ...declared }: ToolDeclaration): JsonObject {
  const fields = Object.entries(foreign ?? declared);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** An object made from a file may have any name in it, but only its own ones count. */
function pinIn<T>(pins: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(pins, name) ? pins[name] : undefined;
}

/** The one hash of earlier versions. A tool that still has it is pinned anew, by field. */
function formerHashOf({ name, title, description, inputSchema, outputSchema, foreign }: ToolDeclaration): string {
  return hashOf({ name, title, description, inputSchema, outputSchema, annotations: foreign?.annotations });
}

/** The order of keys says nothing. */
function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 32);
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

// Resolve: pins each tool's declaration. A changed declaration needs the user's approval.
import { createHash } from 'node:crypto';
import { isRecord, type JsonObject, type ToolDeclaration } from '@sallyport/protocol';

/** Hashes of a tool's declaration by field. Earlier versions kept one hash for all fields. */
export type Pin = Readonly<Record<string, string>> | string;

/** What the fields of pinned tools said, by app and tool. Shown beside a change; only the hashes decide. */
type Texts = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** By app and tool. `lost` is set after the file was damaged: then no tool counts as approved. */
export interface KeptPins {
  readonly apps: Readonly<Record<string, Readonly<Record<string, Pin>>>>;
  readonly texts?: Texts;
  readonly lost?: true;
}

/** A changed field with its current value, which is missing when the field was removed. */
export interface FieldChange {
  readonly field: string;
  readonly value?: unknown;
  /** As it was pinned; missing where the field is new, or was too long to be kept. */
  readonly before?: unknown;
}

/** A longer field is kept as its hash alone. */
const TEXT_MAX_CHARS = 8000;

export interface PinsOptions {
  readonly kept: KeptPins;
  /** When it fails, `onFault` is called and the pins hold until the next start. */
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
   * The names of changed tools. New tools are pinned as they are, unless pinned tools are missing: then a new tool may be a
   * renamed one.
   */
  review(appId: string, declarations: readonly ToolDeclaration[]): ReadonlySet<string> {
    const known = this.#pinsOf(appId);
    const listed = new Set(declarations.map(({ name }) => name));
    const mayJoin = this.#kept.lost !== true && Object.keys(known).every((name) => listed.has(name));
    const texts = this.#textsOf(appId);
    const fresh: ToolDeclaration[] = [];
    const changed = new Set<string>();
    for (const declaration of declarations) {
      const { name } = declaration;
      const pinned = pinIn(known, name);
      if (pinned === undefined ? mayJoin : pinned === formerHashOf(declaration)) fresh.push(declaration);
      else if (changesSince(pinned, declaration).length > 0) changed.add(name);
      // Earlier versions kept hashes alone.
      else if (!Object.hasOwn(texts, name)) fresh.push(declaration);
    }
    if (fresh.length > 0) this.#pin(appId, fresh);
    return changed;
  }

  /** The fields that differ from the pinned declaration; all fields of an unpinned tool. */
  changes(appId: string, declaration: ToolDeclaration): readonly FieldChange[] {
    const pinned = pinIn(this.#pinsOf(appId), declaration.name);
    const texts = pinIn(this.#textsOf(appId), declaration.name) ?? {};
    const isPinned = (field: string) =>
      typeof pinned === 'object' && Object.hasOwn(texts, field) && hashOf(texts[field]) === pinIn(pinned, field);
    return changesSince(pinned, declaration).map((change) =>
      isPinned(change.field) ? { ...change, before: texts[change.field] } : change,
    );
  }

  /** Pins these declarations. */
  approve(appId: string, declarations: readonly ToolDeclaration[]): void {
    this.#pin(appId, declarations);
  }

  /** Clears `lost` after everything was approved. */
  beginAnew(): void {
    const { lost, ...kept } = this.#kept;
    if (lost === true) this.#write(kept);
  }

  #pinsOf(appId: string): Readonly<Record<string, Pin>> {
    return pinIn(this.#kept.apps, appId) ?? {};
  }

  #textsOf(appId: string): Readonly<Record<string, JsonObject>> {
    return pinIn(this.#kept.texts ?? {}, appId) ?? {};
  }

  #pin(appId: string, declarations: readonly ToolDeclaration[]): void {
    const byName = <T>(read: (declaration: ToolDeclaration) => T) =>
      Object.fromEntries(declarations.map((declaration) => [declaration.name, read(declaration)]));
    const { apps, texts = {} } = this.#kept;
    this.#write({
      ...this.#kept,
      apps: { ...apps, [appId]: { ...this.#pinsOf(appId), ...byName(pinOf) } },
      texts: { ...texts, [appId]: { ...this.#textsOf(appId), ...byName(shortFieldsOf) } },
    });
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

/** One hash of the current declaration: an approval names it, so it covers exactly what was shown. */
export function fingerprintOf(declaration: ToolDeclaration): string {
  return hashOf(pinOf(declaration)).slice(0, 16);
}

function changesSince(pinned: Pin | undefined, declaration: ToolDeclaration): readonly FieldChange[] {
  const before = typeof pinned === 'object' ? pinned : {};
  const now = pinOf(declaration);
  // A pinned tool has the same name, even where one hash stood for all fields.
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

/** All fields that the server sent, known or not: clients may show them to a model, or act on them. */
function fieldsOf({ foreign, ...declared }: ToolDeclaration): JsonObject {
  const fields = Object.entries(foreign ?? declared);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function shortFieldsOf(declaration: ToolDeclaration): JsonObject {
  const fields = Object.entries(fieldsOf(declaration)).filter(([field]) => field !== 'name');
  return Object.fromEntries(fields.filter(([, value]) => JSON.stringify(value).length <= TEXT_MAX_CHARS));
}

/** Names come from a file, so only own properties count. */
function pinIn<T>(pins: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(pins, name) ? pins[name] : undefined;
}

/** The single hash of earlier versions. A tool that still matches it is pinned again by field. */
function formerHashOf({ name, title, description, inputSchema, outputSchema, foreign }: ToolDeclaration): string {
  return hashOf({ name, title, description, inputSchema, outputSchema, annotations: foreign?.annotations });
}

/** Independent of key order. */
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

// Resolve: the tools of all apps, found by either spelling, with the reason when one is not offered.
import { type App, Listeners, SallyportError, type ToolDeclaration } from '@sallyport/protocol';
import { type AppEntry, lastListing, newAppEntry, type RegisteredTool, registeredTools } from './app-entry.ts';
import { lintTool, type Warning } from './lint.ts';
import { type FieldChange, fingerprintOf, type Pins } from './pins.ts';
import { insideName, isOwnApp, isToolOf } from './tool-name.ts';

/** `changed`: waits for the user's approval. `ambiguous`: another tool has the same name, so neither is offered. */
export type ToolStatus = 'offered' | 'changed' | 'ambiguous';

export interface ReviewedTool extends RegisteredTool {
  readonly status: ToolStatus;
  readonly warnings: readonly Warning[];
  /** Of a changed tool: what changed, and the hash that an approval must name. */
  readonly waiting?: { readonly changes: readonly FieldChange[]; readonly hash: string };
}

/** A tool as the user was shown it, by its inside name. */
export interface Shown {
  readonly name: string;
  readonly hash: string;
}

export interface RegistryOptions {
  readonly onFault: (thrown: unknown) => void;
  /** Without it no declaration needs approval. */
  readonly pins?: () => Pins;
  /** Called once when a tool gets this status. */
  readonly onStatus?: (tool: string, status: 'changed' | 'ambiguous') => void;
}

export class Registry {
  readonly #options: RegistryOptions;
  readonly #entries = new Map<string, AppEntry>();
  readonly #listeners = new Listeners();
  readonly #appListeners = new Listeners();
  #byName = new Map<string, RegisteredTool>();
  #offered: readonly RegisteredTool[] = [];
  /** Inside names, to report each one once. */
  #disabledIds: readonly string[] = [];
  #ambiguous: ReadonlySet<string> = new Set();

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Lists the app's tools now and after each change. Replaces an app with the same id. */
  add(app: App, label: string = app.id): void {
    this.#entries.get(app.id)?.endToolsChanged();
    const entry = newAppEntry(app, label);
    entry.refresh = () => {
      entry.listed = this.#refresh(entry).catch(this.#options.onFault);
    };
    this.#entries.set(app.id, entry);
    entry.endToolsChanged = app.onToolsChanged(entry.refresh);
    entry.refresh();
    this.#appListeners.tell();
  }

  /** Sets the tools of an app. With `isVouched` changes need no approval. */
  put(
    app: App,
    label: string,
    declarations: readonly ToolDeclaration[],
    { isVouched = false } = {},
  ): readonly RegisteredTool[] {
    const entry: AppEntry = { ...newAppEntry(app, label), isVouched: isVouched || isOwnApp(app.id) };
    this.#entries.get(app.id)?.endToolsChanged();
    this.#entries.set(app.id, entry);
    this.#fill(entry, declarations);
    this.#appListeners.tell();
    return entry.tools;
  }

  apps(): readonly App[] {
    return [...this.#entries.values()].map(({ app }) => app);
  }

  app(appId: string): App | undefined {
    return this.#entries.get(appId)?.app;
  }

  /** Servers without tools whose names still mean them. */
  setDisabled(ids: readonly string[]): void {
    this.#disabledIds = ids;
  }

  /** Its tools go with it. */
  remove(appId: string): boolean {
    const entry = this.#entries.get(appId);
    if (entry === undefined) return false;
    entry.endToolsChanged();
    // A pending listing must not bring them back.
    entry.listing += 1;
    this.#entries.delete(appId);
    this.#index();
    this.#appListeners.tell();
    return true;
  }

  /** Waits for the first listing of the app that a name belongs to. */
  async listed(name: string): Promise<void> {
    for (const entry of this.#entries.values()) {
      if (isToolOf(entry.app.id, name) && entry.tools.length === 0) await lastListing(entry);
    }
  }

  /** Resolves when every pending listing has ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(lastListing));
  }

  /** Lists the tools of every app again; resolves when all listings have ended, successfully or not. */
  async sync(): Promise<void> {
    for (const entry of this.#entries.values()) entry.refresh();
    await this.settled();
  }

  /** All offered tools, including those of an app that is away now: it may be back by the time of the call. */
  list(): readonly RegisteredTool[] {
    return this.#offered;
  }

  /** All declared tools, for the user. */
  review(): readonly ReviewedTool[] {
    return [...this.#entries.values()].flatMap((entry) =>
      entry.tools.map((tool) => ({
        ...tool,
        status: this.#statusOf(entry, tool),
        warnings: lintTool(tool.mcpName, tool.declaration),
        ...(entry.changed.has(tool.declaration.name) ? { waiting: this.#waitingOf(tool) } : {}),
      })),
    );
  }

  resolve(name: string): RegisteredTool {
    const tool = this.#byName.get(name);
    if (tool !== undefined) return tool;
    const entry = [...this.#entries.values()].find(({ app }) => isToolOf(app.id, name));
    const declared = entry?.tools.find((candidate) => candidate.name === name || candidate.mcpName === name);
    if (entry !== undefined && declared !== undefined) {
      throw this.#statusOf(entry, declared) === 'changed' ? waits(declared.name) : ambiguous(declared.mcpName);
    }
    if (entry?.absence !== undefined) throw entry.absence;
    const disabledId = this.#disabledIds.find((id) => isToolOf(id, name));
    if (disabledId !== undefined) throw disabled(disabledId);
    throw new SallyportError('ERR_TOOL_NOT_FOUND', 'There is no tool of this name.', {
      hint: 'List the tools again; names are like app__tool.',
    });
  }

  /**
   * Approves changed tools as they were shown. A tool that has changed since then is returned in `refused`. `isAll` means that
   * all changed tools were shown.
   */
  approve(
    shown: readonly Shown[],
    { isAll = false } = {},
  ): { approved: readonly string[]; refused: readonly string[] } {
    const hashes = new Map(shown.map(({ name, hash }) => [name, hash]));
    const approved: string[] = [];
    const refused: string[] = [];
    for (const entry of this.#entries.values()) {
      const { app, changed, tools } = entry;
      const meant = tools.filter(({ name, declaration }) => changed.has(declaration.name) && hashes.has(name));
      const isAsShown = ({ name, declaration }: RegisteredTool) => hashes.get(name) === fingerprintOf(declaration);
      const taken = meant.filter(isAsShown).map(({ declaration }) => declaration);
      refused.push(...meant.filter((tool) => !isAsShown(tool)).map(({ name }) => name));
      if (taken.length === 0) continue;
      this.#options.pins?.().approve(app.id, taken);
      const takenNames = new Set(taken.map(({ name }) => name));
      entry.changed = new Set([...changed].filter((name) => !takenNames.has(name)));
      approved.push(...[...takenNames].map((name) => insideName(app.id, name)));
    }
    if (isAll && refused.length === 0) this.#options.pins?.().beginAnew();
    if (approved.length > 0) this.#index();
    return { approved, refused };
  }

  /** Called when the result of list() has changed. */
  onChanged(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Called when an app was added or removed, with or without tools. */
  onAppsChanged(listener: () => void): () => void {
    return this.#appListeners.add(listener);
  }

  close(): void {
    for (const { endToolsChanged } of this.#entries.values()) endToolsChanged();
    this.#listeners.clear();
    this.#appListeners.clear();
  }

  async #refresh(entry: AppEntry): Promise<void> {
    entry.listing += 1;
    const { listing } = entry;
    try {
      const declarations = await entry.app.listTools();
      if (entry.listing !== listing) return;
      entry.absence = undefined;
      const before = JSON.stringify(entry.tools.map(({ declaration }) => declaration));
      if (JSON.stringify(declarations) !== before) this.#fill(entry, declarations);
    } catch (thrown) {
      // An app that is away keeps its tools; calls of an app without any fail with this error.
      entry.absence = thrown instanceof SallyportError ? thrown : unlisted(thrown);
    }
  }

  #fill(entry: AppEntry, declarations: readonly ToolDeclaration[]): void {
    const { app } = entry;
    const before = entry.changed;
    entry.tools = registeredTools(entry, declarations);
    entry.changed = entry.isVouched ? new Set() : (this.#options.pins?.().review(app.id, declarations) ?? new Set());
    for (const name of entry.changed) {
      if (!before.has(name)) this.#options.onStatus?.(insideName(app.id, name), 'changed');
    }
    this.#index();
  }

  /** Of two tools with the same name neither is offered: one would inherit the other's policy. */
  #index(): void {
    const claims = new Map<string, RegisteredTool | 'claimed twice'>();
    const all = [...this.#entries.values()].flatMap(({ tools }) => tools);
    for (const tool of all) {
      for (const name of [tool.name, tool.mcpName]) claims.set(name, claims.has(name) ? 'claimed twice' : tool);
    }
    const conflicting = all.filter((tool) =>
      [tool.name, tool.mcpName].some((name) => claims.get(name) === 'claimed twice'),
    );
    for (const { name } of conflicting) if (!this.#ambiguous.has(name)) this.#options.onStatus?.(name, 'ambiguous');
    this.#ambiguous = new Set(conflicting.map(({ name }) => name));
    const offered = [...this.#entries.values()].flatMap((entry) =>
      entry.tools.filter((tool) => this.#statusOf(entry, tool) === 'offered'),
    );
    this.#byName = new Map(offered.flatMap((tool) => [tool.name, tool.mcpName].map((name) => [name, tool] as const)));
    this.#offered = offered;
    this.#listeners.tell();
  }

  #waitingOf({ app, declaration }: RegisteredTool): NonNullable<ReviewedTool['waiting']> {
    return { changes: this.#options.pins?.().changes(app.id, declaration) ?? [], hash: fingerprintOf(declaration) };
  }

  #statusOf({ changed }: AppEntry, { name, declaration }: RegisteredTool): ToolStatus {
    if (this.#ambiguous.has(name)) return 'ambiguous';
    return changed.has(declaration.name) ? 'changed' : 'offered';
  }
}

function unlisted(cause: unknown): SallyportError {
  return new SallyportError('ERR_INTERNAL', 'The tools of this app could not be listed.', { cause });
}

function disabled(id: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `The server ${id} is disabled.`, {
    hint: `The call has not run. The user can enable it with "sallyport servers enable ${id}".`,
    data: { outcome: 'not_run' },
  });
}

function waits(tool: string): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_ALLOWED', `${tool} has changed since the user approved it.`, {
    hint: `The user can review it with "sallyport tools" and approve it with "sallyport tools approve ${tool}".`,
  });
}

function ambiguous(spelled: string): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', `Several tools have the name ${spelled}; none is offered.`, {
    hint: 'Rename one of the servers in config.json.',
  });
}

// Resolve: the tools of all apps, found by either spelling.
import { type App, SallyportError, type ToolDeclaration } from '@sallyport/protocol';
import { insideName, mcpName } from './tool-name.ts';

export interface RegisteredTool {
  readonly app: App;
  /** `app/tool`. */
  readonly name: string;
  /** `app__tool`, at most 60 characters. */
  readonly mcpName: string;
  readonly declaration: ToolDeclaration;
}

interface Shelf {
  readonly app: App;
  tools: readonly RegisteredTool[];
  /** Why an app that never declared a tool has none. */
  absence: SallyportError | undefined;
  endToolsChanged: () => void;
  /** Counts the listings, so that an older answer never overwrites a newer one. */
  listing: number;
  listed: Promise<void>;
}

export class Registry {
  readonly #shelves = new Map<string, Shelf>();
  readonly #listeners = new Set<() => void>();
  readonly #onFault: (thrown: unknown) => void;
  #byName = new Map<string, RegisteredTool>();

  constructor(options: { readonly onFault: (thrown: unknown) => void }) {
    this.#onFault = options.onFault;
  }

  /** Asks the app for its tools, now and whenever it says that they changed. */
  add(app: App): void {
    const shelf: Shelf = {
      app,
      tools: [],
      absence: undefined,
      endToolsChanged: () => {},
      listing: 0,
      listed: Promise.resolve(),
    };
    const refresh = () => {
      shelf.listed = this.#refresh(shelf).catch(this.#onFault);
    };
    this.#shelves.set(app.id, shelf);
    shelf.endToolsChanged = app.onToolsChanged(refresh);
    refresh();
  }

  /** Its tools go with it. */
  remove(appId: string): void {
    const shelf = this.#shelves.get(appId);
    if (shelf === undefined) return;
    shelf.endToolsChanged();
    // An answer that is still on its way must not bring them back.
    shelf.listing += 1;
    this.#shelves.delete(appId);
    this.#index();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Resolves when the app that a name belongs to has listed its tools, if it never had any; at once for all others. */
  async listed(name: string): Promise<void> {
    for (const { app, tools, listed } of this.#shelves.values()) {
      const isOfThisApp = name.startsWith(`${app.id}/`) || name.startsWith(`${app.id}__`);
      if (isOfThisApp && tools.length === 0) await listed;
    }
  }

  /** Resolves when every app that was asked has answered, whatever came of it. */
  async settled(): Promise<void> {
    await Promise.all([...this.#shelves.values()].map(({ listed }) => listed));
  }

  /** All tools, those of an app that is away now too: it may be back by the time of the call. */
  list(): readonly RegisteredTool[] {
    return [...this.#shelves.values()].flatMap(({ tools }) => tools).filter((tool) => this.#byName.has(tool.mcpName));
  }

  resolve(name: string): RegisteredTool {
    const tool = this.#byName.get(name);
    if (tool !== undefined) return tool;
    for (const { app, absence } of this.#shelves.values()) {
      const isOfThisApp = name.startsWith(`${app.id}/`) || name.startsWith(`${app.id}__`);
      if (isOfThisApp && absence !== undefined) throw absence;
    }
    throw new SallyportError('ERR_TOOL_NOT_FOUND', 'There is no tool of this name.', {
      hint: 'List the tools again; names are spelled app__tool.',
    });
  }

  /** Told only when what list() returns has changed. */
  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const { endToolsChanged } of this.#shelves.values()) endToolsChanged();
    this.#listeners.clear();
  }

  async #refresh(shelf: Shelf): Promise<void> {
    shelf.listing += 1;
    const { listing } = shelf;
    try {
      const declarations = await shelf.app.listTools();
      if (shelf.listing !== listing) return;
      const before = JSON.stringify(shelf.tools.map(({ declaration }) => declaration));
      shelf.absence = undefined;
      if (JSON.stringify(declarations) === before) return;
      shelf.tools = declarations.map((declaration) => ({
        app: shelf.app,
        name: insideName(shelf.app.id, declaration.name),
        mcpName: mcpName(shelf.app.id, declaration.name),
        declaration,
      }));
    } catch (thrown) {
      // An app that is away keeps the tools it had; one that never had any says why to whoever calls it.
      shelf.absence = thrown instanceof SallyportError ? thrown : unlisted(thrown);
      return;
    }
    this.#index();
    for (const listener of [...this.#listeners]) listener();
  }

  /** Of two tools that spell alike neither is offered: whoever won would inherit the other's policy. */
  #index(): void {
    const claimants = new Map<string, RegisteredTool[]>();
    for (const { tools } of this.#shelves.values()) {
      for (const tool of tools) {
        for (const name of [tool.name, tool.mcpName]) claimants.set(name, [...(claimants.get(name) ?? []), tool]);
      }
    }
    this.#byName = new Map();
    for (const [name, [tool, ...rivals]] of claimants) {
      if (tool !== undefined && rivals.length === 0) this.#byName.set(name, tool);
      else
        this.#onFault(
          new SallyportError('ERR_TOOL_NOT_FOUND', `Two tools claim the name ${name}; neither is offered.`),
        );
    }
  }
}

function unlisted(cause: unknown): SallyportError {
  return new SallyportError('ERR_INTERNAL', 'The tools of this app could not be listed.', { cause });
}

// The place of one app in the registry: its tools as they are known by, and how the last listing of them stands.
import type { App, SallyportError, ToolDeclaration } from '@sallyport/protocol';
import { familyOf, insideName, isOwnApp, mcpName } from './tool-name.ts';

export interface RegisteredTool {
  readonly app: App;
  readonly appId: string;
  /** The app's name for people. */
  readonly label: string;
  /** `app/tool`. */
  readonly name: string;
  /** `app__tool`, at most 60 characters. */
  readonly mcpName: string;
  readonly declaration: ToolDeclaration;
  /** Of an app of the product itself; only the claims of such a one count. */
  readonly isOurs: boolean;
  /** What agents switch it on and off with. */
  readonly family: string;
  readonly scope?: string;
}

export interface Shelf {
  readonly app: App;
  readonly label: string;
  tools: readonly RegisteredTool[];
  /** Names of the app's own for its tools that are not as the user saw them. */
  changed: ReadonlySet<string>;
  /** Why an app that never declared a tool has none. */
  absence: SallyportError | undefined;
  endToolsChanged: () => void;
  /** Asks the app anew; nothing for one whose tools were given. */
  refresh: () => void;
  /** Counts the listings, so that an older answer never overwrites a newer one. */
  listing: number;
  listed: Promise<void>;
  /** Whether its declarations are taken without a look: our own apps change with the product, by the user's own hand. */
  readonly isVouched: boolean;
}

export function emptyShelf(app: App, label: string): Shelf {
  return {
    app,
    label,
    tools: [],
    changed: new Set(),
    absence: undefined,
    endToolsChanged: () => {},
    refresh: () => {},
    listing: 0,
    listed: Promise.resolve(),
    isVouched: isOwnApp(app.id),
  };
}

/** The tools that an app declares, by the names that they have here. */
export function registeredTools(
  { app, label }: Shelf,
  declarations: readonly ToolDeclaration[],
): readonly RegisteredTool[] {
  const isOurs = isOwnApp(app.id);
  return declarations.map((declaration) => ({
    app,
    appId: app.id,
    label,
    name: insideName(app.id, declaration.name),
    mcpName: mcpName(app.id, declaration.name),
    declaration,
    isOurs,
    family: familyOf(app.id, declaration.family),
    scope: isOurs ? declaration.scope : undefined,
  }));
}

/** An app may say that its tools changed while it is asked for them: then only the later answer counts. */
export async function lastListing(shelf: Shelf): Promise<void> {
  for (let listed: Promise<void> | undefined; listed !== shelf.listed; ) {
    listed = shelf.listed;
    await listed;
  }
}

// The entry of one app in the registry: its tools under the names they are called by, and the state of the last listing.
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

export interface AppEntry {
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

export function newAppEntry(app: App, label: string): AppEntry {
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
  { app, label }: AppEntry,
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
export async function lastListing(entry: AppEntry): Promise<void> {
  for (let listed: Promise<void> | undefined; listed !== entry.listed; ) {
    listed = entry.listed;
    await listed;
  }
}

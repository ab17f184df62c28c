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
  /** From one of the product's own apps, whose scope and family are trusted. */
  readonly isOurs: boolean;
  readonly family: string;
  readonly scope?: string;
}

export interface AppEntry {
  readonly app: App;
  readonly label: string;
  tools: readonly RegisteredTool[];
  /** The app's names of tools that differ from what the user approved. */
  changed: ReadonlySet<string>;
  /** Why the app's tools could not be listed. */
  absence: SallyportError | undefined;
  endToolsChanged: () => void;
  /** Lists the app's tools again; does nothing when they were set with `put`. */
  refresh: () => void;
  /** Counts the listings: an older answer must not overwrite a newer one. */
  listing: number;
  listed: Promise<void>;
  /** Whether its declarations need no approval: our own apps change only when the user updates the product. */
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

/** Waits for the last listing: an app may report a change while it is being listed. */
export async function lastListing(entry: AppEntry): Promise<void> {
  for (let listed: Promise<void> | undefined; listed !== entry.listed; ) {
    listed = entry.listed;
    await listed;
  }
}

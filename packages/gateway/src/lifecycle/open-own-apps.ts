// The product's own apps, browser and editor, found by their records in the run directory.
import { join } from 'node:path';
import { configFileOf, ensurePrivateFolder, locateFolders } from '@sallyport/native-host/run-directory';
import type { AgentLabel } from '@sallyport/protocol';
import { AgentFiles } from '../apps/browser/agent-files.ts';
import { BrowserApp } from '../apps/browser/browser-app.ts';
import { isDownloadOfManaged } from '../apps/browser/downloads.ts';
import { createHostLinks } from '../apps/browser/host-links.ts';
import type { Link, LinkOptions } from '../apps/browser/link.ts';
import { EditorApp } from '../apps/editor/editor-app.ts';
import { createEditorWindows } from '../apps/editor/editor-windows.ts';
import type { GatewayEntry } from '../rooms/journal/entry.ts';
import type { Base } from './base.ts';

export interface OwnAppsOptions extends Base {
  readonly gatewayToken: string;
  /** Called with a native host's link before its browser can be called. */
  readonly onLink: (link: Link) => void;
  readonly onCall: LinkOptions['onCall'];
  /** The connected agents. */
  readonly present: () => readonly AgentLabel[];
  /** Whether the user has paused all agents. */
  readonly isPaused: () => boolean;
  readonly note: (event: GatewayEntry['event'], who: string) => void;
}

export interface OwnApps {
  readonly browser: BrowserApp;
  readonly editor: EditorApp;
  /** Resolves when every app found now was dialled, successfully or not. */
  start(): Promise<void>;
  /** Scans the records after a knock. */
  look(role: 'host' | 'editor'): void;
  /** May be called again. */
  close(): Promise<void>;
}

export function openOwnApps(options: OwnAppsOptions): OwnApps {
  const { run, machine, gatewayToken, now, createId, log, onFault, note, onCall } = options;
  const folders = locateFolders(machine);
  const browser = new BrowserApp({
    home: machine.accountHome ?? '/',
    ownFolders: [folders.data, folders.run, configFileOf(machine)],
    files: new AgentFiles({
      folder: join(options.dataFolder, 'files'),
      ensureFolder: (path) => ensurePrivateFolder(path, machine),
      now,
    }),
    isManagedDownload: (path) => isDownloadOfManaged(folders.data, path),
    uid: machine.uid,
    log,
    onArrival: ({ name }) => note('browser_connected', name),
    onDeparture: ({ name }) => note('browser_gone', name),
    present: options.present,
    isPaused: options.isPaused,
  });
  const editor = new EditorApp({
    platform: machine.platform,
    onArrival: ({ name }) => note('editor_connected', name),
    onDeparture: ({ name }) => note('editor_gone', name),
  });
  const onLink = (link: Link) => {
    options.onLink(link);
    return browser.attach(link);
  };
  const hosts = createHostLinks({ run, machine, gatewayToken, now, createId, log, onLink, onCall });
  const windows = createEditorWindows({ run, log, onWindow: (window) => editor.attach(window) });
  return {
    browser,
    editor,
    async start() {
      await Promise.all([hosts.start().catch(onFault), windows.start().catch(onFault)]);
    },
    look(role) {
      (role === 'host' ? hosts : windows).scan().catch(onFault);
    },
    async close() {
      await Promise.all([hosts.close(), windows.close()]);
      await Promise.all([browser.close(), editor.close()]);
    },
  };
}

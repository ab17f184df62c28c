// The panel's connection to the guard. Only the extension's own panel gets through: pages and content scripts are not the user.

import { type PanelDecision, panelCommand } from '../../base/panel-command.ts';
import type { View } from '../../base/panel-gateway.ts';
import { PANEL, type PanelState } from '../../base/panel-state.ts';
import type { BrowserApi } from '../../base/platform.ts';
import { WEB_PAGE } from '../../base/web-page.ts';

export interface PanelDoorOptions {
  readonly api: BrowserApi;
  readonly page: string;
  readonly state: () => Promise<PanelState>;
  readonly onDecision: (decision: PanelDecision) => Promise<void>;
  /** A panel was opened. */
  readonly onOpened: () => void;
  /** A panel was shown or hidden, or shows another view. */
  readonly onLook: () => void;
  readonly report: (fault: unknown) => void;
}

export interface PanelDoor {
  /** Whether a panel is visible to the user. */
  readonly isSeen: boolean;
  /** The views that are visible. */
  readonly views: readonly View[];
  /** Sends the current state to every open panel. */
  refresh(): Promise<void>;
}

/** Starts listening at once. */
export function openPanelDoor(options: PanelDoorOptions): PanelDoor {
  const { api, page, state, onDecision, onOpened, onLook, report } = options;
  /** Open panels, and the view that each shows; undefined for a hidden one. */
  const panels = new Map<chrome.runtime.Port, View | undefined>();
  const seen = () => [...panels.values()].flatMap((view) => view ?? []);
  let turn = 0;

  async function refresh(): Promise<void> {
    if (panels.size === 0) return;
    turn += 1;
    const own = turn;
    const now = await state();
    // A later state may have been ready sooner.
    if (own !== turn) return;
    for (const panel of panels.keys()) panel.postMessage(now);
  }

  api.runtime.onConnect.addListener((port) => {
    // Web pages have a door of their own.
    if (port.name === WEB_PAGE) return;
    if (port.name !== PANEL || !isPanel(api, page, port.sender)) {
      port.disconnect();
      return;
    }
    panels.set(port, undefined);
    port.onDisconnect.addListener(() => panels.delete(port));
    port.onMessage.addListener((message: unknown) => {
      const { data: command } = panelCommand.safeParse(message);
      if (command?.do === 'look') {
        panels.set(port, command.isVisible ? (command.view ?? 'now') : undefined);
        onLook();
      } else if (command !== undefined) onDecision(command).catch(report);
    });
    onOpened();
    refresh().catch(report);
  });

  return {
    get isSeen() {
      return seen().length > 0;
    },
    get views() {
      return seen();
    },
    refresh,
  };
}

/** A content script has the extension's id too, but the address of its page. */
function isPanel(api: BrowserApi, page: string, sender: chrome.runtime.MessageSender | undefined): boolean {
  const address = api.runtime.getURL(page);
  const [own] = (sender?.url ?? '').split(/[?#]/);
  return sender?.id === api.runtime.id && own === address && (sender.frameId ?? 0) === 0;
}

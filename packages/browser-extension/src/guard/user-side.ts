// What the user sees of the guard, and what they do: the panel, the shortcut, and the page that opens for a question.
import type { LinkStatus } from '../base/link-status.ts';
import { files } from '../base/manifest.ts';
import type { GateDecision, GatewayDecision, PageDecision, PanelDecision } from '../base/panel-command.ts';
import type { PanelGateway, View } from '../base/panel-gateway.ts';
import type { PanelState } from '../base/panel-state.ts';
import type { BrowserApi } from '../base/platform.ts';
import { text } from '../base/texts.ts';
import type { Owners } from '../tabs/owners.ts';
import type { SiteGuard } from './guard.ts';
import { panelStateOf, shownName } from './panel-view.ts';
import { createApprovalPage } from './questions/approval-page.ts';
import { openPanelDoor } from './questions/panel-door.ts';
import type { Question } from './questions/question.ts';

export interface UserSideOptions {
  readonly api: BrowserApi;
  readonly guard: SiteGuard;
  readonly owners: Owners;
  readonly pages: PagesView;
  readonly gateway: GatewaySide;
  readonly linkStatus: () => Promise<LinkStatus>;
  readonly hasHostPermission: () => Promise<boolean>;
  /** The user has opened the panel. */
  readonly onOpened: () => void;
  readonly report: (fault: unknown) => void;
}

/** What the panel needs of web pages. */
export interface PagesView {
  state(): Promise<Pick<PanelState, 'pages' | 'origins' | 'site'>>;
  apply(decision: PageDecision): Promise<void>;
  /** The user closed the page that asks. */
  notNow(): void;
}

/** What the panel needs of the gateway. */
export interface GatewaySide {
  readonly state: PanelGateway;
  wake(): void;
  apply(decision: GatewayDecision): Promise<void>;
  tell(wanted: 'stop' | 'resume' | 'pause' | 'resume_all', agent?: string): Promise<boolean>;
}

export interface UserSide {
  /** The views that the user sees now. */
  readonly views: readonly View[];
  /** Something that the panel shows has changed. */
  changed(): void;
  /** A new question waits for the user. */
  questionAdded(): void;
}

/** Starts listening at once. */
export function openUserSide(options: UserSideOptions): UserSide {
  const { api, guard, owners, pages, gateway, linkStatus, hasHostPermission, onOpened, report } = options;
  const approval = createApprovalPage(api, () => pages.notNow());
  let isAsking = false;

  async function state(): Promise<PanelState> {
    const [now, isPermitted, ofPages] = await Promise.all([linkStatus(), hasHostPermission(), pages.state()]);
    const shown = { linkStatus: now, hasHostPermission: isPermitted, pages: ofPages, gateway: gateway.state };
    return panelStateOf({ api, guard, owners, ...shown });
  }

  /** Here first, so that a click counts also without a gateway; then for everything that the agent uses. */
  async function decide(decision: PanelDecision): Promise<void> {
    switch (decision.do) {
      case 'revokeOrigin':
      case 'letAsk':
        return pages.apply(decision);
      case 'restart':
      case 'signIn':
      case 'approve':
      case 'addServers':
        return gateway.apply(decision);
      case 'goTo':
        return showTab(decision.tab);
      case 'answer':
      case 'remove':
        return guard.apply(decision);
      case 'stop':
      case 'resume':
      case 'pause':
      case 'resumeAll':
        await guard.apply(decision);
        return tellGateway(decision);
    }
  }

  async function tellGateway(decision: GateDecision): Promise<void> {
    if (decision.do === 'stop' && (await gateway.tell('stop', decision.agent))) {
      await guard.gate.handOver(decision.agent);
    }
    if (decision.do === 'resume') await gateway.tell('resume', decision.agent);
    if (decision.do === 'pause') await gateway.tell('pause');
    if (decision.do === 'resumeAll') await gateway.tell('resume_all');
  }

  /** Only tabs of agents: the panel lists no others. */
  async function showTab(tabId: number): Promise<void> {
    if (!owners.isOwned(tabId)) return;
    const { windowId } = await api.tabs.update(tabId, { active: true }).then((tab) => tab ?? api.tabs.get(tabId));
    await api.windows.update(windowId, { focused: true });
  }

  const door = openPanelDoor({
    api,
    page: files.panel,
    state,
    onDecision: decide,
    onOpened,
    onLook: () => gateway.wake(),
    report,
  });
  api.commands?.onCommand.addListener((command) => {
    if (command !== 'pause-all') return;
    decide({ do: guard.gate.isPaused || gateway.state.isPaused ? 'resumeAll' : 'pause' }).catch(report);
  });

  return {
    get views() {
      return door.views;
    },
    changed() {
      door.refresh().catch(report);
      if (!isAsking || guard.questions.list().length > 0) return;
      isAsking = false;
      approval.close().catch(report);
    },
    questionAdded() {
      isAsking = true;
      const question = guard.questions.list().at(-1);
      // A visible panel shows it already.
      if (question !== undefined && !door.isSeen) approval.show(text(...titleOf(question))).catch(report);
    },
  };
}

/** The origin of a page comes from the browser; a name without a key is the agent's own word. */
function titleOf({ kind, agent }: Question): readonly [string, string] {
  const isPage = kind === 'page' || kind === 'install';
  return [agent.remembered || isPage ? 'isWaiting' : 'claimedIsWaiting', shownName(agent.name)];
}

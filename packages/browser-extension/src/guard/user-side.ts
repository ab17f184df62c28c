// What the user sees of the guard: the panel, and the page that opens for a question.

import type { LinkStatus } from '../base/link-status.ts';
import { badgeOf } from '../base/link-status.ts';
import { files } from '../base/manifest.ts';
import type { PageDecision, PanelState } from '../base/panel-state.ts';
import { plainText } from '../base/plain-text.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Owners } from '../tabs/owners.ts';
import type { SiteGuard } from './guard.ts';
import { createApprovalPage } from './questions/approval-page.ts';
import { openPanelDoor } from './questions/panel-door.ts';
import { kindOf } from './questions/question.ts';

export interface UserSideOptions {
  readonly api: BrowserApi;
  readonly guard: SiteGuard;
  readonly owners: Owners;
  readonly pages: PagesView;
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

export interface UserSide {
  /** Something that the panel shows has changed. */
  changed(): void;
  /** A new question waits for the user. */
  questionAdded(): void;
}

const NAME_CHARS = 60;
const quiet = { questions: 0, isPaused: false };

/** Starts listening at once. */
export function openUserSide(options: UserSideOptions): UserSide {
  const { api, guard, owners, pages, linkStatus, hasHostPermission, onOpened, report } = options;
  const approval = createApprovalPage(api, () => pages.notNow());
  let isAsking = false;

  async function state(): Promise<PanelState> {
    const [now, isPermitted, ofPages] = await Promise.all([linkStatus(), hasHostPermission(), pages.state()]);
    return {
      ...ofPages,
      linkStatus: badgeOf(now, quiet).title.replace(/^Sallyport: (.)/, (_, first: string) => first.toUpperCase()),
      isConnected: now === 'connected',
      hasHostPermission: isPermitted,
      fallback: guard.fallback,
      isPaused: guard.gate.isPaused,
      questions: guard.questions.list().map((question) => ({
        ...kindOf(question).card(question),
        id: question.id,
        agent: plainText(question.agent.name, NAME_CHARS),
        isNameClaimed: !question.agent.remembered,
      })),
      agents: guard.gate.list().map(({ id, name, isRemembered, sessions, isStopped }) => ({
        id,
        name: plainText(name, NAME_CHARS),
        isNameClaimed: !isRemembered,
        tabs: [...sessions].reduce((sum, session) => sum + owners.tabsOf(session).length, 0),
        isStopped,
      })),
      rules: guard.rules.list().map(({ id, agentName, site, read, act }) => ({
        id,
        agent: plainText(agentName, NAME_CHARS),
        site,
        read,
        act,
      })),
    };
  }

  const door = openPanelDoor({
    api,
    page: files.panel,
    state,
    onDecision: (decision) =>
      decision.do === 'revokeOrigin' || decision.do === 'letAsk' ? pages.apply(decision) : guard.apply(decision),
    onOpened,
    report,
  });

  return {
    changed() {
      door.refresh().catch(report);
      if (!isAsking || guard.questions.list().length > 0) return;
      isAsking = false;
      approval.close().catch(report);
    },
    questionAdded() {
      isAsking = true;
      const agent = guard.questions.list().at(-1)?.agent;
      const name = plainText(agent?.name ?? 'An agent', NAME_CHARS);
      const who = agent?.remembered === false ? `An agent that calls itself “${name}”` : name;
      // A visible panel shows it already.
      if (!door.isSeen) approval.show(`${who} is waiting for your answer`).catch(report);
    },
  };
}

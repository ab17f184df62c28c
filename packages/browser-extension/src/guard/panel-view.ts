// What the panel shows, put together from the guard, the tabs and the gateway.
import { badgeOf, type LinkStatus } from '../base/link-status.ts';
import type { PanelGateway } from '../base/panel-gateway.ts';
import type { PanelAgent, PanelRule, PanelState, PanelTab } from '../base/panel-state.ts';
import { plainText } from '../base/plain-text.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Owners } from '../tabs/owners.ts';
import type { SiteGuard } from './guard.ts';
import { kindOf } from './questions/question.ts';

export interface PanelViewOptions {
  readonly api: BrowserApi;
  readonly guard: SiteGuard;
  readonly owners: Owners;
  readonly pages: Pick<PanelState, 'pages' | 'origins' | 'site'>;
  readonly gateway: PanelGateway;
  readonly linkStatus: LinkStatus;
  readonly hasHostPermission: boolean;
}

const NAME_CHARS = 60;
const TITLE_CHARS = 80;
const ICON_CHARS = 20_000;

export async function panelStateOf(options: PanelViewOptions): Promise<PanelState> {
  const { guard, pages, gateway, linkStatus, hasHostPermission } = options;
  const isPaused = guard.gate.isPaused || gateway.isPaused;
  return {
    ...pages,
    linkStatus: badgeOf(linkStatus, { questions: 0, isPaused }).title,
    tone: toneOf(linkStatus, isPaused),
    isConnected: linkStatus === 'connected',
    hasHostPermission,
    fallback: guard.fallback,
    isPaused,
    questions: guard.questions.list().map((question) => ({
      ...kindOf(question).card(question),
      id: question.id,
      agent: shownName(question.agent.name),
      isNameClaimed: !question.agent.remembered,
    })),
    agents: await agentsOf(options),
    rules: rulesOf(guard),
    gateway,
  };
}

function toneOf(linkStatus: LinkStatus, isPaused: boolean): PanelState['tone'] {
  if (linkStatus === 'connecting') return 'waiting';
  if (linkStatus !== 'connected') return 'trouble';
  return isPaused ? 'paused' : 'good';
}

/** Those that use this browser, and those that the gateway knows, stopped ones too. */
async function agentsOf({ api, guard, owners, gateway }: PanelViewOptions): Promise<readonly PanelAgent[]> {
  const isStopped = (...names: readonly string[]) => names.some((name) => gateway.stopped.includes(name));
  const here = guard.gate.list();
  const elsewhere = gateway.agents.filter(({ id }) => !here.some((agent) => agent.id === id));
  const absent = gateway.stopped.filter(
    (who) => ![...here, ...elsewhere].some(({ id, name }) => id === who || name === who),
  );
  const tabsOf = async (sessions: ReadonlySet<string>) => {
    const ids = [...sessions].flatMap((session) => owners.tabsOf(session)).reverse();
    return (await Promise.all(ids.map((id) => tabOf(api, id)))).flatMap((tab) => tab ?? []);
  };
  return [
    ...(await Promise.all(
      here.map(async (agent) => ({
        id: agent.id,
        name: shownName(agent.name),
        isNameClaimed: !agent.isRemembered,
        tabs: await tabsOf(agent.sessions),
        calls: gateway.calls.filter((call) => call.agent === agent.id),
        isStopped: agent.isStopped || isStopped(agent.id, agent.name),
      })),
    )),
    ...elsewhere.map(({ id, name, isRemembered }) => ({
      id,
      name: shownName(name),
      isNameClaimed: !isRemembered,
      tabs: [],
      calls: gateway.calls.filter((call) => call.agent === id),
      isStopped: isStopped(id, name),
    })),
    ...absent.map((who) => ({
      ...{ id: who, name: shownName(who), isNameClaimed: false },
      ...{ tabs: [], calls: [], isStopped: true },
    })),
  ];
}

async function tabOf(api: BrowserApi, tabId: number): Promise<PanelTab | undefined> {
  const tab = await api.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined) return undefined;
  const icon = tab.favIconUrl ?? '';
  const isUsable = /^(data:image|https?:)/.test(icon) && icon.length <= ICON_CHARS;
  return { id: tabId, title: plainText(tab.title ?? '', TITLE_CHARS), icon: isUsable ? icon : undefined };
}

function rulesOf({ rules, state, gate }: SiteGuard): readonly PanelRule[] {
  const nameOf = (session: string) => gate.list().find(({ sessions }) => sessions.has(session))?.name ?? '';
  return [
    ...[...rules.passing(), ...state.list()].map(({ session, endsAt, agentId: _, agentName: __, ...rule }) => ({
      ...{ ...rule, agent: shownName(nameOf(session)), endsAtMs: endsAt },
    })),
    ...rules.list().map(({ agentId: _, agentName, ...rule }) => ({ ...rule, agent: shownName(agentName) })),
  ];
}

/** A name that an agent gave itself, without what could deceive. */
export function shownName(name: string): string {
  return plainText(name, NAME_CHARS);
}

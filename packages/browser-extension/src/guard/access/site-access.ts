// What the agent of one call may do on which site. Asks the user where no rule decides.
import { limits, SallyportError } from '@sallyport/protocol';
import type { CallScope } from '../../base/call.ts';
import { basisOf, type Right, type StateRight } from '../../base/sites.ts';
import type { Subjects, WantedTab } from '../questions/question.ts';
import type { Questions } from '../questions/questions.ts';
import type { SiteRules } from './rules.ts';
import type { StateRequest, StateRules } from './state-rules.ts';

export interface SiteAccess {
  /** True when every site is open to every agent. */
  readonly isUnrestricted: boolean;
  /** By the rules so far, without asking the user. */
  allows(site: string, right: Right): boolean;
  /** Throws ERR_PERMISSION_DENIED, and ERR_CONSENT_TIMEOUT when the user does not answer in time. */
  require(site: string, right: Right): Promise<void>;
  /** The same for one of the user's tabs. A yes lets the agent act on that site until its session ends. */
  requireTab(site: string, tab: WantedTab): Promise<void>;
}

export interface StateAccess {
  /** To the cookies and stored data of a site: the right to the page first, then the user's word on its state. */
  requireState(request: Omit<StateRequest, 'agent'>): Promise<void>;
  /** The sites that are closed to this agent. */
  closedSites(): readonly string[];
  /** Throws where the user has refused the agent what the site keeps: a script of the agent's own could read it too. */
  requireNoRefusedState(site: string): void;
}

export interface SiteAccessOptions extends Pick<CallScope, 'agent' | 'signal' | 'leftMs' | 'holdTime'> {
  readonly rules: SiteRules;
  readonly state: StateRules;
  readonly questions: Questions;
}

type Kind = 'site' | 'state' | 'tab';
type Subject = { [K in Kind]: { readonly kind: K } & Subjects[K] }[Kind];

export function siteAccessFor(options: SiteAccessOptions): SiteAccess & StateAccess {
  const { rules, state, questions, agent, signal, leftMs, holdTime } = options;

  async function ask(subject: Subject, refusal: () => SallyportError): Promise<void> {
    const resumeTime = holdTime();
    try {
      const waitMs = Math.min(limits.extension.consentMs, leftMs());
      const { decision } = await questions.ask({ agent, ...subject }, { signal, waitMs });
      if (decision === 'deny') throw refusal();
    } finally {
      resumeTime();
    }
  }

  async function require(site: string, right: Right): Promise<void> {
    const verdict = rules.verdict({ agent, site, right });
    if (verdict === 'deny') throw denied(site, right);
    if (verdict === 'ask') await ask({ kind: 'site', site, right }, () => denied(site, right));
  }

  return {
    get isUnrestricted() {
      return rules.isUnrestricted;
    },
    allows: (site, right) => rules.verdict({ agent, site, right }) === 'allow',
    require,
    async requireState(wanted) {
      if (agent.id === UNNAMED) throw needsName();
      const { site, right } = wanted;
      await require(site, basisOf[right]);
      const verdict = state.verdict({ ...wanted, agent });
      if (verdict === 'deny') throw denied(site, right);
      if (verdict === 'ask') await ask({ kind: 'state', ...wanted }, () => denied(site, right));
    },
    closedSites: () => rules.deniedTo(agent),
    requireNoRefusedState(site) {
      const right = state.refused(agent, site);
      if (right !== undefined) throw denied(site, right);
    },
    requireTab: (site, tab) => ask({ kind: 'tab', site, tab }, tabDenied),
  };
}

/** The id of programs at the native host's socket that gave no token: they would share each other's answers. */
const UNNAMED = 'unnamed';

const verbs: Readonly<Record<Right | StateRight, string>> = {
  read: 'read',
  act: 'act on',
  readState: 'read the cookies and stored data of',
  changeState: 'change the cookies and stored data of',
};

export function denied(site: string, right: Right | StateRight): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user does not allow you to ${verbs[right]} ${site}.`, {
    reason: 'SITE_DENIED',
    hint: 'Do not try to work around it. The user can change this in the Sallyport popup of the browser.',
    data: { site, right },
  });
}

function needsName(): SallyportError {
  return new SallyportError(
    'ERR_PERMISSION_DENIED',
    'Cookies and stored data are only for programs that say who they are.',
    {
      hint: 'Connect with the token of the native host, or through the gateway.',
    },
  );
}

function tabDenied(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user did not hand the tab over.', {
    hint: 'Do not ask again; open a tab of your own.',
  });
}

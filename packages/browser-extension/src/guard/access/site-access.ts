// What the agent of one call may do on which site. Asks the user where no rule decides.
import { limits, SallyportError } from '@sallyport/protocol';
import type { CallScope } from '../../base/call.ts';
import type { Right } from '../../base/sites.ts';
import type { Subjects, WantedTab } from '../questions/question.ts';
import type { Questions } from '../questions/questions.ts';
import type { SiteRules } from './rules.ts';

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

export interface SiteAccessOptions extends Pick<CallScope, 'agent' | 'signal' | 'leftMs' | 'holdTime'> {
  readonly rules: SiteRules;
  readonly questions: Questions;
}

type Subject = ({ readonly kind: 'site' } & Subjects['site']) | ({ readonly kind: 'tab' } & Subjects['tab']);

export function siteAccessFor(options: SiteAccessOptions): SiteAccess {
  const { rules, questions, agent, signal, leftMs, holdTime } = options;

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

  return {
    get isUnrestricted() {
      return rules.isUnrestricted;
    },
    allows: (site, right) => rules.verdict({ agent, site, right }) === 'allow',
    async require(site, right) {
      const verdict = rules.verdict({ agent, site, right });
      if (verdict === 'deny') throw denied(site, right);
      if (verdict === 'ask') await ask({ kind: 'site', site, right }, () => denied(site, right));
    },
    requireTab: (site, tab) => ask({ kind: 'tab', site, tab }, tabDenied),
  };
}

const verbs: Readonly<Record<Right, string>> = {
  read: 'read',
  act: 'act on',
  readState: 'read the cookies and stored data of',
  changeState: 'change the cookies and stored data of',
};

export function denied(site: string, right: Right): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user does not allow you to ${verbs[right]} ${site}.`, {
    reason: 'SITE_DENIED',
    hint: 'Do not try to work around it. The user can change this in the Sallyport popup of the browser.',
    data: { site, right },
  });
}

function tabDenied(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user did not hand the tab over.', {
    hint: 'Do not ask again; open a tab of your own.',
  });
}

// The guard as one call meets it: what its agent may do where, and the question to the user where nobody has decided.
import { limits, SallyportError } from '@sallyport/protocol';
import type { CallScope } from '../../base/call.ts';
import type { Right } from '../../base/sites.ts';
import type { Subjects, WantedTab } from '../questions/question.ts';
import type { Questions } from '../questions/questions.ts';
import type { SiteRules } from './rules.ts';

export interface Visit {
  /** Whether nothing is closed to anybody. */
  readonly isAllOpen: boolean;
  /** As things stand; nobody is asked. */
  may(site: string, right: Right): boolean;
  /** Throws ERR_PERMISSION_DENIED, and ERR_CONSENT_TIMEOUT where the user was asked and did not answer. */
  need(site: string, right: Right): Promise<void>;
  /** The same for a tab of the user; a yes lets the agent act on that site while it stays. */
  needTab(site: string, tab: WantedTab): Promise<void>;
}

export interface VisitOptions extends Pick<CallScope, 'agent' | 'signal' | 'leftMs' | 'holdTime'> {
  readonly rules: SiteRules;
  readonly questions: Questions;
}

type Subject = ({ readonly kind: 'site' } & Subjects['site']) | ({ readonly kind: 'tab' } & Subjects['tab']);

export function visitOf(options: VisitOptions): Visit {
  const { rules, questions, agent, signal, leftMs, holdTime } = options;

  async function ask(subject: Subject, refusal: () => SallyportError): Promise<void> {
    const goOn = holdTime();
    try {
      const waitMs = Math.min(limits.extension.consentMs, leftMs());
      const said = await questions.ask({ agent, ...subject }, { signal, waitMs });
      if (said === 'deny') throw refusal();
    } finally {
      goOn();
    }
  }

  return {
    get isAllOpen() {
      return rules.isAllOpen;
    },
    may: (site, right) => rules.verdict({ agent, site, right }) === 'allow',
    async need(site, right) {
      const verdict = rules.verdict({ agent, site, right });
      if (verdict === 'deny') throw denied(site, right);
      if (verdict === 'ask') await ask({ kind: 'site', site, right }, () => denied(site, right));
    },
    needTab: (site, tab) => ask({ kind: 'tab', site, tab }, keptBack),
  };
}

export function denied(site: string, right: Right): SallyportError {
  const what = right === 'read' ? 'read' : 'act on';
  return new SallyportError('ERR_PERMISSION_DENIED', `The user does not let you ${what} ${site}.`, {
    reason: 'SITE_DENIED',
    hint: 'Do not look for a way around it. The user can change this in the Sallyport popup of the browser.',
    data: { site, right },
  });
}

function keptBack(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user did not hand the tab over.', {
    hint: 'Do not ask again; open a tab of your own.',
  });
}

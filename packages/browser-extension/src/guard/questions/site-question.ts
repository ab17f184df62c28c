// Whether an agent may read a site, or act there. The answer is a rule for that agent and site.
import { isStateRight, type Right } from '../../base/sites.ts';
import { text } from '../../base/texts.ts';
import type { QuestionKind } from './question.ts';

interface Wording {
  /** Completes "to let you …" with the site. */
  readonly verb: string;
  readonly request: string;
  readonly meaning: string;
}

const wordings: Readonly<Record<Right, Wording>> = {
  read: { verb: 'read', request: 'askRead', meaning: 'meansRead' },
  act: { verb: 'use', request: 'askUse', meaning: 'meansUse' },
  readState: { verb: 'read the cookies and stored data of', request: 'askReadState', meaning: 'meansReadState' },
  changeState: {
    verb: 'change the cookies and stored data of',
    request: 'askChangeState',
    meaning: 'meansChangeState',
  },
};

export const siteQuestion: QuestionKind<'site'> = {
  key: ({ site, right }) => [site, right],
  describe: ({ site, right }) => `to let you ${wordings[right].verb} ${site}`,
  card({ agent, site, right }) {
    const { request, meaning } = wordings[right];
    // What signs the user in is given for one session at a time.
    const mayLast = agent.remembered && !isStateRight(right);
    return {
      request: text(request),
      about: site,
      meaning: `${text(meaning)} ${text(mayLast ? 'sessionLasts' : 'thisLasts')}`,
      answers: [
        { text: text('allowSession'), decision: 'allow', lasting: 'once', look: 'main' },
        ...(mayLast ? ([{ text: text('allowAlways'), decision: 'allow', lasting: 'always', look: '' }] as const) : []),
        { text: text('deny'), decision: 'deny', lasting: 'once', look: mayLast ? '' : 'danger' },
        ...(mayLast
          ? ([{ text: text('denyAlways'), decision: 'deny', lasting: 'always', look: 'danger' }] as const)
          : []),
      ],
    };
  },
  decide: (question, answer, decisions) => decisions.decide(question, answer),
  verdict: (question, decisions) => decisions.verdict(question),
};

// Whether an agent may read a site, or act there. The answer is a rule for that agent and site.
import { text } from '../../base/texts.ts';
import type { QuestionKind } from './question.ts';

export const siteQuestion: QuestionKind<'site'> = {
  key: ({ site, right }) => [site, right],
  describe: ({ site, right }) => `to let you ${right === 'read' ? 'read' : 'use'} ${site}`,
  card({ agent: { remembered }, site, right }) {
    const [request, meaning] = right === 'read' ? ['askRead', 'meansRead'] : ['askUse', 'meansUse'];
    return {
      request: text(request),
      about: site,
      meaning: `${text(meaning)} ${text(remembered ? 'sessionLasts' : 'thisLasts')}`,
      answers: [
        { text: text('allowSession'), decision: 'allow', lasting: 'once', look: 'main' },
        ...(remembered
          ? ([{ text: text('allowAlways'), decision: 'allow', lasting: 'always', look: '' }] as const)
          : []),
        { text: text('deny'), decision: 'deny', lasting: 'once', look: remembered ? '' : 'danger' },
        ...(remembered
          ? ([{ text: text('denyAlways'), decision: 'deny', lasting: 'always', look: 'danger' }] as const)
          : []),
      ],
    };
  },
  decide: (question, answer, decisions) => decisions.decide(question, answer),
  verdict: (question, decisions) => decisions.verdict(question),
};

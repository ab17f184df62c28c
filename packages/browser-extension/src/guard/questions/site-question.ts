// Whether an agent may read a site, or act there. The answer is a rule for that agent and site.
import type { QuestionKind } from './question.ts';

export const siteQuestion: QuestionKind<'site'> = {
  key: ({ site, right }) => [site, right],
  describe: ({ site, right }) => `to let you ${right === 'read' ? 'read' : 'use'} ${site}`,
  card({ agent: { remembered }, site, right }) {
    const session = ` ${remembered ? '“For this session”' : 'This'} lasts until the agent disconnects, at most an hour.`;
    const [request, meaning] =
      right === 'read'
        ? ['wants to read', 'It can see the text and pictures of this site.']
        : ['wants to use', 'It can open pages, click and type there, signed in as you.'];
    return {
      request,
      about: site,
      meaning: meaning + session,
      answers: [
        { text: 'Allow for this session', decision: 'allow', lasting: 'once', look: 'main' },
        ...(remembered ? ([{ text: 'Always allow', decision: 'allow', lasting: 'always', look: '' }] as const) : []),
        { text: 'Deny', decision: 'deny', lasting: 'once', look: remembered ? '' : 'danger' },
        ...(remembered
          ? ([{ text: 'Always deny', decision: 'deny', lasting: 'always', look: 'danger' }] as const)
          : []),
      ],
    };
  },
  decide: (question, answer, decisions) => decisions.decide(question, answer),
  verdict: (question, decisions) => decisions.verdict(question),
};

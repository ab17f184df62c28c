// Whether an agent may read a site, or act there. The answer is a rule for that agent and site.
import type { QuestionKind } from './question.ts';

export const siteQuestion: QuestionKind<'site'> = {
  key: ({ site, right }) => [site, right],
  told: ({ site, right }) => `to let you ${right === 'read' ? 'read' : 'use'} ${site}`,
  card({ agent: { remembered }, site, right }) {
    const once = ` ${remembered ? '“Once”' : 'That'} lasts until it leaves, an hour at most.`;
    const [wish, meaning] =
      right === 'read'
        ? ['wants to read', 'It would see text and pictures of this site.']
        : ['wants to open and act on', 'It could see pages, click and type there, with your logins.'];
    return {
      wish,
      about: site,
      meaning: meaning + once,
      answers: [
        { text: 'Allow once', said: 'allow', lasting: 'once', look: 'main' },
        ...(remembered ? ([{ text: 'Always allow', said: 'allow', lasting: 'always', look: '' }] as const) : []),
        { text: 'Deny', said: 'deny', lasting: 'once', look: remembered ? '' : 'danger' },
        ...(remembered ? ([{ text: 'Always deny', said: 'deny', lasting: 'always', look: 'danger' }] as const) : []),
      ],
    };
  },
  decide: (asked, { said, lasting }, decisions) => decisions.decide(asked, said, lasting),
  verdict: (asked, decisions) => decisions.verdict(asked),
};

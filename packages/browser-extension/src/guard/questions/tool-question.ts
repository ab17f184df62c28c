// Whether an agent may use a tool of one of the user's servers. The gateway keeps the answer, since its calls go through there.
import type { QuestionKind } from './question.ts';

export const toolQuestion: QuestionKind<'tool'> = {
  key: ({ tool }) => tool,
  describe: ({ tool }) => `to let you use ${tool}`,
  card: ({ agent: { remembered }, tool }) => ({
    request: 'wants to use a tool of yours',
    about: tool,
    meaning: 'Your config says to ask before it is used. “Once” is for this call alone.',
    // A tool that is never to be used is a rule of the user's config.
    answers: [
      { text: 'Allow once', decision: 'allow', lasting: 'once', look: 'main' },
      ...(remembered ? ([{ text: 'Always allow', decision: 'allow', lasting: 'always', look: '' }] as const) : []),
      { text: 'Deny', decision: 'deny', lasting: 'once', look: remembered ? '' : 'danger' },
    ],
  }),
  decide: async () => {},
  verdict: () => 'ask',
};

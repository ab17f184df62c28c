// Whether an agent may use a tool of one of the user's servers. The gateway stores the answer, since it runs the call.
import type { QuestionKind } from './question.ts';

export const toolQuestion: QuestionKind<'tool'> = {
  key: ({ tool }) => tool,
  describe: ({ tool }) => `to let you use ${tool}`,
  card: ({ agent: { remembered }, tool }) => ({
    request: 'wants to use your tool',
    about: tool,
    meaning: 'Your settings say to ask first. “Allow once” is for this call only.',
    // No "Always deny": that is a rule in the user's config.
    answers: [
      { text: 'Allow once', decision: 'allow', lasting: 'once', look: 'main' },
      ...(remembered ? ([{ text: 'Always allow', decision: 'allow', lasting: 'always', look: '' }] as const) : []),
      { text: 'Deny', decision: 'deny', lasting: 'once', look: remembered ? '' : 'danger' },
    ],
  }),
  decide: async () => undefined,
  verdict: () => 'ask',
};

// Whether an agent may use a tool of one of the user's servers, or more of our own. The gateway stores the answer, since it runs the call.
import { text } from '../../base/texts.ts';
import type { QuestionKind } from './question.ts';

/** What a family lets an agent do. */
const familyMeanings: ReadonlyMap<string, string> = new Map([
  ['capture', 'meansFamilyCapture'],
  ['secrets', 'meansFamilySecrets'],
  ['state', 'meansFamilyState'],
  ['vision', 'meansFamilyVision'],
]);

export const toolQuestion: QuestionKind<'tool'> = {
  key: ({ tool }) => tool,
  describe: ({ tool }) => `to let you use ${tool}`,
  card: ({ agent: { remembered }, tool }) => ({
    ...subjectOf(tool),
    // No "Always deny": that is a rule in the user's config.
    answers: [
      { text: text('allowOnce'), decision: 'allow', lasting: 'once', look: 'main' },
      ...(remembered ? ([{ text: text('allowAlways'), decision: 'allow', lasting: 'always', look: '' }] as const) : []),
      { text: text('deny'), decision: 'deny', lasting: 'once', look: remembered ? '' : 'danger' },
    ],
  }),
  decide: async () => undefined,
  verdict: () => 'ask',
};

function subjectOf(tool: string) {
  const [, secret, site] = /^browser\/secrets\.([^@]+)@(.+)$/.exec(tool) ?? [];
  if (secret !== undefined && site !== undefined) {
    const about = `${secret}, ${site.replace(/^(https?)\./, '$1://')}`;
    return { request: text('askSecret'), about, meaning: text('meansSecret') };
  }
  const family = /^browser\/families\.(.+)$/.exec(tool)?.[1];
  if (family === undefined) return { request: text('askTool'), about: tool, meaning: text('meansTool') };
  const own = familyMeanings.get(family);
  const meaning = [...(own === undefined ? [] : [text(own)]), text('meansFamily')].join(' ');
  return { request: text('askFamily'), about: family, meaning };
}

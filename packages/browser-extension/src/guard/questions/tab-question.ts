// Whether the user hands a tab over. A no is a no to that tab alone; a yes hands it over with its site, while the agent stays.
import { plainText } from '../../base/plain-text.ts';
import type { QuestionKind } from './question.ts';

const TITLE_CHARS = 100;

export const tabQuestion: QuestionKind<'tab'> = {
  key: ({ site, tab }) => [site, tab.tabId],
  describe: () => 'for the tab',
  card: ({ site, tab }) => ({
    request: `asks for your tab “${plainText(tab.title, TITLE_CHARS)}”`,
    about: site,
    meaning: 'It could read and use this site, with your logins, until it leaves.',
    answers: [
      { text: 'Hand over', decision: 'allow', lasting: 'once', look: 'main' },
      { text: 'Keep it', decision: 'deny', lasting: 'once', look: '' },
    ],
  }),
  async decide({ agent, site }, { decision }, decisions) {
    if (decision === 'allow') await decisions.decide({ agent, site, right: 'act' }, { decision, lasting: 'once' });
  },
  verdict: () => 'ask',
};

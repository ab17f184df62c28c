// Whether the user hands a tab over. A yes includes the tab's site until the session ends; a no concerns this tab alone.
import { plainText } from '../../base/plain-text.ts';
import { text } from '../../base/texts.ts';
import type { QuestionKind } from './question.ts';

const TITLE_CHARS = 100;

export const tabQuestion: QuestionKind<'tab'> = {
  key: ({ site, tab }) => [site, tab.tabId],
  describe: () => 'for the tab',
  card: ({ site, tab }) => ({
    request: text('askTab', plainText(tab.title, TITLE_CHARS)),
    about: site,
    meaning: text('meansTab'),
    answers: [
      { text: text('handOver'), decision: 'allow', lasting: 'once', look: 'main' },
      { text: text('keepTab'), decision: 'deny', lasting: 'once', look: '' },
    ],
  }),
  async decide({ agent, site }, { decision }, decisions) {
    if (decision === 'deny') return undefined;
    return decisions.decide({ agent, site, right: 'act' }, { decision, lasting: 'once' });
  },
  verdict: () => 'ask',
};

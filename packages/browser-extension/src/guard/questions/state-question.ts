// Whether an agent may read or change the cookies and stored data of a site. The answer holds for its session.
import type { CookieStore, StateRight } from '../../base/sites.ts';
import { text } from '../../base/texts.ts';
import type { QuestionKind } from './question.ts';

interface Wording {
  readonly verb: string;
  readonly request: string;
  readonly meaning: string;
}

const wordings: Readonly<Record<StateRight, Wording>> = {
  readState: { verb: 'read', request: 'askReadState', meaning: 'meansReadState' },
  changeState: { verb: 'change', request: 'askChangeState', meaning: 'meansChangeState' },
};

const whereIn: Readonly<Record<CookieStore['kind'], string | undefined>> = {
  usual: undefined,
  private: 'inPrivateWindow',
  container: 'inContainer',
};

export const stateQuestion: QuestionKind<'state'> = {
  key: ({ site, right, store }) => [site, right, store.id],
  describe: ({ site, right }) => `to let you ${wordings[right].verb} the cookies and stored data of ${site}`,
  card({ site, right, store }) {
    const { request, meaning } = wordings[right];
    const where = whereIn[store.kind];
    const meanings = [meaning, 'meansSharedCookies', ...(where === undefined ? [] : [where]), 'thisLasts'];
    return {
      request: text(request),
      about: site,
      meaning: meanings.map((name) => text(name)).join(' '),
      answers: [
        { text: text('allowSession'), decision: 'allow', lasting: 'once', look: 'main' },
        { text: text('deny'), decision: 'deny', lasting: 'once', look: 'danger' },
      ],
    };
  },
  decide: async (question, { decision }, { state }) => state.decide(question, decision),
  verdict: (question, { state }) => state.verdict(question),
};

// A question to the user, by its kind. A new kind is a line in `Subjects`, a file beside this one and a line in `kinds`; where
// it must be told apart besides, the compiler says so.
import type { AgentLabel } from '@sallyport/protocol';
import type { PanelQuestion } from '../../base/panel-state.ts';
import type { Decision, Right } from '../../base/sites.ts';
import { siteQuestion } from './site-question.ts';
import { tabQuestion } from './tab-question.ts';
import { toolQuestion } from './tool-question.ts';

/** What each kind of question is about. */
export interface Subjects {
  /** May the agent read a site, or act there? */
  site: { readonly site: string; readonly right: Right };
  /** Does the user hand over a tab of theirs? */
  tab: { readonly site: string; readonly tab: WantedTab };
  /** May the agent use a tool, `app/tool`, of one of the user's servers? */
  tool: { readonly tool: string };
}

export interface WantedTab {
  readonly tabId: number;
  readonly title: string;
}

export type Kind = keyof Subjects;
export type Asked<K extends Kind = Kind> = {
  [P in K]: { readonly kind: P; readonly agent: AgentLabel } & Subjects[P];
}[K];
export type Question<K extends Kind = Kind> = Asked<K> & { readonly id: string };

/** What the user decided, and for how long. */
export interface Answer {
  readonly said: Decision;
  readonly lasting: 'once' | 'always';
}

/** The user's decisions about sites. */
export interface SiteDecisions {
  verdict(wish: { readonly agent: AgentLabel } & Subjects['site']): Decision | 'ask';
  decide(
    wish: { readonly agent: AgentLabel } & Subjects['site'],
    said: Decision,
    lasting: Answer['lasting'],
  ): Promise<void>;
}

/** The question as the panel shows it, without who asks. */
export type Card = Pick<PanelQuestion, 'wish' | 'about' | 'meaning' | 'answers'>;

export interface QuestionKind<K extends Kind> {
  /** Two calls with the same key ask the same question. */
  key(asked: Asked<K>): unknown;
  /** What the user was asked, in the error of a call that waited in vain. */
  told(asked: Asked<K>): string;
  card(asked: Asked<K>): Card;
  /** Keeps the user's answer, where it is kept here. */
  decide(asked: Asked<K>, answer: Answer, decisions: SiteDecisions): Promise<void>;
  /** The answer that an earlier decision has given by now. */
  verdict(asked: Asked<K>, decisions: SiteDecisions): Decision | 'ask';
}

const kinds: { readonly [K in Kind]: QuestionKind<K> } = { site: siteQuestion, tab: tabQuestion, tool: toolQuestion };

export function kindOf<K extends Kind>({ kind }: { readonly kind: K }): QuestionKind<K> {
  return kinds[kind];
}

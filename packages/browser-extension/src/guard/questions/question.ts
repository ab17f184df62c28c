// A consent question, by its kind. A new kind is a line in `Subjects`, a file beside this one and a line in `kinds`; the
// compiler names every other place that has to know it.
import type { AgentLabel } from '@sallyport/protocol';
import type { LinkedServer } from '../../base/install-link.ts';
import type { PanelQuestion } from '../../base/panel-state.ts';
import type { CookieStore, Decision, Right, StateRight } from '../../base/sites.ts';
import { installQuestion } from './install-question.ts';
import { pageQuestion } from './page-question.ts';
import { siteQuestion } from './site-question.ts';
import { stateQuestion } from './state-question.ts';
import { tabQuestion } from './tab-question.ts';
import { toolQuestion } from './tool-question.ts';

/** What each kind of question is about. */
export interface Subjects {
  /** May the agent read a site, or act there? */
  site: { readonly site: string; readonly right: Right };
  /** May the agent read the cookies and stored data of a site, or change them? */
  state: { readonly site: string; readonly right: StateRight; readonly store: CookieStore };
  /** May the agent take over one of the user's tabs? */
  tab: { readonly site: string; readonly tab: WantedTab };
  /** May the agent use a tool, `app/tool`, of one of the user's servers? */
  tool: { readonly tool: string };
  /** May a web page use the user's tools? The agent of such a question is the page's origin. */
  page: {
    readonly origin: string;
    readonly tabId: number;
    /** For a frame: the origin of the page that its tab shows. */
    readonly within?: string | undefined;
    /** The icon of its tab, where that can be shown. */
    readonly icon?: string | undefined;
    /** In the page's own words. */
    readonly reason: string;
    readonly scopes: readonly string[];
    readonly tools: readonly PageTool[];
  };
  /** May the MCP server that a page's link describes be added? The agent of such a question is the page's origin. */
  install: {
    readonly origin: string;
    readonly tabId: number;
    readonly server: LinkedServer;
    /** There is a server of this name. */
    readonly isTaken: boolean;
  };
}

/** A tool that a page could be allowed to use. */
export interface PageTool {
  readonly name: string;
  readonly description: string;
  readonly effect: 'read' | 'change' | 'destroy';
  /** Whether its box is ticked at first. */
  readonly isSuggested: boolean;
}

export interface WantedTab {
  readonly tabId: number;
  readonly title: string;
}

export type Kind = keyof Subjects;
export type NewQuestion<K extends Kind = Kind> = {
  [P in K]: { readonly kind: P; readonly agent: AgentLabel } & Subjects[P];
}[K];
export type Question<K extends Kind = Kind> = NewQuestion<K> & { readonly id: string };

/** What the user decided, and for how long. */
export interface Answer {
  readonly decision: Decision;
  readonly lasting: 'once' | 'always';
  /** The tools that the user ticked, for a page. */
  readonly tools?: readonly string[] | undefined;
}

export type SiteRequest = { readonly agent: AgentLabel } & Subjects['site'];

/** The user's decisions about sites. */
export interface SiteDecisions {
  verdict(request: SiteRequest): Decision | 'ask';
  /** Returns the id of the rule that it made. */
  decide(request: SiteRequest, answer: Answer): Promise<string>;
}

export type StateQuestion = { readonly agent: AgentLabel } & Subjects['state'];

/** All decisions of the user that are kept here. */
export interface Decisions extends SiteDecisions {
  readonly state: {
    verdict(request: StateQuestion): Decision | 'ask';
    /** Returns the id of the rule that it made. */
    decide(request: StateQuestion, decision: Decision): string;
  };
}

/** The question as the panel shows it, without the agent. */
export type Card = Pick<PanelQuestion, 'request' | 'about' | 'meaning' | 'answers' | 'page' | 'install'>;

export interface QuestionKind<K extends Kind> {
  /** Two calls with the same key ask the same question. */
  key(question: NewQuestion<K>): unknown;
  /** Completes "The user was asked …" in the error of a call that got no answer. */
  describe(question: NewQuestion<K>): string;
  card(question: NewQuestion<K>): Card;
  /** Stores the user's answer, where it is stored here; then it returns the id of the rule. */
  decide(question: NewQuestion<K>, answer: Answer, decisions: Decisions): Promise<string | undefined>;
  /** The answer that follows from a decision made in the meantime. */
  verdict(question: NewQuestion<K>, decisions: Decisions): Decision | 'ask';
}

const kinds: { readonly [K in Kind]: QuestionKind<K> } = {
  site: siteQuestion,
  state: stateQuestion,
  tab: tabQuestion,
  tool: toolQuestion,
  page: pageQuestion,
  install: installQuestion,
};

export function kindOf<K extends Kind>({ kind }: { readonly kind: K }): QuestionKind<K> {
  return kinds[kind];
}

// What the user decided on a site, in the form that the gateway's journal takes: names and words, nothing of a page.
import type { Right, StateRight } from '../base/sites.ts';
import type { ListedRule } from './access/rules.ts';
import type { StateRule } from './access/state-rules.ts';
import type { Answer, Question } from './questions/question.ts';

export interface NotedDecision {
  readonly agent: { readonly id: string; readonly name: string };
  readonly site: string;
  readonly scope: `browser:site.${Right | StateRight}` | 'browser:tab';
  /** `ended`: the user took the decision back. */
  readonly result: 'ALLOW_ONCE' | 'ALLOW_ALWAYS' | 'DENY' | 'ended';
  /** The id of the rule, where one is kept. */
  readonly rule: string | undefined;
}

/** Undefined for questions whose answer the gateway itself keeps. */
export function notedAnswer(question: Question, answer: Answer, rule: string | undefined): NotedDecision | undefined {
  if (question.kind !== 'site' && question.kind !== 'tab' && question.kind !== 'state') return undefined;
  const { agent, site } = question;
  const isLasting = question.kind === 'site' && answer.lasting === 'always' && agent.remembered;
  const allowed = isLasting ? 'ALLOW_ALWAYS' : 'ALLOW_ONCE';
  return {
    agent: { id: agent.id, name: agent.name },
    site,
    scope: question.kind === 'tab' ? 'browser:tab' : `browser:site.${question.right}`,
    result: answer.decision === 'deny' ? 'DENY' : allowed,
    rule,
  };
}

export function notedRemoval(rule: ListedRule | StateRule): NotedDecision {
  const { id, agentId, agentName, site } = rule;
  const decided: Partial<Record<Right | StateRight, unknown>> = rule;
  const right = widest.find((known) => decided[known] !== undefined) ?? 'read';
  const agent = { id: agentId, name: agentName };
  return { agent, site, scope: `browser:site.${right}`, result: 'ended', rule: id };
}

/** A rule is named by the most that it is about. */
const widest = ['changeState', 'readState', 'act', 'read'] as const;

// Asks in the view of questions before a file is deleted or moved, or text is typed into a terminal.
import { printable, shownAgent } from '../printable.ts';
import type { Answer, WaitingQuestions } from '../questions/waiting-questions.ts';
import { type AskingCall, askWithin } from './ask-within.ts';
import { type Rejected, rejections } from './rejections.ts';

const verbs = {
  delete: { label: 'Delete', icon: 'trash', what: 'delete a file' },
  move: { label: 'Move', icon: 'arrow-right', what: 'move a file' },
  type: { label: 'Type', icon: 'keyboard', what: 'type into the terminal of a running command' },
} as const;

export interface ActionQuestion extends AskingCall {
  readonly agent: string;
  readonly verb: keyof typeof verbs;
  /** What would happen to what, in one line. */
  readonly subject: string;
}

export type ActionAnswer = { readonly kind: 'accepted' } | Rejected;

export interface ActionPromptOptions {
  readonly questions: WaitingQuestions;
  /** `approvalMode` never. */
  readonly asksNothing: () => boolean;
}

export function createActionPrompt({ questions, asksNothing }: ActionPromptOptions) {
  return async ({ agent, verb, subject, ...call }: ActionQuestion): Promise<ActionAnswer> => {
    if (asksNothing()) return { kind: 'accepted' };
    const { label, icon, what } = verbs[verb];
    const yes: Answer<ActionAnswer> = { label, icon, choose: () => ({ kind: 'accepted' }) };
    const text = { title: `${shownAgent(agent)} wants to ${what}`, subject: printable(subject) };
    return askWithin(call, `the question to ${what}`, (signal) => questions.ask(text, [yes, ...rejections], signal));
  };
}

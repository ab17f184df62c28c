// Asks in the view of questions before a file is deleted or moved.
import { printable, shownAgent } from '../printable.ts';
import type { Answer, WaitingQuestions } from '../questions/waiting-questions.ts';
import { type AskingCall, askWithin } from './ask-within.ts';
import { type Rejected, rejections } from './rejections.ts';

export interface FileQuestion extends AskingCall {
  readonly agent: string;
  readonly verb: 'delete' | 'move';
  /** What would happen to which file, in one line. */
  readonly subject: string;
}

export type FileAnswer = { readonly kind: 'accepted' } | Rejected;

export interface FilePromptOptions {
  readonly questions: WaitingQuestions;
  /** `approvalMode` never. */
  readonly asksNothing: () => boolean;
}

export function createFilePrompt({ questions, asksNothing }: FilePromptOptions) {
  return async ({ agent, verb, subject, ...call }: FileQuestion): Promise<FileAnswer> => {
    if (asksNothing()) return { kind: 'accepted' };
    const yes: Answer<FileAnswer> = {
      label: verb === 'delete' ? 'Delete' : 'Move',
      icon: verb === 'delete' ? 'trash' : 'arrow-right',
      choose: () => ({ kind: 'accepted' }),
    };
    const text = { title: `${shownAgent(agent)} wants to ${verb} a file`, subject: printable(subject) };
    return askWithin(call, `the file to ${verb}`, (signal) => questions.ask(text, [yes, ...rejections], signal));
  };
}

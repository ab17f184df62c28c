// Asks about a read in the view of questions.
import { printable, shownAgent } from '../printable.ts';
import type { Answer, WaitingQuestions } from '../questions/waiting-questions.ts';
import type { ReadAnswer, ReadPrompt } from './read-approval.ts';

const once: Answer<ReadAnswer> = { label: 'Allow', icon: 'check', choose: () => 'once' };
const always: Answer<ReadAnswer> = { label: 'Allow until the window closes', icon: 'pass', choose: () => 'always' };
const no: Answer<ReadAnswer> = { label: 'Reject', icon: 'close', choose: () => 'no' };

export function createReadPrompt(questions: WaitingQuestions): ReadPrompt {
  return ({ agent, tool, about, signal }) =>
    questions.ask(
      { title: `${shownAgent(agent.name)} wants to use ${tool}`, subject: printable(about) },
      agent.isClaimed === true ? [once, no] : [once, always, no],
      signal,
    );
}

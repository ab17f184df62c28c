// Approval of reads in the mode `always`: once, or per tool and agent until the window closes.
import { limits, SallyportError } from '@sallyport/protocol';
import { nothingDone } from '../closing.ts';

export interface ReadQuestion {
  /** Nothing is remembered for a claimed name, which another agent could use too. */
  readonly agent: { readonly id: string; readonly name: string; readonly isClaimed?: boolean };
  readonly tool: string;
  /** The subject, such as a path; shown only to the user. */
  readonly about: string;
  readonly signal: AbortSignal;
}

/** Whether the call only looks; code_actions changes something only when told what to apply. */
export function isRead(tool: { readonly name: string; readonly effect: string }, args: object): boolean {
  if (tool.name === 'code_actions') return !('apply' in args) || args.apply === undefined;
  return tool.effect === 'read' || tool.effect === 'act';
}

export type ReadAnswer = 'once' | 'always' | 'no';

/** Rejects when the signal aborts. */
export type ReadPrompt = (question: ReadQuestion) => Promise<ReadAnswer>;

/** Rejects with ERR_PERMISSION_DENIED or ERR_CONSENT_TIMEOUT unless the user allows it. One question at a time. */
export function createReadApproval(prompt: ReadPrompt): (question: ReadQuestion) => Promise<void> {
  const allowed = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();
  return (question) => {
    const mine = turn.then(() => ask(question));
    turn = mine.catch(() => {});
    return mine;
  };

  async function ask(question: ReadQuestion): Promise<void> {
    const { agent, tool, signal } = question;
    // The call may have been cancelled while it was queued.
    signal.throwIfAborted();
    const key = `${agent.id}\n${tool}`;
    if (allowed.has(key)) return;
    const deadline = AbortSignal.timeout(limits.editor.reviewPendingMs);
    const answer = await prompt({ ...question, signal: AbortSignal.any([signal, deadline]) }).catch(
      (error: unknown) => {
        throw deadline.aborted && !signal.aborted ? unanswered() : nothingDone(error);
      },
    );
    if (answer === 'no') throw new SallyportError('ERR_PERMISSION_DENIED', 'The user rejected this call');
    if (answer === 'always' && agent.isClaimed !== true) allowed.add(key);
  }
}

function unanswered(): SallyportError {
  return new SallyportError('ERR_CONSENT_TIMEOUT', 'The user did not answer', {
    hint: 'Ask the user, then call again.',
  });
}

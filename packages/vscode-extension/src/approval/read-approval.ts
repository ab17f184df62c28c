// In the mode `always` reads ask too: once, or for one tool and agent until the window closes.
import { limits, SallyportError } from '@sallyport/protocol';

export interface ReadQuestion {
  /** For one that is known by its own word alone nothing is remembered: another could say the same. */
  readonly agent: { readonly id: string; readonly name: string; readonly isClaimed?: boolean };
  readonly tool: string;
  /** What it is about, such as a path; shown to the user alone. */
  readonly about: string;
  readonly signal: AbortSignal;
}

export type ReadAnswer = 'once' | 'always' | 'no';

/** Settles when the person decided, or rejects when the signal aborts. */
export type ReadPrompt = (question: ReadQuestion) => Promise<ReadAnswer>;

/** Resolves when the user lets it; rejects with ERR_PERMISSION_DENIED or ERR_CONSENT_TIMEOUT when not. One question at a time. */
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
    // Whoever left while others were asked is not asked for.
    signal.throwIfAborted();
    const key = `${agent.id}\n${tool}`;
    if (allowed.has(key)) return;
    const deadline = AbortSignal.timeout(limits.editor.reviewPendingMs);
    const answer = await prompt({ ...question, signal: AbortSignal.any([signal, deadline]) }).catch(
      (error: unknown) => {
        throw deadline.aborted && !signal.aborted ? unanswered() : error;
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

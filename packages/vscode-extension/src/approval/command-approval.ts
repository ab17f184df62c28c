// Asks before a command runs, unless a remembered rule allows it.
import { limits, SallyportError } from '@sallyport/protocol';
import { type CommandRule, isAllowed, offeredPrefix } from './rules.ts';

export interface CommandQuestion {
  readonly agent: string;
  readonly command: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** With it the question waits up to the hard cap. */
  readonly onProgress?: ((progress: { readonly progress: number; readonly message: string }) => void) | undefined;
}

export type CommandAnswer =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'rejected'; readonly note?: string };

export type RuleScope = 'session' | 'project' | 'global';

export interface RuleStore {
  list(): readonly CommandRule[];
  add(scope: RuleScope, rule: CommandRule): Promise<void>;
  forget(): Promise<void>;
}

/** The user's choice; `command` includes their edits. */
export type Choice =
  | {
      readonly kind: 'run';
      readonly command: string;
      readonly remember?: { readonly scope: RuleScope; readonly rule: CommandRule };
    }
  | { readonly kind: 'rejected'; readonly note?: string };

export interface CommandPrompt {
  /** Rejects when the signal aborts. */
  ask(question: CommandQuestion, offered: (command: string) => readonly CommandRule[]): Promise<Choice>;
}

export interface CommandApprovalOptions {
  readonly rules: RuleStore;
  readonly prompt: CommandPrompt;
  /** `approvalMode` never. */
  readonly asksNothing: () => boolean;
  /** Whether new terminals have a POSIX shell; fish, for example, quotes differently. */
  readonly isPosix: () => boolean;
}

export function createCommandApproval({ rules, prompt, asksNothing, isPosix }: CommandApprovalOptions) {
  return async (question: CommandQuestion): Promise<CommandAnswer> => {
    const { command, cwd } = question;
    if (asksNothing() || isAllowed(command, cwd, rules.list(), isPosix())) return { kind: 'run', command };
    return askWithin(question);
  };

  async function askWithin(question: CommandQuestion): Promise<CommandAnswer> {
    const { onProgress, signal } = question;
    signal.throwIfAborted();
    const ms = onProgress === undefined ? limits.editor.reviewPendingMs : limits.agent.hardCapMs;
    const deadline = AbortSignal.timeout(ms);
    let count = 0;
    const ticker = setInterval(() => {
      count += 1;
      onProgress?.({ progress: count, message: 'Waiting for the user to allow the command' });
    }, limits.editor.reviewProgressMs);
    try {
      const choice = await prompt.ask({ ...question, signal: AbortSignal.any([signal, deadline]) }, (text) =>
        offeredRules(text, question.cwd, isPosix()),
      );
      if (choice.kind === 'rejected') return choice;
      if (choice.remember !== undefined) await rules.add(choice.remember.scope, choice.remember.rule);
      return { kind: 'run', command: choice.command };
    } catch (error) {
      if (deadline.aborted && !signal.aborted) throw unanswered();
      throw error;
    } finally {
      clearInterval(ticker);
    }
  }
}

/** The exact line first; a prefix only for known programs. */
function offeredRules(command: string, cwd: string, isPosix: boolean): readonly CommandRule[] {
  const words = isPosix ? offeredPrefix(command) : undefined;
  return [{ kind: 'exact', command, cwd }, ...(words === undefined ? [] : [{ kind: 'prefix' as const, words, cwd }])];
}

function unanswered(): SallyportError {
  return new SallyportError('ERR_CONSENT_TIMEOUT', 'The user did not decide about the command in time', {
    hint: 'Nothing ran. Ask the user, then call again.',
  });
}

// Asks before a command runs, unless a remembered rule allows it.
import { type AskingCall, askWithin } from './ask-within.ts';
import { type CommandRule, isAllowed, offeredPrefix } from './rules.ts';

export interface CommandQuestion extends AskingCall {
  readonly agent: string;
  readonly command: string;
  readonly cwd: string;
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
    return askUser(question);
  };

  async function askUser(question: CommandQuestion): Promise<CommandAnswer> {
    const choice = await askWithin(question, 'the command', (signal) =>
      prompt.ask({ ...question, signal }, (text) => offeredRules(text, question.cwd, isPosix())),
    );
    if (choice.kind === 'rejected') return choice;
    if (choice.remember !== undefined) await rules.add(choice.remember.scope, choice.remember.rule);
    return { kind: 'run', command: choice.command };
  }
}

/** The exact line first; a prefix only for known programs. */
function offeredRules(command: string, cwd: string, isPosix: boolean): readonly CommandRule[] {
  const words = isPosix ? offeredPrefix(command) : undefined;
  return [{ kind: 'exact', command, cwd }, ...(words === undefined ? [] : [{ kind: 'prefix' as const, words, cwd }])];
}

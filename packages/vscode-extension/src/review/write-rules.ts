// The user's rules for edits: which agent may change files below which folder without a review, while its session lasts.
import { dirname, sep } from 'node:path';
import type { ReviewCall } from './review-port.ts';

interface WriteRule {
  /** A session of the agent: a new one asks again. */
  readonly agentId: string;
  readonly folder: string;
}

/** The oldest are dropped. */
const RULES_MAX = 100;

export class WriteRules {
  #rules: readonly WriteRule[] = [];

  add(agent: ReviewCall['agent'], folder: string): void {
    if (mayHaveRules(agent)) this.#rules = [...this.#rules, { agentId: agent.id, folder }].slice(-RULES_MAX);
  }

  /** `path` has its links resolved. */
  allows(agent: ReviewCall['agent'], path: string): boolean {
    return (
      mayHaveRules(agent) &&
      this.#rules.some(({ agentId, folder }) => agentId === agent.id && path.startsWith(withSeparator(folder)))
    );
  }

  forget(): void {
    this.#rules = [];
  }
}

/** Nothing is remembered for a name that any program could claim. */
export function mayHaveRules({ isClaimed }: ReviewCall['agent']): boolean {
  return isClaimed !== true;
}

/** The folders that a rule can name, nearest first: from that of the file up to that of the workspace, and none above. */
export function offeredFolders(path: string, workspaceFolder: string | undefined): string[] {
  const folders = [dirname(path)];
  if (workspaceFolder === undefined) return folders;
  for (;;) {
    const last = folders.at(-1) ?? '';
    if (!last.startsWith(withSeparator(workspaceFolder))) return folders;
    folders.push(dirname(last));
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : `${folder}${sep}`;
}

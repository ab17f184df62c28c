// Assembles the reviews of a VS Code window: desk, surface, controls and tabs.
import type * as vscode from 'vscode';
import { closeOrphans, onDiffClosed } from './diff-tabs.ts';
import { openControls, tellDraftKept } from './review-controls.ts';
import { ReviewDesk } from './review-desk.ts';
import type { Review, WatchProblems } from './review-port.ts';
import { openSurface } from './vscode-surface.ts';

export interface Reviews {
  readonly review: Review;
  /** Whether this agent has an open review, which keeps its session alive. */
  isWaitingFor(agentId: string): boolean;
  /** Rejects waiting calls and closes the diffs. Idempotent. */
  close(): Promise<void>;
}

export function openReviews({ watchProblems }: { readonly watchProblems: WatchProblems }): Reviews {
  const surface = openSurface(watchProblems);
  const desk = new ReviewDesk(surface);
  const parts: vscode.Disposable[] = [
    openControls(desk),
    onDiffClosed((id) => void desk.closed(id).then((kept) => kept && tellDraftKept(kept))),
    surface,
  ];
  void closeOrphans((id) => desk.find(id) !== undefined);
  return {
    review: desk,
    isWaitingFor: (agentId) => desk.open.some(({ facts }) => facts.agent.id === agentId),
    close: async () => {
      await desk.close();
      for (const part of parts.splice(0)) part.dispose();
    },
  };
}

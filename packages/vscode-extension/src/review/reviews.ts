// Reviews in a VS Code window, put together: the desk, its surface, its controls, and the tabs that end a review.
import type * as vscode from 'vscode';
import { closeOrphans, onDiffClosed } from './diff-tabs.ts';
import { openControls } from './review-controls.ts';
import { ReviewDesk } from './review-desk.ts';
import type { Review, WatchProblems } from './review-port.ts';
import { openSurface } from './vscode-surface.ts';

export interface Reviews {
  readonly review: Review;
  /** Whether a review of this agent waits, so that its session is not swept. */
  isWaitingFor(agentId: string): boolean;
  /** Tells whoever waits that the editor goes, and closes the diffs. May be called again. */
  close(): Promise<void>;
}

export function openReviews({ watchProblems }: { readonly watchProblems: WatchProblems }): Reviews {
  const surface = openSurface(watchProblems);
  const desk = new ReviewDesk(surface);
  const parts: vscode.Disposable[] = [openControls(desk), onDiffClosed((id) => void desk.reject(id)), surface];
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

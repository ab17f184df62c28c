// Assembles the reviews of a VS Code window: desk, surface, controls, tabs, and what is kept of them on disk.
import type * as vscode from 'vscode';
import { closeOrphans, onDiffClosed, onDraftAlone, openDiff } from './diff-tabs.ts';
import { withRequests } from './request-batches.ts';
import { openControls, tellDraftKept, tellRuled } from './review-controls.ts';
import { ReviewDesk } from './review-desk.ts';
import type { Review, WatchProblems } from './review-port.ts';
import { ReviewStore, type ReviewStoreOptions } from './review-store.ts';
import { openSurface } from './vscode-surface.ts';
import { WriteRules } from './write-rules.ts';

export interface Reviews {
  readonly review: Review;
  /** Of the rules that accept edits without a review. */
  forgetRules(): void;
  /** Whether this agent has an open review, which keeps its session alive. */
  isWaitingFor(agentId: string): boolean;
  /** It lost its connection, so nobody gets the replies that its reviews wait to give. */
  agentLeft(agentId: string): void;
  /** Rejects waiting calls. Idempotent. */
  close(): Promise<void>;
}

export interface ReviewsOptions {
  readonly watchProblems: WatchProblems;
  /** Undefined in a window without a folder, which VS Code gives no storage. */
  readonly store: ReviewStoreOptions | undefined;
  readonly now: () => number;
}

/** How often to look whether the process before a reload has ended, and how long: VS Code keeps one without a window for hours. */
const TAKE_OVER_MS = 2000;
const TAKE_OVER_TRIES = 1800;

export function openReviews({ watchProblems, store: storeOptions, now }: ReviewsOptions): Reviews {
  const surface = openSurface(watchProblems, now);
  const store = storeOptions === undefined ? undefined : new ReviewStore(storeOptions);
  const rules = new WriteRules();
  const desk = new ReviewDesk(surface, { keeper: store, rules, onRuled: tellRuled });
  const drafts = surface.onDraft((id, text) => desk.find(id)?.isOpen === true && store?.keepDraft(id, text));
  const parts: vscode.Disposable[] = [
    openControls(desk, rules),
    onDiffClosed((id) => void desk.closed(id).then((kept) => kept && tellDraftKept(kept))),
    onDraftAlone((id, wasActive) => {
      const review = desk.find(id);
      if (review?.isOpen) void openDiff(review, { preserveFocus: !wasActive }).then(undefined, storeOptions?.onFault);
    }),
    surface,
  ];
  const bringBack = () => {
    for (const kept of store?.take() ?? []) void desk.restore(kept).catch(storeOptions?.onFault);
  };
  bringBack();
  if (store?.hasOthers) parts.push(takeOver(store, bringBack));
  void closeOrphans((id) => desk.find(id) !== undefined || store?.has(id) === true);
  return {
    review: withRequests(desk),
    forgetRules: () => rules.forget(),
    agentLeft: (agentId) => desk.agentLeft(agentId),
    isWaitingFor: (agentId) => desk.open.some(({ facts }) => facts.agent.id === agentId),
    close: async () => {
      // First, because it reports drafts of reviews that are open.
      drafts.dispose();
      await desk.close();
      for (const part of parts.splice(0)) part.dispose();
      await store?.settled();
    },
  };
}

function takeOver(store: ReviewStore, bringBack: () => void): vscode.Disposable {
  let tries = 0;
  const timer = setInterval(() => {
    tries += 1;
    bringBack();
    if (!store.hasOthers || tries >= TAKE_OVER_TRIES) clearInterval(timer);
  }, TAKE_OVER_MS);
  return { dispose: () => clearInterval(timer) };
}

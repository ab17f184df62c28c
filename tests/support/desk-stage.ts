// A desk of reviews without an editor, with one file to change and an agent that proposes.
import { afterEach, beforeEach, vi } from 'vitest';
import { ReviewDesk, type ReviewDeskOptions } from '../../packages/vscode-extension/src/review/review-desk.ts';
import type { Proposal, ReviewCall } from '../../packages/vscode-extension/src/review/review-port.ts';
import { FakeReviewSurface } from './fake-review-surface.ts';

export interface DeskStage {
  surface: FakeReviewSurface;
  desk: ReviewDesk;
  /** A new desk and a new surface, with the file as it was at first. */
  restart(): void;
  proposal(proposed: string, more?: Partial<Proposal>): Proposal;
  call(more?: Partial<ReviewCall>): ReviewCall;
  /** Moves time a little, so that what is under way gets where it waits. */
  settle(): Promise<unknown>;
  onlyId(): string;
}

/** Call once at the top of a suite: a new desk and fake timers before each test. */
export function useDesk(original: string, options: () => ReviewDeskOptions = () => ({})): DeskStage {
  const create = (used: ReviewDeskOptions) => {
    const surface = new FakeReviewSurface();
    surface.files.set('/w/a.txt', original);
    return { surface, desk: new ReviewDesk(surface, used) };
  };
  const stage: DeskStage = {
    ...create({}),
    restart: () => Object.assign(stage, create(options())),
    proposal: (proposed, more = {}) => ({
      path: '/w/a.txt',
      shownPath: 'a.txt',
      original,
      proposed,
      title: 'Change a.txt',
      ...more,
    }),
    call: (more = {}) => ({
      agent: { id: 'agent', name: 'tester' },
      signal: new AbortController().signal,
      ...more,
    }),
    settle: () => vi.advanceTimersByTimeAsync(1),
    onlyId: () => stage.desk.open[0]?.facts.id ?? 'none',
  };
  beforeEach(() => {
    vi.useFakeTimers();
    stage.restart();
  });
  afterEach(() => void vi.useRealTimers());
  return stage;
}

// All reviews of a window: opens them, carries out decisions, and keeps outcomes for agents that come back.
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Listeners, limits, SallyportError } from '@sallyport/protocol';
import { nothingDone, windowCloses } from '../closing.ts';
import { type Base, OpenReview, type ReviewFacts } from './open-review.ts';
import { waitForOutcome } from './outcome-wait.ts';
import { type Applied, acceptedOutcome, unchangedOutcome } from './outcomes.ts';
import { type Held, PathLocks } from './path-locks.ts';
import { hashOf, isSameAgent, keyOf } from './review-identity.ts';
import type { PickedUp, Proposal, Review, ReviewCall, ReviewOutcome } from './review-port.ts';
import type { KeptReview } from './review-store.ts';
import { isSameText, withEol } from './text-changes.ts';
import type { WriteRules } from './write-rules.ts';

/** Access to files, buffers and diff tabs. */
export interface ReviewSurface {
  readBase(path: string): Promise<Base>;
  /** Opens the diff without taking the focus. */
  show(review: OpenReview): Promise<void>;
  /** Opens the diff of a review of before a restart, unless its tab is still there. */
  bringBack(review: OpenReview, draft: string): Promise<void>;
  /** Closes the diff without a prompt. */
  hide(review: OpenReview): Promise<void>;
  /** The current text of the right side. */
  textOf(review: OpenReview): Promise<string>;
  /** Puts the review's base on the left side. */
  renewBase(review: OpenReview): void;
  /** Whether the user saved edits of their own on the right side. */
  hasSavedEdits(review: OpenReview): boolean;
  /** Writes the text to the file, unless that no longer matches the base. */
  apply(facts: ReviewFacts, base: Base, text: string): Promise<Applied>;
}

/** Where waiting reviews outlive the window. */
export interface ReviewKeeper {
  keep(review: OpenReview): void;
  drop(reviewId: string): void;
}

export interface ReviewDeskOptions {
  readonly keeper?: ReviewKeeper | undefined;
  readonly rules?: Pick<WriteRules, 'allows'>;
  /** Called with each change that a rule accepted. */
  readonly onRuled?: (review: OpenReview) => void;
}

export class ReviewDesk implements Review {
  readonly #surface: ReviewSurface;
  readonly #options: ReviewDeskOptions;
  readonly #locks = new PathLocks();
  readonly #held = new Map<OpenReview, Held>();
  readonly #reviews = new Map<string, OpenReview>();
  readonly #changes = new Listeners();
  /** Reviews being opened, or queued for their file. */
  #opening = 0;
  readonly #closing = new AbortController();

  constructor(surface: ReviewSurface, options: ReviewDeskOptions = {}) {
    this.#surface = surface;
    this.#options = options;
    // Each open review listens; Node warns of a leak above ten.
    setMaxListeners(limits.editor.reviewsOpenMax, this.#closing.signal);
  }

  /** Undecided reviews, oldest first. */
  get open(): readonly OpenReview[] {
    return [...this.#reviews.values()].filter(({ isOpen }) => isOpen);
  }

  find(reviewId: string): OpenReview | undefined {
    return this.#reviews.get(reviewId);
  }

  /** Returns the unsubscribe function. */
  onChanged(listener: () => void): () => void {
    return this.#changes.add(listener);
  }

  async propose(proposal: Proposal, call: ReviewCall): Promise<ReviewOutcome> {
    this.#closing.signal.throwIfAborted();
    const key = keyOf(proposal);
    const known = this.#findWaiting(key, call);
    if (known !== undefined) return this.#wait(known, call);
    const max = limits.editor.reviewsOpenMax;
    if (this.#held.size + this.#opening >= max) {
      throw new SallyportError('ERR_RATE_LIMITED', `${max} reviews already wait for the user.`, {
        hint: 'Nothing was proposed. Wait for some with get_review, then call again.',
      });
    }
    this.#opening += 1;
    const opened = await this.#open(proposal, call, key).finally(() => {
      this.#opening -= 1;
    });
    return opened instanceof OpenReview ? this.#wait(opened, call) : opened;
  }

  /** The opened review, or the outcome when no approval is needed. */
  async #open(proposal: Proposal, call: ReviewCall, key: string): Promise<OpenReview | ReviewOutcome> {
    await this.#supersede(proposal.path, call);
    const held = await this.#locks.acquire(proposal.path, proposal.shownPath, call.signal).catch((error: unknown) => {
      throw nothingDone(error);
    });
    try {
      const review = await this.#begin(proposal, call, key);
      const unchanged = unchangedOutcome(review);
      if (unchanged !== undefined) return unchanged;
      if (call.isApproved === true) return await this.#applyAtOnce(review);
      // Unsaved text of the user is saved only with their consent.
      if (!review.base.isDirty && this.#options.rules?.allows(call.agent, proposal.path)) {
        const outcome = await this.#applyAtOnce(review);
        this.#options.onRuled?.(review);
        return outcome;
      }
      held.name(review.facts.id);
      // Before it is shown: the user may close the diff while it opens.
      this.#reviews.set(review.facts.id, review);
      await this.#surface.show(review).catch(async (error: unknown) => {
        if (!review.isOpen) return;
        this.#reviews.delete(review.facts.id);
        await this.#surface.hide(review);
        throw error;
      });
      if (!review.isOpen) return review;
      this.#held.set(review, held);
      this.#options.keeper?.keep(review);
      this.#changes.tell();
      return review;
    } finally {
      if (![...this.#held.values()].includes(held)) held.release();
    }
  }

  /** A review of before a restart waits again, until its agent comes back or the user decides. */
  async restore({ failedBlocks, base, proposed, conflict, draft, ...facts }: KeptReview): Promise<void> {
    const review = new OpenReview({ ...facts, failedBlocks: () => failedBlocks }, base, proposed);
    review.agentState = 'gone';
    review.conflict = conflict;
    this.#reviews.set(facts.id, review);
    // A newer review may hold the file; both stay decidable, and the second Accept meets a conflict.
    void this.#locks.acquire(facts.path, facts.shownPath, this.#closing.signal).then(
      (held) => {
        held.name(facts.id);
        if (review.isOpen) this.#held.set(review, held);
        else held.release();
      },
      () => {},
    );
    this.#changes.tell();
    await this.#surface.bringBack(review, draft);
  }

  /** Its process ended without cancelling its calls: it may come back in a new session and find its reviews. */
  agentLeft(agentId: string): void {
    const left = this.open.filter(({ awaitedBy }) => awaitedBy === agentId);
    for (const review of left) review.agentState = 'gone';
    if (left.length > 0) this.#changes.tell();
  }

  async again(callKey: string, call: ReviewCall): Promise<PickedUp | undefined> {
    const review = this.#findWaiting(hashOf(callKey), call);
    return review === undefined ? undefined : this.#pickUp(review, call);
  }

  async resume(reviewId: string, call: ReviewCall): Promise<PickedUp | undefined> {
    const review = this.#reviews.get(reviewId);
    return review !== undefined && isSameAgent(review, call) ? this.#pickUp(review, call) : undefined;
  }

  /** Saves the right side. If that fails, the agent gets a conflict and the review stays open. */
  async accept(reviewId: string, note?: string): Promise<ReviewOutcome | undefined> {
    const review = this.#reviews.get(reviewId);
    if (review === undefined || !review.isOpen || review.isSaving) return undefined;
    review.isSaving = true;
    try {
      const accepted = await this.#surface.textOf(review);
      const applied = await this.#surface.apply(review.facts, review.base, accepted);
      if (applied.kind === 'conflict') return this.#conflict(review, applied.reason, applied.base);
      await this.#end(review, { ...acceptedOutcome(review, accepted, applied), note });
      return review.outcome;
    } catch (error) {
      return this.#conflict(review, error instanceof Error ? error.message : String(error), review.base);
    } finally {
      review.isSaving = false;
    }
  }

  async reject(reviewId: string, note?: string): Promise<void> {
    const review = this.#reviews.get(reviewId);
    if (review === undefined || !review.isOpen || review.isSaving) return;
    await this.#end(review, { status: 'rejected', note });
  }

  /**
   * The user closed the diff, which rejects the change. Saved edits are kept instead, and the review waits: VS Code's dialog
   * promises to save them. Returns the review in that case.
   */
  async closed(reviewId: string): Promise<OpenReview | undefined> {
    const review = this.#reviews.get(reviewId);
    if (review?.isOpen && !review.isSaving && this.#surface.hasSavedEdits(review)) return review;
    await this.reject(reviewId);
    return undefined;
  }

  /** Rejects all waiting calls; no file is touched. Diffs close, unless their reviews are kept and come back. Idempotent. */
  async close(): Promise<void> {
    this.#closing.abort(windowCloses());
    const left = this.open;
    this.#reviews.clear();
    if (this.#options.keeper === undefined) for (const review of left) await this.#surface.hide(review);
    this.#changes.tell();
  }

  /** A newer proposal replaces what this agent left behind on the same file, unless the user has edited it. */
  async #supersede(path: string, call: ReviewCall): Promise<void> {
    const left = this.open.find(
      (review) => review.facts.path === path && review.agentState === 'gone' && isSameAgent(review, call),
    );
    if (left === undefined || left.isSaving || !isSameText(await this.#surface.textOf(left), left.proposed)) return;
    await this.#end(left, { status: 'rejected', note: 'A newer proposal of the same agent replaced this one.' });
  }

  /** The outcome of a decided review is only for its own session: another one may mean the same change anew. */
  #findWaiting(key: string, call: ReviewCall): OpenReview | undefined {
    return [...this.#reviews.values()].find(
      (review) =>
        review.facts.key === key &&
        !review.isDelivered &&
        (!review.hasListeners || review.agentState === 'gone') &&
        (review.isOpen ? isSameAgent(review, call) : review.facts.agent.id === call.agent.id),
    );
  }

  async #pickUp(review: OpenReview, call: ReviewCall): Promise<PickedUp> {
    const { path, failedBlocks } = review.facts;
    return { path, outcome: await this.#wait(review, call), failedBlocks: failedBlocks() };
  }

  async #begin(proposal: Proposal, { agent }: ReviewCall, key: string): Promise<OpenReview> {
    const base = await this.#surface.readBase(proposal.path);
    const isSame = isSameText(base.text ?? '', proposal.original ?? '');
    const text = isSame ? proposal.proposed : (proposal.reproposed?.(base.text) ?? proposal.proposed);
    const { path, shownPath, title, request, failedBlocks = () => [] } = proposal;
    // The file keeps its own byte order mark.
    const proposed = base.text === undefined ? text : withEol(text.replace(/^\uFEFF/, ''), base.eol);
    const facts = { id: randomUUID(), key, path, shownPath, title, agent, request, failedBlocks };
    return new OpenReview(facts, base, proposed);
  }

  async #applyAtOnce(review: OpenReview): Promise<ReviewOutcome> {
    const { facts, base, proposed } = review;
    const applied = await this.#surface.apply(facts, base, proposed);
    if (applied.kind === 'saved') return acceptedOutcome(review, proposed, applied);
    throw new SallyportError('ERR_TOOL_FAILED', `${facts.shownPath} was not changed: ${applied.reason}`, {
      hint: 'Read the file and try again.',
      data: { path: facts.shownPath },
    });
  }

  async #wait(review: OpenReview, call: ReviewCall): Promise<ReviewOutcome> {
    review.awaitedBy = call.agent.id;
    return waitForOutcome(review, call, {
      closing: this.#closing.signal,
      onAgent: (state) => {
        // An older call of an agent that left says nothing about the one that waits now.
        if (review.awaitedBy !== call.agent.id || (state === 'away' && review.agentState === 'gone')) return;
        review.agentState = state;
        this.#changes.tell();
      },
    });
  }

  #conflict(review: OpenReview, reason: string, base: Base): ReviewOutcome {
    review.base = base;
    review.conflict = reason;
    this.#surface.renewBase(review);
    const outcome: ReviewOutcome = { status: 'conflict', reviewId: review.facts.id, reason };
    // The agent has been informed and may come back.
    if (review.hasListeners) review.agentState = 'away';
    review.announce(outcome);
    review.isDelivered = false;
    this.#options.keeper?.keep(review);
    this.#changes.tell();
    return outcome;
  }

  async #end(review: OpenReview, outcome: ReviewOutcome): Promise<void> {
    review.announce(outcome);
    this.#options.keeper?.drop(review.facts.id);
    this.#held.get(review)?.release();
    this.#held.delete(review);
    const ended = [...this.#reviews.values()].filter(({ isOpen }) => !isOpen);
    for (const { facts } of ended.slice(0, -limits.editor.reviewOutcomesKept)) this.#reviews.delete(facts.id);
    this.#changes.tell();
    await this.#surface.hide(review);
  }
}

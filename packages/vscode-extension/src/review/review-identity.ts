// Which calls are the same one again, and which agents are the same one in another session.
import { createHash } from 'node:crypto';
import type { OpenReview } from './open-review.ts';
import type { Proposal, ReviewCall } from './review-port.ts';

/** An agent that reconnects has a new session and the same name; the id of a review is known only to whoever got it. */
export function isSameAgent({ facts }: OpenReview, { agent }: ReviewCall): boolean {
  return facts.agent.id === agent.id || facts.agent.name === agent.name;
}

export function keyOf({ path, proposed, callKey }: Proposal): string {
  return callKey === undefined ? hashOf(JSON.stringify(path), proposed) : hashOf(callKey);
}

export function hashOf(...texts: string[]): string {
  return texts.reduce((hash, text) => hash.update(text), createHash('sha256')).digest('hex');
}

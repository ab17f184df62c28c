// Which changes belong together: those of one call, and those of calls that an agent sent before it had an answer to any of them.
import { randomUUID } from 'node:crypto';
import type { Review } from './review-port.ts';

interface Batch {
  readonly id: string;
  /** Calls without an answer. */
  calls: number;
}

/** A call that changes several files names its request itself; all others get that of their batch here. */
export function withRequests(review: Review): Review {
  const batches = new Map<string, Batch>();
  return {
    again: (callKey, call) => review.again(callKey, call),
    resume: (reviewId, call) => review.resume(reviewId, call),
    async propose(proposal, call) {
      if (proposal.request !== undefined) return review.propose(proposal, call);
      const agentId = call.agent.id;
      const batch = batches.get(agentId) ?? { id: randomUUID(), calls: 0 };
      batches.set(agentId, batch);
      batch.calls += 1;
      try {
        return await review.propose({ ...proposal, request: { id: batch.id } }, call);
      } finally {
        batch.calls -= 1;
        // An agent that has all its answers starts another batch.
        if (batch.calls === 0) batches.delete(agentId);
      }
    },
  };
}

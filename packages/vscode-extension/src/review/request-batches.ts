// Which changes belong together: those of one call, and those of calls that an agent sent before it had an answer to any of them.
import { randomUUID } from 'node:crypto';
import type { Review } from './review-port.ts';

/** A call that changes several files names its request itself; all others get that of their batch here. */
export function withRequests(review: Review): Review {
  /** By agent, the id of the batch that grows until the first answer. */
  const batches = new Map<string, string>();
  return {
    again: (callKey, call) => review.again(callKey, call),
    resume: (reviewId, call) => review.resume(reviewId, call),
    async propose(proposal, call) {
      if (proposal.request !== undefined) return review.propose(proposal, call);
      const agentId = call.agent.id;
      const id = batches.get(agentId) ?? randomUUID();
      batches.set(agentId, id);
      try {
        return await review.propose({ ...proposal, request: { id } }, call);
      } finally {
        // What the agent sends from now on may follow from this answer.
        if (batches.get(agentId) === id) batches.delete(agentId);
      }
    },
  };
}

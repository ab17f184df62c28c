// Proposes a change and presents what became of it, in the seed's words.
import type { FailedBlock, Proposal, ReviewCall, ReviewOutcome } from '../review/review-port.ts';
import type { ToolContext } from './context.ts';

/** The fields of `reviewFields`. */
export type Reviewed = ReturnType<typeof presentReview>;

export async function propose(given: string, proposal: Proposal, context: ToolContext): Promise<Reviewed> {
  return presentReview(given, await context.review.propose(proposal, callOf(context)));
}

export function callOf({ agent, signal, onProgress, isApproved }: ToolContext): ReviewCall {
  return { agent, signal, isApproved, ...(onProgress === undefined ? {} : { onProgress }) };
}

export function presentReview(path: string, outcome: ReviewOutcome) {
  switch (outcome.status) {
    case 'accepted':
      return {
        status: outcome.status,
        path,
        operation: outcome.operation,
        ...defined('user_edits', outcome.userEdits),
        ...defined('format_edits', outcome.formatEdits),
        ...defined('reverted_hunks', outcome.revertedHunks),
        ...defined('note', outcome.note),
        ...defined(
          'new_diagnostics',
          outcome.problems.lines.length === 0 ? undefined : outcome.problems.lines.join('\n'),
        ),
        diagnostics_state: outcome.problems.state,
        final_content_sha256: outcome.finalSha256,
      };
    case 'rejected':
      return { status: outcome.status, path, ...defined('note', outcome.note) };
    case 'pending':
      return { status: outcome.status, path, review_id: outcome.reviewId };
    case 'conflict':
      return { status: outcome.status, path, review_id: outcome.reviewId, reason: outcome.reason };
  }
}

/** The fields of `blockFields`; none when every block found its place. */
export function presentFailed(failures: readonly FailedBlock[]) {
  return failures.length === 0
    ? {}
    : { partial: true, failed_blocks: failures.map(({ block }) => block), failures: [...failures] };
}

/** The field, or nothing where there is no value. */
export function defined<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  // After the check there is either no key or one of that name and type.
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}

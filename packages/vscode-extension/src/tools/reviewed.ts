// Proposes a change and presents its outcome in the specified form.
import type { FailedBlock, Proposal, ReviewCall, ReviewOutcome } from '../review/review-port.ts';
import type { ToolContext } from './context.ts';
import { editorReply } from './editor-reply.ts';

export function proposeChange(proposal: Proposal, context: ToolContext): Promise<ReviewOutcome> {
  return context.review.propose(proposal, callOf(context));
}

export function reviewReply(path: string, outcome: ReviewOutcome, failures: readonly FailedBlock[] = []) {
  const facts = { ...presentReview(path, outcome), ...presentFailed(failures) };
  return editorReply(facts, { message: nextOf(facts) });
}

/** What the agent should do next; undefined after a complete decision. */
export function nextOf({
  status,
  review_id: id,
  partial,
  reason = '',
  unchanged: isUnchanged,
  line_endings: eol,
}: NextFacts): string | undefined {
  if (status === 'pending') return `The user has not decided yet: call get_review with review_id ${id}.`;
  if (/^E[A-Z]+:/.test(reason)) return 'The file could not be written, and the review stays open: ask the user.';
  if (status === 'conflict') return 'The file changed in the meantime: read it again before you propose again.';
  if (isUnchanged === true) return 'The file already has this text: nothing was changed.';
  if (eol !== undefined) return `The file had mixed line endings; all of its lines now end with ${eol}.`;
  return partial === true
    ? 'The blocks named in failed_blocks were left out: read the file and send them again.'
    : undefined;
}

interface NextFacts {
  readonly status: string;
  readonly review_id?: string;
  readonly partial?: boolean;
  readonly reason?: string;
  readonly unchanged?: boolean;
  readonly line_endings?: string;
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
        ...optionalField('user_edits', outcome.userEdits),
        ...optionalField('format_edits', outcome.formatEdits),
        ...optionalField('reverted_hunks', outcome.revertedHunks),
        ...optionalField('unchanged', outcome.isUnchanged),
        ...optionalField('line_endings', outcome.normalisedEol),
        ...optionalField('note', outcome.note),
        ...optionalField(
          'new_diagnostics',
          outcome.problems.lines.length === 0 ? undefined : outcome.problems.lines.join('\n'),
        ),
        diagnostics_state: outcome.problems.state,
        final_content_sha256: outcome.finalSha256,
      };
    case 'rejected':
      return { status: outcome.status, path, ...optionalField('note', outcome.note) };
    case 'pending':
      return { status: outcome.status, path, review_id: outcome.reviewId };
    case 'conflict':
      return { status: outcome.status, path, review_id: outcome.reviewId, reason: outcome.reason };
  }
}

/** The fields of `blockFields`; empty when all blocks matched. */
function presentFailed(failures: readonly FailedBlock[]) {
  return failures.length === 0
    ? {}
    : { partial: true, failed_blocks: failures.map(({ block }) => block), failures: [...failures] };
}

/** An object with the field, or an empty one without a value. */
export function optionalField<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  // Checked: either no key, or one with that name and type.
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}

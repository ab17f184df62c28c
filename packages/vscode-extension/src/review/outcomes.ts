// What a saved change is to the agent: what the user and the formatter made of it, and whether there was one at all.
import type { Base, OpenReview } from './open-review.ts';
import type { NewProblems, ReviewOutcome } from './review-port.ts';
import { countRevertedHunks, unifiedDiff, withLf } from './text-changes.ts';

export type Applied =
  | {
      readonly kind: 'saved';
      readonly content: string;
      readonly sha256: string;
      readonly problems: NewProblems;
      /** Mixed line endings are as they were, but for changed lines. */
      readonly hasKeptEol?: boolean;
    }
  | { readonly kind: 'conflict'; readonly reason: string; readonly base: Base };

/** For a proposal that the file has already; unsaved text is still reviewed, because accepting it saves the file. */
export function unchangedOutcome({ base, proposed }: OpenReview): ReviewOutcome | undefined {
  if (base.text === undefined || base.isDirty || base.diskSha256 === undefined) return undefined;
  if (withLf(base.text) !== withLf(proposed)) return undefined;
  const problems: NewProblems = { state: 'settled', lines: [] };
  return { status: 'accepted', operation: 'modified', finalSha256: base.diskSha256, problems, isUnchanged: true };
}

export function acceptedOutcome(
  { facts, base, proposed }: OpenReview,
  accepted: string,
  { content, sha256, problems, hasKeptEol }: Extract<Applied, { kind: 'saved' }>,
): Extract<ReviewOutcome, { status: 'accepted' }> {
  const userEdits = unifiedDiff(facts.shownPath, proposed, accepted);
  const formatEdits = unifiedDiff(facts.shownPath, accepted, content);
  const revertedHunks = userEdits === undefined ? 0 : countRevertedHunks(base.text ?? '', proposed, accepted);
  return {
    status: 'accepted',
    operation: base.text === undefined ? 'created' : 'modified',
    finalSha256: sha256,
    ...(userEdits === undefined ? {} : { userEdits }),
    ...(formatEdits === undefined ? {} : { formatEdits }),
    ...(revertedHunks === 0 ? {} : { revertedHunks }),
    ...(base.hasMixedEol === true && hasKeptEol !== true
      ? { normalisedEol: base.eol === '\n' ? ('LF' as const) : ('CRLF' as const) }
      : {}),
    problems,
  };
}

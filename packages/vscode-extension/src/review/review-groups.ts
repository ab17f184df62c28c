// Groups of waiting reviews: by agent, and below it by request.
import type { OpenReview } from './open-review.ts';

export class ReviewGroup {
  readonly kind: 'agent' | 'request';
  /** Stays the same while the group has reviews. */
  readonly id: string;
  readonly name: string;
  readonly reviews: readonly OpenReview[];

  constructor(kind: 'agent' | 'request', id: string, name: string, reviews: readonly OpenReview[]) {
    this.kind = kind;
    this.id = `${kind} ${id}`;
    this.name = name;
    this.reviews = reviews;
  }
}

export function agentsOf(open: readonly OpenReview[]): ReviewGroup[] {
  const byName = grouped(open, ({ facts }) => facts.agent.name);
  return byName.map(([name, reviews]) => new ReviewGroup('agent', name, name, reviews));
}

/** A request with one file is just that file. If all that an agent has sent came together, its own group says so. */
export function requestsOf({ reviews }: ReviewGroup): (ReviewGroup | OpenReview)[] {
  const requests = grouped(reviews, ({ facts }) => facts.request?.id ?? facts.id);
  return requests.flatMap(([id, [first, ...more]]): (ReviewGroup | OpenReview)[] => {
    if (first === undefined) return [];
    const title = first.facts.request?.title;
    if (more.length === 0 || (title === undefined && requests.length === 1)) return [first, ...more];
    return [new ReviewGroup('request', id, title ?? 'Sent together', [first, ...more])];
  });
}

/** In the order of their first reviews. */
function grouped(reviews: readonly OpenReview[], keyOf: (review: OpenReview) => string): [string, OpenReview[]][] {
  const groups = new Map<string, OpenReview[]>();
  for (const review of reviews) groups.set(keyOf(review), [...(groups.get(keyOf(review)) ?? []), review]);
  return [...groups];
}

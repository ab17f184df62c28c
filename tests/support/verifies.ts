// How a test says which promises of the seeds it proves.
import type { RequirementId } from '../requirements.ts';

/** The title of a test with the ids that it proves: `it(verifies('answers ping with pong', 'S0-ping-pong'), …)`. */
export function verifies(title: string, ...ids: RequirementId[]): string {
  return `${title} [${ids.join(', ')}]`;
}

// What an agent may know of a tab's requests: those of documents that it may read, with headers only for sites that it may read.
import type { RequestFacts } from '../base/facts.ts';
import type { LoggedRequest } from './request-log.ts';

export interface RequestReader {
  readonly mayRead: (site: string) => boolean;
  /** Whether a secret was typed there by name: nothing that came from there is told, wherever it went. */
  readonly isMarked: (site: string) => boolean;
}

export function readableRequests(
  requests: readonly LoggedRequest[],
  { mayRead, isMarked }: RequestReader,
): readonly RequestFacts[] {
  return requests
    .filter(({ bySite, fromSites }) => mayRead(bySite) && !fromSites.some(isMarked))
    .map((request) => factsOf(request, mayRead(request.site)));
}

/** A document sees that a request to another site was made, but not with which headers. */
function factsOf(
  { site: _site, bySite: _bySite, fromSites: _from, ...facts }: LoggedRequest,
  isOpen: boolean,
): RequestFacts {
  return isOpen ? facts : { ...facts, isClosed: true, requestHeaders: [], responseHeaders: [], requestBody: undefined };
}

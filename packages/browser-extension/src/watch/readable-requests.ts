// What an agent may know of a tab's requests: those of documents that it may read, with headers only for sites that it may read.
import type { RequestFacts } from '../base/facts.ts';
import type { LoggedRequest } from './request-log.ts';

export function readableRequests(
  requests: readonly LoggedRequest[],
  mayRead: (site: string) => boolean,
): readonly RequestFacts[] {
  return requests.filter(({ bySite }) => mayRead(bySite)).map((request) => factsOf(request, mayRead(request.site)));
}

/** A document sees that a request to another site was made, but not with which headers. */
function factsOf({ site: _site, bySite: _bySite, ...facts }: LoggedRequest, isOpen: boolean): RequestFacts {
  return isOpen ? facts : { ...facts, isClosed: true, requestHeaders: [], responseHeaders: [], requestBody: undefined };
}

// All supported MCP revisions. A new one is one line in this table.
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { headerOf } from '../base/headers.ts';
import { metaOf } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import type { RequestOrNotification, Revision } from './revision.ts';
import { selfDescribing } from './self-describing.ts';
import { sessionful } from './sessionful.ts';

/** Newest first: servers are tried in this order. */
export const revisions: readonly [Revision, ...Revision[]] = [selfDescribing('2026-07-28', 'modern'), sessionful];

/** Revisions without MCP sessions, so one connection can serve several callers. */
export const sessionless: readonly Revision[] = revisions.filter(({ handshake }) => handshake === undefined);

export const versions: readonly string[] = revisions.flatMap((revision) => revision.versions);
/** Versions that a request may name. */
export const statedVersions: readonly string[] = sessionless.flatMap((revision) => revision.versions);

/**
 * The revision of a request, valid or not: one without a version belongs to a session. Determined for each request, since a
 * client may probe one revision and continue in another on the same stream.
 */
export function revisionOf(params: JsonObject): Revision {
  const meta = metaOf(params);
  if (!(metaKeys.protocolVersion in meta)) return sessionful;
  return revisionWith(meta[metaKeys.protocolVersion]) ?? revisions[0];
}

/** Over HTTP a notification, which has no `_meta`, names its version in a header. */
export function revisionOfPosted(message: RequestOrNotification, headers: IncomingHttpHeaders): Revision {
  const named = message.kind === 'notification' ? revisionWith(headerOf(headers, 'mcp-protocol-version')) : undefined;
  return metaKeys.protocolVersion in metaOf(message.params) ? revisionOf(message.params) : (named ?? sessionful);
}

export function revisionNamed(name: string | undefined): Revision | undefined {
  return revisions.find((revision) => revision.name === name);
}

/** The client's name in a request. */
export function clientNameOf(revision: Revision, params: JsonObject): string | undefined {
  const info = revision.clientInfoOf(params);
  return isRecord(info) && typeof info.name === 'string' ? info.name : undefined;
}

function revisionWith(version: unknown): Revision | undefined {
  return sessionless.find((revision) => revision.versions.some((known) => known === version));
}

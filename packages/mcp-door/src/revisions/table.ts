// Every revision of MCP that is spoken here. A new one is a line in this table.
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { headerOf } from '../base/headers.ts';
import { metaOf } from '../base/json-rpc.ts';
import { metaKeys } from '../base/meta-keys.ts';
import type { RequestOrNotification, Revision } from './revision.ts';
import { selfDescribing } from './self-describing.ts';
import { sessionful } from './sessionful.ts';

/** Newest first: a server is asked in this order. */
export const revisions: readonly [Revision, ...Revision[]] = [selfDescribing('2026-07-28', 'modern'), sessionful];

/** Those whose requests stand alone, so one connection can serve several callers. */
export const sessionless: readonly Revision[] = revisions.filter(({ handshake }) => handshake === undefined);

export const versions: readonly string[] = revisions.flatMap((revision) => revision.versions);
/** Those that a request may name. */
export const statedVersions: readonly string[] = sessionless.flatMap((revision) => revision.versions);

/**
 * The revision in which a request is answered, whether or not it is a sound one: a request that names no version belongs to
 * a session. Found anew for each request, since a client that only probed may go on in another revision on the same stream.
 */
export function revisionOf(params: JsonObject): Revision {
  const meta = metaOf(params);
  if (!(metaKeys.protocolVersion in meta)) return sessionful;
  return stating(meta[metaKeys.protocolVersion]) ?? revisions[0];
}

/** Over HTTP a notification, which has no envelope, names its version in a header. */
export function revisionOfPosted(message: RequestOrNotification, headers: IncomingHttpHeaders): Revision {
  const named = message.kind === 'notification' ? stating(headerOf(headers, 'mcp-protocol-version')) : undefined;
  return metaKeys.protocolVersion in metaOf(message.params) ? revisionOf(message.params) : (named ?? sessionful);
}

export function revisionNamed(name: string | undefined): Revision | undefined {
  return revisions.find((revision) => revision.name === name);
}

/** What the client that sends a request calls itself. */
export function clientNameOf(revision: Revision, params: JsonObject): string | undefined {
  const info = revision.clientInfoOf(params);
  return isRecord(info) && typeof info.name === 'string' ? info.name : undefined;
}

function stating(version: unknown): Revision | undefined {
  return sessionless.find((revision) => revision.versions.some((known) => known === version));
}

// MCP towards agents.

export { isId, type JsonRpcId, metaOf, parseIncoming } from './base/json-rpc.ts';
export type { About, CallEnd, Extras, Offer, Provenance } from './base/offer.ts';
export { StreamDoor, type StreamDoorOptions } from './door/stream-door.ts';
export { isSameSecret, targetOf } from './http/guard.ts';
export { type Guest, HttpDoor, type HttpDoorOptions, type Identity, type Visit } from './http/http-door.ts';
export { presentFailure, presentModern } from './present/present.ts';
export { metaKeys } from './revisions/era.ts';

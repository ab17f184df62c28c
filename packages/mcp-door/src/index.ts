// MCP towards agents.
export { metaKeys } from './era.ts';
export { isSameSecret, targetOf } from './guard.ts';
export { type Guest, HttpDoor, type HttpDoorOptions, type Identity, type Visit } from './http.ts';
export { isId, type JsonRpcId, metaOf, parseIncoming } from './json-rpc.ts';
export type { About, CallEnd, Extras, Offer, Provenance } from './offer.ts';
export { presentFailure, presentModern } from './present.ts';
export { StreamDoor, type StreamDoorOptions } from './stream-door.ts';

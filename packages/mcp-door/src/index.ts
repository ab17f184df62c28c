// MCP towards agents.
export { metaKeys } from './era.ts';
export { isId, type JsonRpcId, metaOf, parseIncoming } from './json-rpc.ts';
export type { CallEnd, Offer, Provenance } from './offer.ts';
export { presentFailure, presentModern } from './present.ts';
export { StreamDoor, type StreamDoorOptions } from './stream-door.ts';

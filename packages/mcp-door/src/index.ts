// MCP: the doors for agents, and the revisions of the protocol for other packages that speak it.
export { isId, type JsonRpcId, metaOf, parseIncoming } from './base/json-rpc.ts';
export { metaKeys } from './base/meta-keys.ts';
export type { About, CallOutcome, Extras, Offer, Provenance } from './base/offer.ts';
export { type MirroredParam, mirroredParams, paramHeaders } from './base/param-headers.ts';
export { StreamDoor, type StreamDoorOptions } from './door/stream-door.ts';
export { isSameSecret, targetOf } from './http/guard.ts';
export {
  type Admission,
  type AdmissionRequest,
  HttpDoor,
  type HttpDoorOptions,
  type Identity,
} from './http/http-door.ts';
export { presentFailure } from './present/present.ts';
export { abilities, askable, cannotAnswer, cannotAsk, isQuestion } from './revisions/questions.ts';
export type { Greeting, Revision } from './revisions/revision.ts';
export { sessionful } from './revisions/sessionful.ts';
export { clientNameOf, revisionNamed, revisionOf, revisions, sessionless } from './revisions/table.ts';

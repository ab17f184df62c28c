// The part of the protocol that works without zod. `@sallyport/protocol/tool` has the rest.
export type {
  App,
  AppCall,
  Ask,
  CallingClient,
  CallOptions,
  CallTime,
  Effect,
  JsonObject,
  Progress,
  Question,
  RelayedMethod,
  ToolDeclaration,
  ToolResult,
} from './app.ts';
export { type StepMark, type Surprise, surprises } from './batch.ts';
export { BoundedMap } from './bounded-map.ts';
export { type Assembled, ChunkAssembler, type ChunkAssemblerOptions } from './chunk-assembler.ts';
export { type Ack, type Chunk, ChunkSender, type ChunkSenderOptions, type Outgoing } from './chunk-sender.ts';
export { type Clock, systemClock } from './clock.ts';
export { Countdown, type CountdownOptions } from './countdown.ts';
export type { Decoded, DecodeProblem } from './decoded.ts';
export { type Dialect, sniffDialect } from './dialect.ts';
export {
  type ErrorCode,
  type ErrorDetail,
  errorCodes,
  type Foreign,
  fromWireError,
  isErrorCode,
  isRecord,
  SallyportError,
  toWireError,
  UNKNOWN_OUTCOME_HINT,
  type WireError,
} from './error.ts';
export { type ErrorReason, errorReasons, isErrorReason } from './error-reasons.ts';
export { factsText } from './facts-text.ts';
export { createFence, type Fence, type RandomBytes } from './fence.ts';
export { encodeFrame, FrameDecoder } from './frame.ts';
export {
  type Browser,
  type BrowserHello,
  type Capability,
  capabilities,
  type Profile,
  parseCapabilities,
} from './hello.ts';
export {
  CHROMIUM_EXTENSION_ID,
  chromiumOrigin,
  EXTENSION_PUBLIC_KEY,
  FIREFOX_EXTENSION_ID,
  MANAGED_MARK,
  NATIVE_HOST_NAME,
} from './identity.ts';
export { IncomingRequests } from './incoming-requests.ts';
export { numberFrom, parseJson, recordsIn, textFrom } from './json.ts';
export { isDeeper } from './json-depth.ts';
export { dropLeadingFields, isSurelyShort, prependFields } from './json-text.ts';
export { limits } from './limits.ts';
export { LineDecoder } from './line.ts';
export {
  type Call,
  type ClientHello,
  type HostHello,
  type LinkMessage,
  parseClientHello,
  parseLinkMessage,
  toWireMessage,
} from './link-message.ts';
export { Listeners } from './listeners.ts';
export {
  type AgentLabel,
  type FromBrowser,
  type HostRequest,
  type HostRequestType,
  hostRequestTypes,
  parseAgentLabel,
  parseFromBrowser,
  type ToBrowser,
  type ToolRequest,
  toWireAgent,
} from './native-message.ts';
export { isOnDemand, onDemandFamilies, toolTokens } from './on-demand.ts';
export {
  type LostOutcome,
  type OutgoingRequest,
  OutgoingRequests,
  type OutgoingRequestsOptions,
} from './outgoing-requests.ts';
export { isRawCall, parseRawCall, type RawCall, rawResultId, toLinkResult } from './raw-message.ts';
export {
  errorFacts,
  type RenderOptions,
  renderError,
  renderReply,
  renderResult,
  withForeignText,
} from './render-reply.ts';
export {
  type CallResult,
  type DownloadPart,
  download,
  type FilePart,
  file,
  foreign,
  image,
  isRelayed,
  ours,
  type Part,
  parseReply,
  type Relayed,
  type Reply,
} from './reply.ts';
export { parseToBrowser } from './to-browser.ts';
export { unlessAborted } from './unless-aborted.ts';
export { agreeOnWire, PRODUCT_VERSION, WIRE, type WireParty, type WireRange } from './version.ts';
export { visibleText } from './visible-text.ts';

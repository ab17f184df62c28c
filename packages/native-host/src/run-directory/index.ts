// The run directory: where the product's processes find each other, and the few files they share.
export { removeDeadHosts } from './dead-hosts.ts';
export { type LockOptions, lockOf, whileLocked } from './file-lock.ts';
export {
  type Claim,
  type ClaimOptions,
  claimGatewayRecord,
  type GatewayRecord,
  gatewayRecordPath,
  readGatewayRecord,
  releaseGatewayRecord,
} from './gateway-record.ts';
export { heldDown, holdDown, isHeldDown, release } from './hold.ts';
export { type Knock, knockAtGateway } from './knock.ts';
export { type Machine, type RandomBytes, readMachine } from './machine.ts';
export {
  createPrivateFile,
  type PrivateFileOptions,
  readIfPresent,
  readTextFile,
  removeFile,
  replacePrivateFile,
} from './private-file.ts';
export { ensurePrivateFolder, openRunDirectory, type RunDirectory } from './private-folder.ts';
export { configFileOf, EDITOR_JOURNAL, locateFolders, type ProductFolders } from './product-folders.ts';
export {
  type AppRecord,
  createId,
  idsFrom,
  listRecords,
  readRecord,
  removeRecord,
  tokenPath,
  writeRecord,
} from './record.ts';
export { openRotatedLog, type RotatedLog, type RotatedLogOptions } from './rotated-log.ts';
export { isRunning } from './running.ts';
export { chooseSocketPath, listenPrivately, probeSocket, removeDeadSocket, type SocketState } from './socket.ts';
export { createToken, isSameToken, readToken, writeToken } from './token.ts';
export { withUserHome } from './user-home.ts';

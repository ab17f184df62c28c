// The keys of `_meta` that are read or written here: MCP's own and ours.

export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  provenance: 'dev.sallyport/provenance',
  /** Code, hint and data of a failed call, for programs. */
  error: 'dev.sallyport/error',
  /** Whom the gateway makes a call for, towards an editor. */
  agent: 'dev.sallyport/agent',
  /** What a tool can do, where an editor tells the gateway. */
  effect: 'dev.sallyport/effect',
} as const;

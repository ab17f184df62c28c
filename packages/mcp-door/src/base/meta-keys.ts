// The keys of `_meta` that we read or write: MCP's own and ours.

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
  /** The agent that the gateway makes a call for; sent to editors. */
  agent: 'dev.sallyport/agent',
  /** A tool's effect; editors send it to the gateway. */
  effect: 'dev.sallyport/effect',
} as const;

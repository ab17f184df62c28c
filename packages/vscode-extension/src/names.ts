// Names that users and other programs see.

/** The MCP server's name. */
export const EDITOR_SERVER_NAME = 'sallyport-editor';
/** Our entry in a client's config. */
export const CONFIG_ENTRY = 'sallyport-editor';
/** The gateway's entry there; it makes ours unnecessary. */
export const GATEWAY_CONFIG_ENTRY = 'sallyport';
export const CHANNEL_NAME = 'Sallyport';
export const TERMINAL_NAME = 'Sallyport';
/** URI scheme of both sides of a review. */
export const DIFF_SCHEME = 'sallyport-diff';

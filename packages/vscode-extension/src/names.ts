// The names that people and other programs meet.

/** What the editor's door calls itself to agents. */
export const EDITOR_SERVER_NAME = 'sallyport-editor';
/** Its entry in a client's config. */
export const CONFIG_ENTRY = 'sallyport-editor';
/** The gateway's entry there: where it stands, the editor writes none of its own. */
export const GATEWAY_CONFIG_ENTRY = 'sallyport';
export const CHANNEL_NAME = 'Sallyport';
export const TERMINAL_NAME = 'Sallyport';
/** Scheme of both sides of a review. */
export const DIFF_SCHEME = 'sallyport-diff';

// Why an error happened, where its code alone does not tell programs enough: a closed table, in `data.reason` on the wire.

/** Every reason, with what it means. Texts on the wire begin with it, which is what clients of seed 001 read. */
export const errorReasons = {
  DIALOG_OPEN: 'The page waits for an answer to a dialog.',
  DOWNLOAD: 'The address is a file, which the browser saves.',
  NO_TABS: 'The agent has no tab, or there is none to adopt.',
  NOT_OFFERED: 'A name of an earlier program that has no tool here.',
  OWNERSHIP: 'The tab belongs to another agent or to the user.',
  PAGE_LOAD_FAILED: 'A navigation led to no page.',
  PAUSED: 'The user has paused all agents in this browser.',
  POOL_FULL: 'Other agents have all the tabs that agents may have.',
  RESTRICTED_PAGE: 'A page that no tool may open or touch.',
  SITE_DENIED: 'The user does not let the agent use this site.',
  STOPPED: 'The user has stopped this agent in this browser.',
  TAB_CLOSED: 'There is no such tab.',
  TAB_UNAVAILABLE: 'The page of the tab cannot be reached.',
} as const;

export type ErrorReason = keyof typeof errorReasons;

export function isErrorReason(value: unknown): value is ErrorReason {
  return typeof value === 'string' && Object.hasOwn(errorReasons, value);
}

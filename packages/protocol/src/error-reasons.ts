// Reasons of errors, for programs that need more than the code: a closed table, sent as `data.reason`.

/** Every reason and its meaning. Error texts on the wire start with it, since legacy line clients read it there. */
export const errorReasons = {
  DIALOG_OPEN: 'The page waits for an answer to a dialog.',
  DOWNLOAD: 'The address is a file, which the browser saves.',
  NO_TABS: 'The agent has no tab, or there is none to adopt.',
  NOT_OFFERED: 'A legacy command that has no tool here.',
  OWNERSHIP: 'The tab belongs to another agent or to the user.',
  PAGE_LOAD_FAILED: 'A navigation did not lead to a page.',
  PAUSED: 'The user has paused all agents in this browser.',
  POOL_FULL: 'Other agents use all tabs that agents may have.',
  RESTRICTED_PAGE: 'A page that tools may not open or use.',
  SECRET_SITE: 'The site took a secret that an agent had typed by name, so agents can do less there.',
  SITE_DENIED: 'The user does not allow the agent to use this site.',
  STEP_NOT_REACHED: 'A step of a batch that was sent ahead has not run, since the step before it went another way.',
  STOPPED: 'The user has stopped this agent, in this browser or everywhere.',
  TAB_CLOSED: 'There is no such tab.',
  TAB_UNAVAILABLE: 'The page of the tab cannot be reached.',
} as const;

export type ErrorReason = keyof typeof errorReasons;

export function isErrorReason(value: unknown): value is ErrorReason {
  return typeof value === 'string' && Object.hasOwn(errorReasons, value);
}

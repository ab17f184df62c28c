// The link status: whether the extension can reach its host and pages, and how badge and panel say so.

/** The connection to the native host. */
export type LinkState =
  | 'connecting'
  | 'connected'
  | 'host-missing'
  | 'host-forbidden'
  | 'host-exited'
  | 'version-mismatch';

/** What badge and panel show: a connection is of no use without the permission to open pages. */
export type LinkStatus = LinkState | 'no-host-permission';

export function linkStatusOf(link: LinkState, hasHostPermission: boolean): LinkStatus {
  return link === 'connected' && !hasHostPermission ? 'no-host-permission' : link;
}

/** Reads the browser's reason for closing the port; an unknown one means that the host ran and ended. */
export function stateAfter(reason: string): LinkState {
  if (/not found|no such native application/i.test(reason)) return 'host-missing';
  // Firefox gives the same reason for a missing host and for one that is set up for another extension.
  if (/forbidden/i.test(reason)) return 'host-forbidden';
  return 'host-exited';
}

export interface Badge {
  readonly text: string;
  readonly colour: string;
  readonly title: string;
}

const TROUBLE = '#b3261e';
const WAITING = '#8a6d00';

function trouble(title: string): Badge {
  return { text: '!', colour: TROUBLE, title: `Sallyport: ${title}` };
}

const badges: Readonly<Record<LinkStatus, Badge>> = {
  connected: { text: '', colour: WAITING, title: 'Sallyport: connected. Agents work in their own tabs.' },
  connecting: { text: '…', colour: WAITING, title: 'Sallyport: connecting to its program on this computer.' },
  'host-missing': trouble('not set up for this browser yet. Run "sallyport install", then click the Sallyport button.'),
  'host-forbidden': trouble(
    'this computer is set up for another extension. Run "sallyport install", then click the Sallyport button.',
  ),
  'host-exited': trouble(
    'disconnected: its program on this computer stopped. Reconnecting; if that fails, run "sallyport doctor".',
  ),
  'version-mismatch': trouble(
    'the extension and its program on this computer have different versions. Update both, then run "sallyport install".',
  ),
  'no-host-permission': trouble(
    'connected, but not allowed on any site. Choose "Allow on all sites" in the Sallyport popup.',
  ),
};

/** What waits for the user. */
export interface Waiting {
  readonly questions: number;
  readonly isPaused: boolean;
}

const QUESTION = '#1a5fb4';

/** Trouble first, since no question can come in then; then questions, then the pause. */
export function badgeOf(linkStatus: LinkStatus, { questions, isPaused }: Waiting): Badge {
  if (badges[linkStatus].colour === TROUBLE) return badges[linkStatus];
  if (questions > 0) {
    const waiting = questions === 1 ? 'an agent is waiting' : `${questions} questions are waiting`;
    return { text: String(questions), colour: QUESTION, title: `Sallyport: ${waiting} for your answer.` };
  }
  if (isPaused) return { text: 'II', colour: WAITING, title: 'Sallyport: all agents are paused.' };
  return badges[linkStatus];
}

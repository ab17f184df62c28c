// How the extension stands with its host and its rights, in one word, and how that is said to the user.

/** How the link stands. */
export type LinkState =
  | 'connecting'
  | 'connected'
  | 'host-missing'
  | 'host-forbidden'
  | 'host-exited'
  | 'version-mismatch';

/** What badge and status show: a link that works is worth nothing without the right to open pages. */
export type Standing = LinkState | 'no-host-permission';

export function standingOf(link: LinkState, hasHostPermission: boolean): Standing {
  return link === 'connected' && !hasHostPermission ? 'no-host-permission' : link;
}

/** Why a port closed, from the browser's own words; anything else means that the host ran and ended. */
export function stateAfter(reason: string): LinkState {
  if (/not found|no such native application/i.test(reason)) return 'host-missing';
  // Firefox has one sentence for a host that is missing and one that is set up for another extension: the first.
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

const badges: Readonly<Record<Standing, Badge>> = {
  connected: { text: '', colour: WAITING, title: 'Sallyport: connected. Agents have tabs of their own.' },
  connecting: { text: '…', colour: WAITING, title: 'Sallyport: connecting to its host on this computer.' },
  'host-missing': trouble('its host is not installed for this browser. Run "sallyport install", then click here.'),
  'host-forbidden': trouble('its host is set up for another extension. Run "sallyport install", then click here.'),
  'host-exited': trouble('its host stopped; trying again. If this stays, run "sallyport doctor".'),
  'version-mismatch': trouble(
    'extension and host are of different ages. Update both, run "sallyport install", then click here.',
  ),
  'no-host-permission': trouble(
    'connected, but it may not open any site. Allow it "on all sites" in the settings of extensions.',
  ),
};

/** What the guard has to say beside. */
export interface Waiting {
  readonly questions: number;
  readonly isPaused: boolean;
}

const QUESTION = '#1a5fb4';

/** Trouble comes first, since nothing can be asked then; after it what waits for the user. */
export function badgeOf(standing: Standing, { questions, isPaused }: Waiting): Badge {
  if (badges[standing].colour === TROUBLE) return badges[standing];
  if (questions > 0) {
    const many = questions === 1 ? 'an agent waits' : `${questions} questions of agents wait`;
    return { text: String(questions), colour: QUESTION, title: `Sallyport: ${many} for your answer. Click here.` };
  }
  if (isPaused)
    return { text: 'II', colour: WAITING, title: 'Sallyport: all agents are paused. Click here to let them go on.' };
  return badges[standing];
}

// The link status: whether the extension can reach its host and pages, and how badge and panel say so.
import { text } from './texts.ts';

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

/** Text and colour of the badge, and the name of the sentence. */
const badges: Readonly<Record<LinkStatus, Badge>> = {
  connected: { text: '', colour: WAITING, title: 'statusConnected' },
  connecting: { text: '…', colour: WAITING, title: 'statusConnecting' },
  'host-missing': { text: '!', colour: TROUBLE, title: 'statusHostMissing' },
  'host-forbidden': { text: '!', colour: TROUBLE, title: 'statusHostForbidden' },
  'host-exited': { text: '!', colour: TROUBLE, title: 'statusHostExited' },
  'version-mismatch': { text: '!', colour: TROUBLE, title: 'statusVersions' },
  'no-host-permission': { text: '!', colour: TROUBLE, title: 'statusNoPermission' },
};

/** What waits for the user. */
export interface Waiting {
  readonly questions: number;
  readonly isPaused: boolean;
}

const QUESTION = '#1a5fb4';

/** Trouble first, since no question can come in then; then questions, then the pause. */
export function badgeOf(linkStatus: LinkStatus, { questions, isPaused }: Waiting): Badge {
  const badge = badges[linkStatus];
  const titled = (now: Badge, ...about: readonly number[]) => ({ ...now, title: text(now.title, ...about) });
  if (badge.colour === TROUBLE) return titled(badge);
  if (questions > 0) {
    const title = questions === 1 ? 'statusQuestion' : 'statusQuestions';
    return titled({ text: String(questions), colour: QUESTION, title }, questions);
  }
  return titled(isPaused ? { text: 'II', colour: WAITING, title: 'statusPaused' } : badge);
}

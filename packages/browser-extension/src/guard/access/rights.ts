// What each function of the page side needs: a new one does not compile until it stands here.
import type { PageCalls } from '../../base/page-calls.ts';
import type { Right } from '../../base/sites.ts';

export interface Need {
  /** `none`: neither does it do anything on the page nor does it bring anything of it back. */
  readonly right: Right | 'none';
  /** Whether the user is asked where nothing is decided; else it is refused, since the call has asked before. */
  readonly mayAsk: boolean;
}

const reading: Need = { right: 'read', mayAsk: true };
const acting: Need = { right: 'act', mayAsk: true };
const lookingOn: Need = { right: 'read', mayAsk: false };

export const needs: Readonly<Record<keyof PageCalls, Need>> = {
  snapshot: reading,
  find: reading,
  readText: reading,
  pick: reading,
  isTrue: reading,
  click: acting,
  hover: acting,
  drag: acting,
  type: acting,
  pressKey: acting,
  fill: acting,
  scroll: acting,
  upload: acting,
  planFill: acting,
  checkFilled: acting,
  planDrag: acting,
  aim: acting,
  aimAgain: acting,
  focusField: acting,
  focusFor: acting,
  evidence: lookingOn,
  idleMs: lookingOn,
  landed: lookingOn,
  isHeard: lookingOn,
  frameBox: lookingOn,
  frameBoxes: lookingOn,
  boxOf: lookingOn,
  // Back and forward: where they lead is seen when the tab is there.
  travel: { right: 'none', mayAsk: false },
};

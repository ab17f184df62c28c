// The right that each function of the page side needs. A new function does not compile without a line here.
import type { PageCalls } from '../../base/page-calls.ts';
import type { Right } from '../../base/sites.ts';

export interface Need {
  /** `none`: it neither changes nor returns anything of the page. */
  readonly right: Right | 'none';
  /** Whether to ask the user when nothing is decided. Follow-up functions are refused instead: the call has asked before. */
  readonly mayAsk: boolean;
}

const reading: Need = { right: 'read', mayAsk: true };
const acting: Need = { right: 'act', mayAsk: true };
const followUp: Need = { right: 'read', mayAsk: false };

export const needs: Readonly<Record<keyof PageCalls, Need>> = {
  snapshot: reading,
  warmUp: followUp,
  find: reading,
  // Refs to act on. The top document has asked before; frames where the agent may not act are left out.
  locate: { right: 'act', mayAsk: false },
  // What it finds is clicked.
  banner: acting,
  readText: reading,
  pick: reading,
  isTrue: reading,
  pictured: reading,
  // For values and changes the user is asked before; they name the site that the answer is for.
  storedItems: reading,
  readStored: reading,
  readAllStored: reading,
  changeStored: acting,
  // What it finds is acted on by another function.
  pointAt: reading,
  click: acting,
  hover: acting,
  drag: acting,
  type: acting,
  typeSecret: acting,
  pressKey: acting,
  fill: acting,
  scroll: acting,
  selectText: acting,
  upload: acting,
  wheel: acting,
  planFill: acting,
  checkFilled: acting,
  planDrag: acting,
  planDragAgain: acting,
  detour: acting,
  turnDrag: acting,
  isFrameAt: acting,
  pressPointer: acting,
  // The press may have loaded another document, which gets nothing: nobody is asked about it.
  releasePointer: { right: 'act', mayAsk: false },
  pressAgain: { right: 'act', mayAsk: false },
  releaseKey: { right: 'act', mayAsk: false },
  beginDrag: acting,
  moveDrag: acting,
  aim: acting,
  aimAgain: acting,
  focusField: acting,
  focusText: acting,
  focusFor: acting,
  focusHere: acting,
  prepare: followUp,
  finish: followUp,
  endHooks: followUp,
  fieldContents: followUp,
  dropSide: followUp,
  activity: followUp,
  landed: followUp,
  // The step that waits was allowed to, or is not there.
  landedThenNext: { right: 'act', mayAsk: false },
  hasKeys: followUp,
  isInputReceived: followUp,
  pictureState: followUp,
  markSecrets: followUp,
  holdsSecret: followUp,
  unmarkSecrets: followUp,
  frameBox: followUp,
  frameBoxes: followUp,
  boxOf: followUp,
  // Back and forward: the site is only known after the navigation.
  travel: { right: 'none', mayAsk: false },
};

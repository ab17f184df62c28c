// The hooks in a page's own world that its page side knows too.

/** What an action has left pending. */
export const timersKind = 'timers';
/** Errors of the page. */
export const complaintsKind = 'complaints';
/** Dialogs of the page. */
export const dialogsKind = 'dialogs';
/** Which elements listen for a pointer. */
export const listenersKind = 'listeners';
/** By which the page side asks the others. */
export const bridgeKind = 'bridge';

/** They begin with every action. */
export const actionHooks: readonly string[] = [timersKind, complaintsKind];

// The commands of seed 001's clients, by who answers them.

/** The method by which commands reach the extension; in no vocabulary but that of line clients, who present a token. */
export const COMMAND_METHOD = 'command';

/** Answered by the host itself. */
const hostCommands = ['ping', 'version', 'goodbye'] as const;

/** Known, and declined: the product has no focus loops. */
const loopCommands = ['startLoop', 'stopLoop', 'getLoopState', 'incrementLoopIteration'] as const;

/** Passed on to the extension. */
export const browserCommands = [
  'canNavigate',
  'navigate',
  'getActiveTab',
  'getContent',
  'click',
  'type',
  'screenshot',
  'getTabs',
  'closeTab',
  'createWindow',
  'closeWindow',
  'getWindows',
  'resizeWindow',
  'setViewport',
  'getConsoleLogs',
  'getNetworkRequests',
  'scroll',
  'waitFor',
  'evaluate',
  'getElementInfo',
  'getPageState',
  'getAccessibilitySnapshot',
  'pressKey',
  'requestTabSpace',
  'grantTabSpace',
  'getSlotRequests',
  'cleanupOrphanedTabs',
  'setPrivateMode',
  'handleConsent',
  'getWindowMode',
] as const;

export type CommandKind = 'host' | 'loop' | 'browser' | 'unknown';

export function kindOf(command: string): CommandKind {
  const isOneOf = (list: readonly string[]) => list.includes(command);
  if (isOneOf(browserCommands)) return 'browser';
  if (isOneOf(hostCommands)) return 'host';
  return isOneOf(loopCommands) ? 'loop' : 'unknown';
}

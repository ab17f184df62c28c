// The commands of line clients, by who answers them.

/** The method that carries a command to the extension. Only line clients may use it, since they present a token. */
export const COMMAND_METHOD = 'command';

/** Answered by the host itself. */
const hostCommands = ['ping', 'version', 'goodbye'] as const;

/** Known but not supported: the product has no focus loops. */
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

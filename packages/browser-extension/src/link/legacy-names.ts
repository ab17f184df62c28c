// The tool and command names of legacy clients: which of our tools serves each, or what to use instead.
import { numberFrom, textFrom } from '@sallyport/protocol';

type Params = Readonly<Record<string, unknown>>;

/** Turns a CSS selector into a ref in the tab of the call. */
export type Pick = (selector: string) => Promise<string>;

export type LegacyName =
  /** Served by this tool, with these arguments. */
  | { readonly tool: string; readonly args: (params: Params, pick: Pick) => Params | Promise<Params> }
  /** The text says what to use instead. Line clients have commands alone; clients of `execute_tool` have our tools too. */
  | { readonly notOffered: string };

/** Only what was given. */
function take(params: Params, ...names: readonly string[]): Params {
  return Object.fromEntries(names.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]));
}

async function target(params: Params, pick: Pick): Promise<Params> {
  return typeof params.selector === 'string' ? { ref: await pick(params.selector) } : take(params, 'ref');
}

function modifiersIn(params: Params): string[] {
  const names = { altKey: 'Alt', ctrlKey: 'Control', metaKey: 'Meta', shiftKey: 'Shift' };
  return Object.entries(names).flatMap(([field, name]) => (params[field] === true ? [name] : []));
}

const none = () => ({});

/** Passes `names` through unchanged, and adds what `more` returns. */
function same(tool: string, names: readonly string[] = [], more: (params: Params) => Params = none): LegacyName {
  return { tool, args: (params) => ({ ...take(params, 'tabId', ...names), ...more(params) }) };
}

/** The same, for an element given by selector or ref. */
function aimed(tool: string, names: readonly string[] = [], more: (params: Params) => Params = none): LegacyName {
  return {
    tool,
    args: async (params, pick) => ({
      ...take(params, 'tabId', ...names),
      ...(await target(params, pick)),
      ...more(params),
    }),
  };
}

const list: LegacyName = { tool: 'tabs', args: () => ({ action: 'list' }) };
const open: LegacyName = { tool: 'tabs', args: (params) => ({ action: 'open', ...take(params, 'url') }) };
const close = same('tabs', [], () => ({ action: 'close' }));
const article = same('read_text');
const look = aimed('snapshot');
const navigate = same('navigate', ['url']);
const noWindows: LegacyName = {
  notOffered: 'Agents cannot control windows. Use createWindow to open a tab, and closeTab to close it.',
};
const noPool: LegacyName = {
  notOffered: 'Just open the tab. Agents share twelve tabs; when all are used, your oldest is closed.',
};

/** The commands of legacy clients. */
export const commandNames: Readonly<Record<string, LegacyName>> = {
  navigate,
  getTabs: list,
  getActiveTab: list,
  closeTab: close,
  createWindow: open,
  screenshot: same('screenshot', ['purpose', 'quality', 'scale']),
  getContent: article,
  getPageState: look,
  getAccessibilitySnapshot: look,
  getElementInfo: look,
  click: aimed('click'),
  type: aimed('type', ['text'], ({ clear }) => ({ append: clear === false })),
  pressKey: aimed('press_key', ['key'], (params) => ({ modifiers: modifiersIn(params) })),
  scroll: {
    tool: 'scroll',
    args: async (params, pick) => ({
      ...take(params, 'tabId'),
      ...(params.selector === undefined
        ? { direction: numberFrom(params.y) < 0 ? 'up' : 'down' }
        : await target(params, pick)),
    }),
  },
  waitFor: same('wait_for', ['text', 'url'], ({ selector }) =>
    typeof selector === 'string' ? { expression: `document.querySelector(${JSON.stringify(selector)}) !== null` } : {},
  ),
  evaluate: same('evaluate', ['expression']),
  canNavigate: { notOffered: 'Just navigate: an error says why it is refused.' },
  getConsoleLogs: same('console_messages'),
  getNetworkRequests: same('network_requests'),
  closeWindow: noWindows,
  getWindows: noWindows,
  resizeWindow: noWindows,
  setViewport: noWindows,
  setPrivateMode: noWindows,
  getWindowMode: noWindows,
  requestTabSpace: noPool,
  grantTabSpace: noPool,
  getSlotRequests: noPool,
  cleanupOrphanedTabs: { notOffered: 'Tabs of agents that have left are closed after ten minutes.' },
  handleConsent: { notOffered: 'Use getAccessibilitySnapshot to get the banner’s button, and click it.' },
};

const noCoordinates: LegacyName = {
  notOffered: 'Give a ref from a snapshot instead of a coordinate, or use annotated_screenshot and mouse_click_xy.',
};

/** The `computer` tool, by its action. */
const computerActions: Readonly<Record<string, LegacyName>> = {
  left_click: same('click', ['ref']),
  right_click: same('click', ['ref'], () => ({ button: 'right' })),
  double_click: same('click', ['ref'], () => ({ double: true })),
  triple_click: same('click', ['ref'], () => ({ triple: true })),
  type: same('type', ['ref', 'text']),
  key: same('press_key', ['ref'], ({ text }) => ({ key: text })),
  hover: same('hover', ['ref']),
  scroll: same('scroll', ['ref'], (params) => ({ direction: params.scroll_direction ?? 'down' })),
  scroll_to: same('scroll', ['ref']),
  screenshot: same('screenshot'),
  wait: { notOffered: 'Use wait_for, which returns as soon as its condition is true.' },
  left_click_drag: { notOffered: 'Use drag with refs, or annotated_screenshot and mouse_drag_xy.' },
  zoom: { notOffered: 'Use screenshot with a ref, or annotated_screenshot and zoom.' },
};

const oneBrowser: LegacyName = { notOffered: 'This connection leads to one browser.' };

/** The tools that legacy clients call with `execute_tool`. Our own names work too. */
export const toolNames: Readonly<Record<string, LegacyName>> = {
  navigate,
  read_page: same('snapshot', [], ({ ref_id: ref }) => take({ ref }, 'ref')),
  get_page_text: article,
  form_input: same('fill_form', [], ({ ref, value }) => ({
    fields: [{ ref, value: typeof value === 'number' ? String(value) : value }],
  })),
  javascript_tool: same('evaluate', [], ({ text }) => ({ expression: text })),
  tabs_context: list,
  tabs_context_mcp: list,
  tabs_create: open,
  tabs_create_mcp: open,
  tabs_close_mcp: close,
  read_console_messages: same('console_messages', [], ({ onlyErrors }) =>
    onlyErrors === true ? { level: 'error' } : {},
  ),
  read_network_requests: same('network_requests', [], ({ urlPattern: filter }) => take({ filter }, 'filter')),
  resize_window: { notOffered: 'Agents cannot control windows. Use emulate to set the viewport of a tab.' },
  upload_image: { notOffered: 'Screenshots of earlier calls are not kept. Use upload with inline contents.' },
  file_upload: { notOffered: 'Use upload with inline contents.' },
  gif_creator: { notOffered: 'Use record, which makes a GIF of your actions.' },
  browser_batch: { notOffered: 'Make one call at a time. fill_form fills several fields at once.' },
  list_connected_browsers: oneBrowser,
  select_browser: oneBrowser,
  switch_browser: oneBrowser,
  shortcuts_list: { notOffered: 'There are no shortcuts here.' },
  shortcuts_execute: { notOffered: 'There are no shortcuts here.' },
  update_plan: { notOffered: 'Sallyport keeps no plans.' },
};

/** Undefined for a name that no legacy client uses. */
export function legacyTool(name: string, params: Params): LegacyName | undefined {
  if (name === 'find' && params.query !== undefined) {
    return same('find', [], ({ query }) => ({ text: query }));
  }
  if (name !== 'computer') return Object.hasOwn(toolNames, name) ? toolNames[name] : undefined;
  const action = textFrom(params.action);
  if (/click|hover/.test(action) && params.ref === undefined) return noCoordinates;
  return Object.hasOwn(computerActions, action) ? computerActions[action] : undefined;
}

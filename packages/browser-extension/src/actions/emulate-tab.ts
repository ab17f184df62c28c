// Changes what a tab of an agent pretends to be: by the debugger, or its size alone by that of the agents' window.
import { SallyportError } from '@sallyport/protocol';
import type { Method } from '../base/call.ts';
import type { EmulatedState, EmulateRequest } from '../base/facts.ts';
import type { Emulation } from '../drivers/emulation.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';
import type { AgentWindow } from '../tabs/agent-window.ts';
import type { Owners } from '../tabs/owners.ts';

export interface EmulateOptions {
  readonly emulation: Emulation;
  readonly window: Pick<AgentWindow, 'resize' | 'sizeFor' | 'restoreSize'>;
  readonly owners: Owners;
  readonly pages: Pick<PageCaller, 'admit'>;
  readonly tabId: number;
  readonly agentSession: string;
  readonly signal: AbortSignal;
}

/** What holds now. */
export async function emulateTab(options: EmulateOptions, request: EmulateRequest): Promise<EmulatedState> {
  const { emulation, window, pages, tabId, agentSession } = options;
  await pages.admit({ tabId, frameId: 0 }, 'act');
  // It may have gone back while the user was asked. From here on that ends what is queued.
  if (!isOwnTab(options)(tabId)) throw ofTheUser();
  if (!emulation.canEmulate(agentSession)) return resizeWindow(options, request);
  const { reset, ...wanted } = request;
  // From before the session had a debugger.
  if (reset) await window.restoreSize(tabId);
  return emulation.set(options, (before) => {
    if (reset) return wanted;
    // Another device has another size, unless the call names one.
    const { viewport: _, ...others } = before;
    return { ...(wanted.device === undefined ? before : others), ...wanted };
  });
}

/** Nothing is emulated in the tab any more, whether or not it is known to be, and its window has its own size again. */
export async function endEmulation(
  { emulation, window }: Pick<EmulateOptions, 'emulation' | 'window'>,
  tabId: number,
): Promise<void> {
  await emulation.end(tabId);
  await window.restoreSize(tabId);
}

/** A tab is as it was emulated when a call reaches it, and as it was before when it goes back to the user. */
export function emulatedTabs(tabs: AgentTabs, options: Omit<EmulateOptions, 'tabId'>): AgentTabs {
  const { emulation } = options;
  return {
    ...tabs,
    async reach(verb, wanted) {
      const facts = await tabs.reach(verb, wanted);
      if (verb !== 'close') await emulation.resume({ ...options, tabId: facts.tabId });
      return facts;
    },
    async release(tabId) {
      await endEmulation(options, tabId);
      await tabs.release(tabId);
      // What a call has begun meanwhile.
      await endEmulation(options, tabId);
    },
  };
}

/** Agents say goodbye by this method. Their tabs may wait for them, as the browser would show them. */
export function endEmulations(
  options: Pick<EmulateOptions, 'emulation' | 'window' | 'owners'>,
  goodbye: Method,
): Method {
  return async (params, call) => {
    const own = options.owners.tabsOf(call.agent.session);
    await Promise.all(own.map((tabId) => endEmulation(options, tabId)));
    return goodbye(params, call);
  };
}

async function resizeWindow(
  options: EmulateOptions,
  { reset, viewport, ...more }: EmulateRequest,
): Promise<EmulatedState> {
  const named = Object.keys(more);
  if (named.length > 0) throw onlyViewport(named);
  const { window, tabId, signal } = options;
  if (viewport === undefined) {
    if (reset) await window.restoreSize(tabId);
    const held = await window.sizeFor(tabId);
    return held === undefined ? {} : { viewport: held };
  }
  const size = await window.resize({ tabId, isOwn: isOwnTab(options), signal }, viewport);
  if (size === undefined) throw notInWindow();
  return { viewport: size };
}

/** Whether a tab is the session's now, and not lent by the user. */
function isOwnTab({
  owners,
  agentSession,
}: Pick<EmulateOptions, 'owners' | 'agentSession'>): (tabId: number) => boolean {
  return (tabId) => owners.isOwnedBy(tabId, agentSession) && !owners.lentTo(agentSession).includes(tabId);
}

function ofTheUser(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'This tab is not one of your own: it is the user’s.', {
    hint: 'Nothing was changed. Open the page in a tab of your own and emulate there.',
  });
}

function onlyViewport(named: readonly string[]): SallyportError {
  const what = named.join(', ');
  return new SallyportError(
    'ERR_TOOL_FAILED',
    `Without Chromium's debugger nothing can be emulated but a viewport (not ${what}).`,
    {
      hint: 'Nothing was changed. Give a viewport alone, or use Chromium with its debugger.',
    },
  );
}

function notInWindow(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The size of this tab cannot be changed.', {
    hint: "Without the debugger a tab gets another size only in the agents' window, while all tabs there are yours.",
  });
}

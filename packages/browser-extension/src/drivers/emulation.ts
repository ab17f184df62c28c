// What an agent's tab pretends to be: size, device, media and preferences, by Chromium's debugger. Not locale
// and time zone: Chromium keeps these by process, so other tabs of the site, the user's too, would have them.
import { SallyportError } from '@sallyport/protocol';
import { type Device, devices, userAgentOf } from '../base/devices.ts';
import type { EmulatedState } from '../base/facts.ts';
import type { Subject } from './capture.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';

export interface UserAgent {
  readonly text: string;
  /** Client hints, as `navigator.userAgentData` tells them. */
  readonly hints: () => Promise<Record<string, unknown> | undefined>;
}

export interface EmulationOptions {
  /** Chromium's. */
  readonly sessions: DebuggerSessions | undefined;
  mayDebug(agentSession: string): boolean;
  readonly userAgent: UserAgent;
}

type Aspect = readonly [method: string, params: Record<string, unknown>];

interface Change {
  readonly before: EmulatedState;
  readonly state: EmulatedState;
  readonly signal: AbortSignal;
}

export class Emulation {
  readonly #options: EmulationOptions;
  readonly #states = new Map<number, EmulatedState>();
  /** By tab, ends changes that are queued or under way. */
  readonly #ends = new Map<number, AbortController>();
  /** Tabs to which the emulation did not come back with the debugger. */
  readonly #lost = new Set<number>();

  constructor(options: EmulationOptions) {
    this.#options = options;
  }

  stateOf(tabId: number): EmulatedState {
    return this.#states.get(tabId) ?? {};
  }

  /** Device pixels of a CSS pixel; undefined where they are the browser's own. */
  ratioOf(tabId: number): number | undefined {
    const { device } = this.stateOf(tabId);
    return device && devices[device].scale;
  }

  /** False where there is no debugger to do it. */
  canEmulate(agentSession: string): boolean {
    return this.#options.mayDebug(agentSession);
  }

  /**
   * Returns the new state, which `change` makes of the one that holds when it is this call's turn: calls sent together add
   * up. Everything that is not in it is the browser's own again.
   */
  async set(subject: Subject, change: (before: EmulatedState) => EmulatedState): Promise<EmulatedState> {
    const { sessions } = this.#options;
    const { tabId } = subject;
    const ended = this.#endOf(tabId);
    const signal = AbortSignal.any([subject.signal, ended]);
    let before: EmulatedState | undefined;
    let state: EmulatedState = {};
    try {
      await sessions?.run({ ...subject, signal }, async (command) => {
        before = this.stateOf(tabId);
        state = change(before);
        this.#note(tabId, state);
        await this.#apply(command, { before, state, signal });
      });
      return state;
    } catch (error) {
      if (before !== undefined && !ended.aborted) {
        // Chromium undoes it all with the debugger. What held before comes back when that is attached again.
        this.#note(tabId, before);
        await sessions?.detach(tabId);
      }
      throw error;
    }
  }

  /**
   * A debugger that was detached since, because the session was idle, has taken the emulation with it. Never rejects: a tab
   * that cannot be emulated can still be used.
   */
  async attached(tabId: number, command: Command): Promise<void> {
    const state = this.#states.get(tabId);
    if (state === undefined) return;
    try {
      await this.#apply(command, { before: {}, state, signal: this.#endOf(tabId) });
    } catch {
      if (this.#states.delete(tabId)) this.#lost.add(tabId);
    }
  }

  /** Before a call that uses the tab. Fails once where the emulation cannot go on. */
  async resume(subject: Subject): Promise<void> {
    const { sessions, mayDebug } = this.#options;
    const { tabId, agentSession } = subject;
    if (this.#states.has(tabId) && sessions?.isAttached(tabId) === false) {
      if (!mayDebug(agentSession)) {
        this.forget(tabId);
        throw hasEnded('the user cancelled the debugger');
      }
      const signal = AbortSignal.any([subject.signal, this.#endOf(tabId)]);
      await sessions
        .run({ ...subject, signal }, async () => {})
        .catch((error: unknown) => {
          signal.throwIfAborted();
          this.forget(tabId);
          throw hasEnded('the debugger could not be attached again', error);
        });
    }
    if (!this.#lost.has(tabId)) return;
    await this.end(tabId);
    throw hasEnded('the browser refused it when the debugger was attached again');
  }

  /** Whether or not anything is known to be emulated: Chromium undoes it when the debugger is detached. */
  async end(tabId: number): Promise<void> {
    this.forget(tabId);
    await this.#options.sessions?.detach(tabId);
  }

  /** The tab is gone. */
  forget(tabId: number): void {
    this.#states.delete(tabId);
    this.#lost.delete(tabId);
    this.#ends.get(tabId)?.abort(hasEnded('the tab or the session went away'));
    this.#ends.delete(tabId);
  }

  #endOf(tabId: number): AbortSignal {
    const end = this.#ends.get(tabId) ?? new AbortController();
    this.#ends.set(tabId, end);
    return end.signal;
  }

  #note(tabId: number, state: EmulatedState): void {
    this.#lost.delete(tabId);
    if (Object.keys(state).length === 0) this.#states.delete(tabId);
    else this.#states.set(tabId, state);
  }

  /** Sends what differs alone. */
  async #apply(command: Command, { before, state, signal }: Change): Promise<void> {
    const held = (await this.#aspectsOf(before)).map((aspect) => JSON.stringify(aspect));
    for (const aspect of await this.#aspectsOf(state)) {
      if (held.includes(JSON.stringify(aspect))) continue;
      signal.throwIfAborted();
      await command(...aspect);
    }
  }

  async #aspectsOf(state: EmulatedState): Promise<readonly Aspect[]> {
    const { text: own, hints } = this.#options.userAgent;
    const device = state.device === undefined ? undefined : devices[state.device];
    const agent =
      device?.system === undefined
        ? { userAgent: '' }
        : { userAgent: userAgentOf(device, own), ...hintsOf(await hints(), device) };
    const features = [
      { name: 'prefers-color-scheme', value: state.colorScheme ?? '' },
      { name: 'prefers-reduced-motion', value: motionOf(state.reducedMotion) },
    ];
    return [
      sizeAspect(state),
      ['Emulation.setTouchEmulationEnabled', { enabled: device?.isMobile === true }],
      ['Emulation.setUserAgentOverride', agent],
      ['Emulation.setEmulatedMedia', { media: state.media ?? '', features }],
    ];
  }
}

function sizeAspect({ device: name, viewport }: EmulatedState): Aspect {
  const device = name === undefined ? undefined : devices[name];
  const size = viewport ?? device;
  if (size === undefined) return ['Emulation.clearDeviceMetricsOverride', {}];
  const { width, height } = size;
  const screen = { screenWidth: width, screenHeight: height };
  return [
    'Emulation.setDeviceMetricsOverride',
    { width, height, ...screen, deviceScaleFactor: device?.scale ?? 0, mobile: device?.isMobile === true },
  ];
}

function motionOf(isReduced: boolean | undefined): string {
  if (isReduced === undefined) return '';
  return isReduced ? 'reduce' : 'no-preference';
}

/** Safari sends none, so a device of iOS has empty ones. */
function hintsOf(own: Record<string, unknown> | undefined, { system }: Device): Record<string, unknown> {
  if (own === undefined || system !== 'Android') return {};
  const hints = { model: '', ...own, platform: 'Android', platformVersion: '10', architecture: '', mobile: true };
  return { userAgentMetadata: hints };
}

function hasEnded(why: string, cause?: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The emulation of this tab has ended: ${why}.`, {
    hint: 'Nothing was done. Repeat the call to go on without it.',
    cause,
  });
}

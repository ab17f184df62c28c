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

export class Emulation {
  readonly #options: EmulationOptions;
  readonly #states = new Map<number, { readonly agentSession: string; readonly state: EmulatedState }>();

  constructor(options: EmulationOptions) {
    this.#options = options;
  }

  stateOf(tabId: number): EmulatedState {
    return this.#states.get(tabId)?.state ?? {};
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

  /** Everything that is not in `state` is the browser's own again. */
  async set(subject: Subject, state: EmulatedState): Promise<void> {
    const { tabId, agentSession } = subject;
    const before = this.stateOf(tabId);
    await this.#options.sessions?.run(subject, async (command) => {
      try {
        await this.#apply(command, state);
      } catch (error) {
        // What came before the one that failed is undone.
        await this.#apply(command, before).catch(() => {});
        throw error;
      }
    });
    if (Object.keys(state).length === 0) this.#states.delete(tabId);
    else this.#states.set(tabId, { agentSession, state });
  }

  /** A debugger that was detached since, because the session was idle, has taken the emulation with it. */
  async attached(tabId: number, command: Command): Promise<void> {
    const known = this.#states.get(tabId);
    if (known !== undefined) await this.#apply(command, known.state);
  }

  /** Before a call that uses the tab. Fails once where the user has taken the debugger away. */
  async resume(subject: Subject): Promise<void> {
    const { sessions, mayDebug } = this.#options;
    const { tabId, agentSession } = subject;
    if (!this.#states.has(tabId) || sessions === undefined || sessions.isAttached(tabId)) return;
    if (mayDebug(agentSession)) return sessions.run(subject, async () => {});
    this.#states.delete(tabId);
    throw new SallyportError(
      'ERR_TOOL_FAILED',
      'The emulation of this tab has ended: the user cancelled the debugger.',
      {
        hint: 'Nothing was done. Repeat the call to go on without it.',
      },
    );
  }

  /** Chromium undoes it when the debugger is detached. */
  async end(tabId: number): Promise<void> {
    if (this.#states.delete(tabId)) await this.#options.sessions?.detach(tabId);
  }

  async endSession(agentSession: string): Promise<void> {
    const tabs = [...this.#states].flatMap(([tabId, known]) => (known.agentSession === agentSession ? [tabId] : []));
    await Promise.all(tabs.map((tabId) => this.end(tabId)));
  }

  async #apply(command: Command, state: EmulatedState): Promise<void> {
    for (const [method, params] of await this.#aspectsOf(state)) await command(method, params);
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

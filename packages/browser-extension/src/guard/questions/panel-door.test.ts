import { describe, expect, it } from 'vitest';
import type { PanelDecision } from '../../base/panel-command.ts';
import type { PanelState } from '../../base/panel-state.ts';
import type { BrowserApi } from '../../base/platform.ts';
import { openPanelDoor } from './panel-door.ts';

const panel = { id: 'us', url: 'chrome-extension://us/panel.html#asking', frameId: 0 };
const state: PanelState = {
  linkStatus: 'Connected.',
  tone: 'good',
  isConnected: true,
  hasHostPermission: true,
  fallback: 'ask',
  isPaused: false,
  questions: [],
  agents: [],
  rules: [],
  origins: [],
  pages: 'off',
  gateway: {
    isHere: false,
    isPaused: false,
    stopped: [],
    agents: [],
    calls: [],
    entries: [],
    servers: [],
    tools: [],
  },
};

function setUp(stateNow: () => Promise<PanelState> = async () => state) {
  let connect: (port: unknown) => void = () => {};
  const decided: PanelDecision[] = [];
  const api = {
    runtime: {
      id: 'us',
      getURL: (path: string) => `chrome-extension://us/${path}`,
      onConnect: {
        addListener: (listener: typeof connect) => {
          connect = listener;
        },
      },
    },
  };
  const door = openPanelDoor({
    // What the door uses of the browser.
    api: api as unknown as BrowserApi,
    page: 'panel.html',
    state: stateNow,
    onDecision: async (command) => void decided.push(command),
    onOpened: () => {},
    onLook: () => {},
    report: (fault) => expect.unreachable(String(fault)),
  });
  /** Says whether it was let in, and lets it send. */
  function open(sender: object, name = 'panel') {
    const shown: unknown[] = [];
    let isIn = true;
    let send: (message: unknown) => void = () => {};
    connect({
      name,
      sender,
      disconnect: () => {
        isIn = false;
      },
      postMessage: (message: unknown) => shown.push(message),
      onDisconnect: { addListener: () => {} },
      onMessage: {
        addListener: (listener: typeof send) => {
          send = listener;
        },
      },
    });
    return { isIn, shown, send };
  }
  return { door, decided, open };
}

describe('the door of the panel', () => {
  it('shows the panel how things stand, and does what it says', async () => {
    const { door, decided, open } = setUp();
    const { isIn, shown, send } = open(panel);
    await door.refresh();
    expect({ isIn, shown: shown[0] }).toEqual({ isIn: true, shown: state });
    send({ do: 'pause' });
    send({ do: 'answer', question: 'q', decision: 'allow', lasting: 'for ever' });
    send('pause');
    expect(decided).toEqual([{ do: 'pause' }]);
  });

  it('never shows an earlier state after a later one', async () => {
    const waiting: ((now: PanelState) => void)[] = [];
    const { door, open } = setUp(() => new Promise((resolve) => waiting.push(resolve)));
    const { shown } = open(panel);
    const later = door.refresh();
    waiting[1]?.({ ...state, isPaused: true });
    waiting[0]?.(state);
    await later;
    expect(shown).toEqual([{ ...state, isPaused: true }]);
  });

  it('knows whether the user has a panel before their eyes', () => {
    const { door, open } = setUp();
    const { send } = open(panel);
    const seen = [door.isSeen];
    for (const isVisible of [true, false]) {
      send({ do: 'look', isVisible });
      seen.push(door.isSeen);
    }
    expect(seen).toEqual([false, true, false]);
  });

  it.each([
    ['a content script', { ...panel, url: 'https://page.example/panel.html' }],
    ['another extension', { ...panel, id: 'them' }],
    ['another page of ours', { ...panel, url: 'chrome-extension://us/other.html' }],
    ['a panel in a frame', { ...panel, frameId: 3 }],
    ['nobody', {}],
  ])('lets %s neither see nor decide', (_, sender) => {
    const { decided, open } = setUp();
    const { isIn, shown, send } = open(sender);
    send({ do: 'pause' });
    expect({ isIn, shown, decided }).toEqual({ isIn: false, shown: [], decided: [] });
  });
});

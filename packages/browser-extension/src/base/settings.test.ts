import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserApi } from './platform.ts';
import { agentWindowChoice, chooseAgentWindow, chooseQuiet, isQuietChosen, openSettings } from './settings.ts';

type Listener = (changes: Record<string, { newValue?: unknown }>) => void;

let stored: Record<string, unknown>;
let packed: unknown;
let listener: Listener | undefined;

/** What settings use of the browser. */
const api = {
  runtime: { getURL: (path: string) => `extension://${path}` },
  storage: {
    local: {
      get: async (key: string) => ({ [key]: stored[key] }),
      set: async (values: Record<string, unknown>) => {
        stored = { ...stored, ...values };
        for (const [key, newValue] of Object.entries(values)) listener?.({ [key]: { newValue } });
      },
      onChanged: {
        addListener: (added: Listener) => {
          listener = added;
        },
      },
    },
  },
} as unknown as BrowserApi;

beforeEach(() => {
  stored = {};
  packed = {};
  listener = undefined;
  vi.stubGlobal('fetch', async () => ({ json: async () => packed }));
});

describe('settings', () => {
  it('are those of the package until the user has chosen', async () => {
    packed = { quiet: true };
    const settings = openSettings(api, () => {});
    await vi.waitFor(() => expect(settings.isQuiet).toBe(true));
    await chooseQuiet(api, false);
    expect([settings.isQuiet, await isQuietChosen(api)]).toEqual([false, false]);
  });

  it('leave the window for agents to its default until the user chooses', async () => {
    const settings = openSettings(api, () => {});
    await settings.loaded;
    expect([settings.agentWindow, await agentWindowChoice(api)]).toEqual([undefined, undefined]);
    for (const choice of [false, true]) {
      await chooseAgentWindow(api, choice);
      expect([settings.agentWindow, await agentWindowChoice(api)]).toEqual([choice, choice]);
    }
  });

  it('count at once when they change, and last', async () => {
    const heard: boolean[] = [];
    const settings = openSettings(api, ({ isQuiet }) => heard.push(isQuiet));
    await vi.waitFor(() => expect(heard).toEqual([false]));
    await chooseQuiet(api, true);
    expect([settings.isQuiet, heard]).toEqual([true, [false, true]]);
    const next = openSettings(api, () => {});
    await vi.waitFor(() => expect(next.isQuiet).toBe(true));
  });

  it('that are nonsense count as not set', async () => {
    stored = { settings: 7 };
    packed = 'quiet';
    const heard: boolean[] = [];
    openSettings(api, ({ isQuiet }) => heard.push(isQuiet));
    await vi.waitFor(() => expect(heard).toEqual([false]));
  });
});

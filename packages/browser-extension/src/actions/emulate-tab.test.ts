import { describe, expect, it } from 'vitest';
import type { EmulatedState, Size } from '../base/facts.ts';
import type { Subject } from '../drivers/capture.ts';
import type { ResizeSubject } from '../tabs/agent-window.ts';
import { type EmulateOptions, emulatedTabs, emulateTab, endEmulations } from './emulate-tab.ts';

function stage({ hasDebugger = true, lent = [] as number[], isOwned = true, isInWindow = true } = {}) {
  const sizes = new Map<number, Size>();
  const states = new Map<number, EmulatedState>();
  const log: string[] = [];
  const emulation = {
    canEmulate: () => hasDebugger,
    set: async ({ tabId }: Subject, change: (before: EmulatedState) => EmulatedState) => {
      // The debugger's turn comes later.
      await Promise.resolve();
      const state = change(states.get(tabId) ?? {});
      states.set(tabId, state);
      return state;
    },
    resume: async ({ tabId }: Subject) => void log.push(`resume ${tabId}`),
    end: async (tabId: number) => void log.push(`end ${tabId}`),
  };
  const options = {
    emulation,
    window: {
      resize: async ({ tabId, isOwn }: ResizeSubject, size: Size) => {
        log.push(`resize among ${[6, 7, 8].filter(isOwn).join()}`);
        if (!isInWindow) return undefined;
        sizes.set(tabId, size);
        return size;
      },
      sizeFor: async (tabId: number) => sizes.get(tabId),
      restoreSize: async (tabId: number) => {
        log.push(`own size ${tabId}`);
        sizes.delete(tabId);
      },
    },
    pages: { admit: async () => 'https://a.example' },
    owners: {
      lentTo: () => lent,
      tabsOf: () => [7, ...lent],
      isOwnedBy: (tabId: number) => isOwned && [7, ...lent].includes(tabId),
    },
    ...{ tabId: 7, agentSession: 's', signal: new AbortController().signal },
    // No more of them is used.
  } as unknown as EmulateOptions;
  return { options, log };
}

const phone = { device: 'iPhone 15', colorScheme: 'dark' } as const;

describe('emulating a tab', () => {
  it('adds up settings, and another device brings its own size', async () => {
    const { options } = stage();
    const viewport = { width: 500, height: 400 };
    expect(await emulateTab(options, { reset: false, viewport })).toEqual({ viewport });
    expect(await emulateTab(options, { reset: false, media: 'print' })).toEqual({ viewport, media: 'print' });
    expect(await emulateTab(options, { reset: false, ...phone })).toEqual({ ...phone, media: 'print' });
    expect(await emulateTab(options, { reset: true })).toEqual({});
  });

  it('adds up what is sent together', async () => {
    const { options } = stage();
    const viewport = { width: 500, height: 400 };
    const wanted = [{ viewport }, { media: 'print' }] as const;
    const states = await Promise.all(wanted.map((part) => emulateTab(options, { reset: false, ...part })));
    expect(states).toEqual([{ viewport }, { viewport, media: 'print' }]);
  });

  it('is refused for a tab that the user has lent, or got back meanwhile', async () => {
    for (const hasDebugger of [true, false]) {
      for (const whose of [{ lent: [7] }, { isOwned: false }]) {
        const { options } = stage({ hasDebugger, ...whose });
        const tried = emulateTab(options, { reset: false, viewport: { width: 500, height: 400 } });
        await expect(tried).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
      }
    }
  });

  it('takes a viewport alone without the debugger', async () => {
    const { options, log } = stage({ hasDebugger: false, lent: [8] });
    const viewport = { width: 500, height: 400 };
    expect(await emulateTab(options, { reset: false, viewport })).toEqual({ viewport });
    await expect(emulateTab(options, { reset: true, ...phone })).rejects.toThrow('(not device, colorScheme)');
    // What holds is told, also by a call that changes nothing.
    expect(await emulateTab(options, { reset: false })).toEqual({ viewport });
    expect(await emulateTab(options, { reset: true })).toEqual({});
    expect(await emulateTab(options, { reset: false })).toEqual({});
    // The user's own tabs count as others'.
    expect(log).toEqual(['resize among 7', 'own size 7']);
  });

  it('has no viewport outside the agents’ window without the debugger, and nothing to reset', async () => {
    const { options } = stage({ hasDebugger: false, isInWindow: false });
    const viewport = { width: 500, height: 400 };
    await expect(emulateTab(options, { reset: false, viewport })).rejects.toThrow('cannot be changed');
    expect(await emulateTab(options, { reset: true })).toEqual({});
  });

  it('goes on before a call uses the tab, and ends before the user gets it, with what began meanwhile', async () => {
    const { options, log } = stage();
    const tabs = {
      reach: async () => ({ tabId: 7, url: '', title: '' }),
      release: async (tabId: number) => void log.push(`release ${tabId}`),
    } as unknown as Parameters<typeof emulatedTabs>[0];
    const emulated = emulatedTabs(tabs, options);
    await emulated.reach('click', undefined);
    await emulated.release(7);
    expect(log).toEqual(['resume 7', 'end 7', 'own size 7', 'release 7', 'end 7', 'own size 7']);
  });

  it('ends when the agent says goodbye, before its tabs wait for it', async () => {
    const { options, log } = stage();
    const goodbye = endEmulations(options, async () => void log.push('goodbye'));
    await goodbye({}, { agent: { session: 's' } } as Parameters<typeof goodbye>[1]);
    expect(log).toEqual(['end 7', 'own size 7', 'goodbye']);
  });
});

import { limits } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import { type DebuggerApi, DebuggerSessions } from './debugger-session.ts';

type Listener = (source: { tabId: number }, name: string, params?: unknown) => void;

let said: string[];
let onDetach: Listener;
let onEvent: Listener;
let refuses: boolean;
let failWith: ((method: string) => string | undefined) | undefined;
let clock: FakeClock;
let sessions: DebuggerSessions;

beforeEach(() => {
  said = [];
  refuses = false;
  failWith = undefined;
  clock = fakeClock();
  const fake = {
    attach: async ({ tabId }: { tabId: number }) => {
      if (refuses) throw new Error('Another debugger is already attached');
      said.push(`attach ${tabId}`);
    },
    detach: async ({ tabId }: { tabId: number }) => {
      said.push(`detach ${tabId}`);
    },
    sendCommand: async (_: unknown, method: string) => {
      said.push(method);
      const failure = failWith?.(method);
      if (failure !== undefined) throw new Error(failure);
      return { done: method };
    },
    onDetach: { addListener: (listener: Listener) => (onDetach = listener) },
    onEvent: { addListener: (listener: Listener) => (onEvent = listener) },
  };
  // Sessions use these functions of the browser's API and nothing else.
  const api = fake as unknown as DebuggerApi;
  sessions = new DebuggerSessions({ api, clock, prepare: async (_, command) => void (await command('prepare')) });
});

const { signal } = new AbortController();
const on = (tabId: number, agentSession = 'session') => ({ tabId, agentSession, signal });

describe('debugger sessions', () => {
  it('attach once and stay, until the session has been idle', async () => {
    expect(await sessions.run(on(1), (command) => command('first'))).toEqual({ done: 'first' });
    await sessions.run(on(1), (command) => command('second'));
    clock.advance(limits.extension.debuggerIdleMs - 1);
    sessions.touch('session');
    clock.advance(limits.extension.debuggerIdleMs - 1);
    expect(said).toEqual(['attach 1', 'prepare', 'first', 'second']);
    clock.advance(1);
    expect(said.at(-1)).toBe('detach 1');
  });

  it('let pieces of work on one tab wait for each other, and not those on another', async () => {
    await Promise.all([
      sessions.run(on(1), async (command) => {
        await command('first');
        await command('first again');
      }),
      sessions.run(on(1), (command) => command('second')),
      sessions.run(on(2), (command) => command('other')),
    ]);
    expect(said.indexOf('first again')).toBeLessThan(said.indexOf('second'));
    expect(said.indexOf('other')).toBeLessThan(said.indexOf('second'));
  });

  it('end work that hangs with its call, and let the next one work', async () => {
    const caller = new AbortController();
    const hanging = sessions.run({ ...on(1), signal: caller.signal }, () => {
      caller.abort(new Error('deadline'));
      return new Promise(() => {});
    });
    await expect(hanging).rejects.toThrow('deadline');
    await sessions.run(on(1), (command) => command('next'));
    expect(said).toEqual(['attach 1', 'prepare', 'next']);
  });

  it('take input that closed the tab for done, and send none after it', async () => {
    failWith = (method) => {
      if (method === 'prepare') return undefined;
      onDetach({ tabId: 1 }, 'target_closed');
      return 'Detached while handling command.';
    };
    const work = sessions.run(on(1), async (command) => {
      await command('Input.dispatchMouseEvent');
      return command('Input.dispatchMouseEvent');
    });
    expect(await work).toEqual({});
    expect(said).toEqual(['attach 1', 'prepare', 'Input.dispatchMouseEvent']);
  });

  it.each(['canceled_by_user', 'replaced_with_devtools'])('do not take it for done after %s', async (reason) => {
    failWith = (method) => {
      if (method === 'prepare') return undefined;
      onDetach({ tabId: 1 }, reason);
      return 'Detached while handling command.';
    };
    const work = sessions.run(on(1), (command) => command('Input.dispatchKeyEvent'));
    await expect(work).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED' });
  });

  it('name the command that the browser did not carry out', async () => {
    failWith = (method) => (method === 'prepare' ? undefined : 'Debugger is not attached to the tab with id: 1.');
    const work = sessions.run(on(1), (command) => command('Input.dispatchKeyEvent'));
    await expect(work).rejects.toThrow('The browser did not carry out Input.dispatchKeyEvent.');
  });

  it('take the user’s Cancel for an answer of that session', async () => {
    await sessions.run(on(1), async () => {});
    onDetach({ tabId: 1 }, 'canceled_by_user');
    expect([sessions.isDeclined('session'), sessions.isDeclined('other')]).toEqual([true, false]);
  });

  it('attach again once after a stray detach, and take the second one for an answer', async () => {
    await sessions.run(on(1), async () => {});
    onDetach({ tabId: 1 }, 'replaced_with_devtools');
    expect(sessions.isDeclined('session')).toBe(false);
    await sessions.run(on(1), async () => {});
    expect(said.filter((line) => line === 'attach 1')).toHaveLength(2);
    onDetach({ tabId: 1 }, 'replaced_with_devtools');
    expect(sessions.isDeclined('session')).toBe(true);
  });

  it('end what waits for a page that a dialog holds, and answer the dialog', async () => {
    await sessions.run(on(1), async () => {});
    const waiting = sessions.unlessDialogOpens(1, new Promise(() => {}));
    onEvent({ tabId: 1 }, 'Page.javascriptDialogOpening', { type: 'confirm', message: 'Sure?' });
    await expect(waiting).rejects.toMatchObject({
      message: 'DIALOG_OPEN: The page waits for an answer to its confirm.',
      foreign: [{ text: 'Sure?' }],
    });
    await expect(sessions.unlessDialogOpens(1, Promise.resolve(1))).rejects.toThrow('DIALOG_OPEN');
    expect(await sessions.answer(1, { accept: true })).toEqual({ type: 'confirm', message: 'Sure?' });
    onEvent({ tabId: 1 }, 'Page.javascriptDialogClosed');
    expect(await sessions.unlessDialogOpens(1, Promise.resolve(1))).toBe(1);
    expect(await sessions.answer(1, { accept: true })).toBe('none');
  });

  it('say what to do when another debugger holds the tab', async () => {
    refuses = true;
    await expect(sessions.run(on(1), async () => {})).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      hint: expect.stringContaining('developer tools'),
    });
  });
});

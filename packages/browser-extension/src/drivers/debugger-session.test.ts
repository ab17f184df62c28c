import { describe, expect, it } from 'vitest';
import { createDebuggerSessions, type DebuggerApi } from './debugger-session.ts';

function fakeDebugger({ refuses = false } = {}) {
  const said: string[] = [];
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
      return { done: method };
    },
  };
  // Sessions use these three functions of the browser's API and nothing else.
  return { said, sessions: createDebuggerSessions(fake as unknown as DebuggerApi) };
}

const never = new AbortController().signal;

describe('debugger sessions', () => {
  it('attach, work and detach', async () => {
    const { said, sessions } = fakeDebugger();
    expect(await sessions.run(1, never, (command) => command('Page.enable'))).toEqual({ done: 'Page.enable' });
    expect(said).toEqual(['attach 1', 'Page.enable', 'detach 1']);
  });

  it('let pieces of work on one tab wait for each other, and not those on another', async () => {
    const { said, sessions } = fakeDebugger();
    await Promise.all([
      sessions.run(1, never, (command) => command('first')),
      sessions.run(1, never, (command) => command('second')),
      sessions.run(2, never, (command) => command('other')),
    ]);
    expect(said.indexOf('detach 1')).toBeLessThan(said.indexOf('second'));
    expect(said.indexOf('other')).toBeLessThan(said.indexOf('detach 1'));
  });

  it('detach when the work fails, and let the next one work', async () => {
    const { said, sessions } = fakeDebugger();
    const failed = sessions.run(1, never, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    await sessions.run(1, never, (command) => command('next'));
    expect(said).toEqual(['attach 1', 'detach 1', 'attach 1', 'next', 'detach 1']);
  });

  it('detach when the call ends before the browser answers', async () => {
    const { said, sessions } = fakeDebugger();
    const caller = new AbortController();
    const hanging = sessions.run(1, caller.signal, () => {
      caller.abort(new Error('deadline'));
      return new Promise(() => {});
    });
    await expect(hanging).rejects.toThrow('deadline');
    expect(said).toEqual(['attach 1', 'detach 1']);
  });

  it('say what to do when another debugger holds the tab', async () => {
    const { sessions } = fakeDebugger({ refuses: true });
    await expect(sessions.run(1, never, async () => {})).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      hint: expect.stringContaining('developer tools'),
    });
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { BrowserApi } from '../base/platform.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';
import { evaluateInPage } from './evaluation.ts';

const site = 'https://allowed.example';
const bank = 'https://bank.example';

type Committed = (navigation: { readonly tabId: number; readonly frameId: number }) => void;

interface Injection {
  readonly world?: string;
  readonly target: object;
}

interface Page {
  /** What our own world in the page says of its site. */
  readonly site?: string;
  readonly documentId?: string;
  /** What the page's own world answers to an injection. */
  readonly answer?: unknown;
  /** What the debugger answers, by command. */
  readonly commands?: Record<string, (params: Record<string, unknown>) => object>;
}

const context = (frameId: string, isDefault: boolean, uniqueId: string) => ({
  context: { id: 1, uniqueId, auxData: { frameId, isDefault } },
});

function setUp(page: Page, hasDebugger = false) {
  const injected: Injection[] = [];
  const sent: [string, Record<string, unknown>][] = [];
  const committed = new Set<Committed>();
  const commit = (tabId: number, frameId: number) => {
    for (const listener of [...committed]) listener({ tabId, frameId });
  };
  const api = {
    scripting: {
      executeScript: async (injection: Injection) => {
        if (injection.world === undefined && page.site === 'nowhere') throw new Error('Message manager disconnected');
        if (injection.world === undefined) return [{ result: page.site ?? site, documentId: page.documentId }];
        injected.push(injection);
        if (page.answer instanceof Error) throw page.answer;
        return [{ result: await page.answer }];
      },
    },
    webNavigation: {
      onCommitted: {
        addListener: (listener: Committed) => committed.add(listener),
        removeListener: (listener: Committed) => committed.delete(listener),
      },
    },
  };
  const command: Command = async (method, params = {}) => {
    sent.push([method, params]);
    return { ...page.commands?.[method]?.(params) };
  };
  const told = [context('inner', true, 'u-inner'), context('top', false, 'u-ours'), context('top', true, 'u-page')];
  const sessions: Pick<DebuggerSessions, 'run' | 'unlessDialogOpens' | 'eventDuring'> = {
    run: async (_, work) => work(command),
    unlessDialogOpens: (_, work) => work,
    eventDuring: async (_, _name, work, isWanted = () => true) => {
      await work();
      return told.find(isWanted);
    },
  };
  const evaluate = (expression: string) =>
    evaluateInPage(
      {
        // What evaluation uses of both.
        api: api as unknown as BrowserApi,
        sessions: hasDebugger ? (sessions as DebuggerSessions) : undefined,
        tabId: 1,
        site,
        agentSession: 'session',
        secretSites: { requireScript: async () => {} },
        signal: new AbortController().signal,
      },
      expression,
    );
  const ran = () => sent.filter(([method]) => method === 'Runtime.evaluate').map(([, params]) => params);
  return { evaluate, injected, sent, ran, commit, committed };
}

const frames = { 'Page.getFrameTree': () => ({ frameTree: { frame: { id: 'top' } } }) };

describe('an expression without a debugger', () => {
  it('goes to the very document that is of the allowed site', async () => {
    const { evaluate, injected } = setUp({ documentId: 'D1', answer: 'json\x002' });
    expect(await evaluate('1 + 1')).toEqual({ json: '2' });
    expect(injected).toMatchObject([{ target: { tabId: 1, documentIds: ['D1'] } }]);
  });

  it('does not run on another site, nor where the document is gone by then', async () => {
    const elsewhere = setUp({ site: bank, answer: 'json\x002' });
    expect(await elsewhere.evaluate('1 + 1')).toEqual({ moved: 'before' });
    expect(elsewhere.injected).toEqual([]);
    const gone = setUp({ documentId: 'D1', answer: new Error('No document with id D1 in tab with id 1') });
    expect(await gone.evaluate('1 + 1')).toEqual({ moved: 'before' });
    expect(await setUp({ site: 'nowhere', answer: { json: '2' } }).evaluate('1 + 1')).toEqual({ moved: 'before' });
    expect(await setUp({ answer: null }).evaluate('1 + 1')).toEqual({ moved: 'during' });
    expect(await setUp({ answer: new Error('Message manager disconnected') }).evaluate('1')).toEqual({
      moved: 'during',
    });
  });

  it('ends with its document, also where the browser never ends it', async () => {
    const { evaluate, injected, commit, committed } = setUp({ answer: new Promise(() => {}) });
    let end: unknown;
    const running = evaluate('new Promise(() => {})').then((result) => {
      end = result;
    });
    await vi.waitFor(() => expect(injected).toHaveLength(1));
    commit(2, 0);
    commit(1, 7);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(end).toBeUndefined();
    commit(1, 0);
    await running;
    expect([end, committed.size]).toEqual([{ moved: 'during' }, 0]);
  });

  it('runs once, whatever the page says of its policy', async () => {
    const { evaluate, injected } = setUp({ answer: 'thrown\0EvalError: Content Security Policy' });
    expect(await evaluate('pay()')).toEqual({ thrown: 'EvalError: Content Security Policy' });
    expect(injected).toHaveLength(1);
  });

  it('brings back text and nothing else, cut to its length', async () => {
    const long = await setUp({ answer: `json\0${'x'.repeat(20_001)}` }).evaluate('1');
    expect('json' in long && long.json.length).toBe(20_001);
    for (const forged of [
      `json\0${'x'.repeat(1_000_000)}`,
      { json: 'x' },
      { json: { length: 1 }, thrown: 7 },
      ['json', '1'],
    ]) {
      expect(await setUp({ answer: forged }).evaluate('1')).toEqual({ moved: 'during' });
    }
  });
});

describe('an expression through the debugger', () => {
  it('runs once, in the pinned world of the top document, and never in the page’s own eval', async () => {
    const commands = { ...frames, 'Runtime.evaluate': () => ({ result: { type: 'number', value: 2 } }) };
    const { evaluate, injected, sent, ran } = setUp({ commands }, true);
    expect(await evaluate('1 + 1')).toEqual({ json: '2' });
    expect(ran()).toMatchObject([{ uniqueContextId: 'u-page', expression: '(1 + 1\n)' }]);
    expect(injected).toEqual([]);
    const order = sent.map(([method]) => method);
    expect(order.indexOf('Runtime.disable')).toBeLessThan(order.indexOf('Runtime.evaluate'));
  });

  it('does not run when the document is of another site once its world is pinned', async () => {
    const { evaluate, ran } = setUp({ site: bank, commands: frames }, true);
    expect(await evaluate('pay()')).toEqual({ moved: 'before' });
    expect(ran()).toEqual([]);
  });

  it.each([
    ['{"code":-32000,"message":"uniqueContextId not found"}', 'before'],
    ['{"code":-32000,"message":"Inspected target navigated or closed"}', 'during'],
  ])('is not tried again when the browser says %s', async (message, moved) => {
    const commands = {
      ...frames,
      'Runtime.evaluate': () => {
        throw new Error('not carried out', { cause: new Error(message) });
      },
    };
    const { evaluate, ran, injected } = setUp({ commands }, true);
    expect(await evaluate('pay()')).toEqual({ moved });
    expect([ran().length, injected]).toEqual([1, []]);
  });

  it('that throws is told by the error without its stack, and is not tried again', async () => {
    const exception = { description: 'EvalError: Content Security Policy\n    at pay (https://allowed.example/:1:1)' };
    const commands = { ...frames, 'Runtime.evaluate': () => ({ exceptionDetails: { exception } }) };
    const { evaluate, ran, injected } = setUp({ commands }, true);
    expect(await evaluate('pay()')).toEqual({ thrown: 'EvalError: Content Security Policy' });
    expect([ran().length, injected]).toEqual([1, []]);
  });

  it('falls back to the page only where no world could be pinned, so that nothing has run', async () => {
    const commands = {
      'Page.getFrameTree': () => {
        throw new Error('Debugger is not attached to the tab');
      },
    };
    const { evaluate, ran, injected } = setUp({ commands, answer: 'json\x002' }, true);
    expect(await evaluate('1 + 1')).toEqual({ json: '2' });
    expect([ran(), injected.length]).toEqual([[], 1]);
  });

  it('waits for a promise that statements come to', async () => {
    const commands = {
      ...frames,
      'Runtime.compileScript': () => ({ exceptionDetails: {} }),
      'Runtime.evaluate': () => ({ result: { type: 'object', subtype: 'promise', objectId: 'p1' } }),
      'Runtime.awaitPromise': () => ({ result: { type: 'string', value: 'kept' } }),
    };
    const { evaluate, ran } = setUp({ commands }, true);
    expect(await evaluate('let one = 1; Promise.resolve(one)')).toEqual({ json: '"kept"' });
    expect(ran()).toMatchObject([{ expression: 'let one = 1; Promise.resolve(one)', replMode: true }]);
  });

  it.each([
    [{ type: 'undefined' }, 'undefined'],
    [{ type: 'number', unserializableValue: 'NaN' }, 'null'],
    [{ type: 'number', unserializableValue: '-0' }, '0'],
    [{ type: 'string', value: 'a' }, '"a"'],
    [{ type: 'object', objectId: 'o1' }, '{"a":1}'],
  ])('has %j as JSON', async (result, json) => {
    const commands = {
      ...frames,
      'Runtime.evaluate': () => ({ result }),
      'Runtime.callFunctionOn': () => ({ result: { value: '{"a":1}' } }),
    };
    expect(await setUp({ commands }, true).evaluate('x')).toEqual({ json });
  });
});

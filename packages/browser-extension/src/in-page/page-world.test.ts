// Hooks in a page's own world, against pages that put other things in their place.
import { limits } from '@sallyport/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { oneWorldApi } from '../../../../tests/support/one-world-api.ts';
import type { BrowserApi } from '../base/platform.ts';
import { askHook, beginHooks, endHooks, hookName } from '../page/hook-bridge.ts';
import { endComplaints, installComplaints } from './complaints.ts';
import { DialogGuard } from './dialogs.ts';
import { Hooks } from './hooks.ts';
import { countIn, PageWorld, readReport } from './page-world.ts';
import { pendingIn } from './timers.ts';

const place = { tabId: 1, frameId: 0 };

describe('hooks in a page’s own world', () => {
  let page: ReturnType<typeof newPage>;
  let world: PageWorld;

  beforeEach(async () => {
    page = newPage();
    vi.stubGlobal('window', page);
    world = new PageWorld(oneWorldApi);
    await world.enter(place);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, 'sallyportHooks');
  });

  const hookNames = () => Object.getOwnPropertyNames(page).filter((name) => /^[0-9a-f-]{36}-\w+$/.test(name));

  function forge(value: unknown): void {
    for (const name of hookNames()) Object.defineProperty(page, name, { value, configurable: true });
  }

  it('have a random name that the document keeps, and nothing that a loop over the page’s things meets', async () => {
    await installComplaints(world, place, true);
    const [name] = hookNames();
    await world.enter(place);
    await installComplaints(world, place, true);
    expect(hookNames()).toEqual([name]);
    expect(Object.keys(page)).not.toContain(name);
    expect(Object.getOwnPropertySymbols(page).map(String).join()).not.toContain('sallyport');
    const { error } = console;
    await endComplaints(world, place);
    expect(console.error).not.toBe(error);
    expect(hookNames()).toEqual([name]);
  });

  it('are not called by themselves where the page has wrapped what they put in its place', async () => {
    const { error } = console;
    const written: string[] = [];
    console.error = (text: string) => written.push(text);
    try {
      await installComplaints(world, place, true);
      const { error: wrapped } = console;
      console.error = (...args: unknown[]) => wrapped.apply(console, args);
      await endComplaints(world, place);
      await installComplaints(world, place, true);
      console.error('lost');
      expect(await endComplaints(world, place)).toEqual(['lost']);
      expect(written).toEqual(['lost']);
    } finally {
      console.error = error;
    }
  });

  it('are in a document that was read before anything is done there, without watching it', async () => {
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    const { error } = console;
    const later = page.setTimeout;
    const clock = fakeClock();
    const hooks = new Hooks(world, new DialogGuard(world), clock);
    hooks.installSoon(place);
    expect(hookNames()).toEqual([]);
    clock.advance(10);
    await vi.waitFor(() => expect(hookNames()).toHaveLength(3));
    expect([console.error, page.setTimeout]).toEqual([error, later]);
    expect(beginHooks()).toBe(true);
    expect(page.setTimeout).not.toBe(later);
    page.dispatchEvent(Object.assign(new Event('error'), { message: 'lost' }));
    const ended = endHooks(hooks.toEnd(place));
    expect(hooks.ended(place, ended ?? {})).toEqual({ errors: ['lost'], dialogs: [] });
    expect(console.error).toBe(error);
  });

  it('answer the page side by events, in either’s own time, with what the background would be told', async () => {
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    const hooks = new Hooks(world, new DialogGuard(world), fakeClock());
    const named = hookName(hooks.freshName());
    expect(beginHooks()).toBe(false);
    await hooks.begin(place, named);
    expect(beginHooks()).toBe(true);
    expect(await hooks.pending(place, askHook('timers', 'pending'))).toEqual(await hooks.pending(place));
    page.dispatchEvent(Object.assign(new Event('error'), { message: 'lost' }));
    const ended = endHooks(hooks.toEnd(place));
    expect(hooks.ended(place, ended ?? {})).toEqual({ errors: ['lost'], dialogs: [] });
  });

  it.each([
    ['a long text', () => 'x'.repeat(10_000_000)],
    ['a number', () => 42],
    [
      'something that throws',
      () => {
        throw new Error('forged');
      },
    ],
    ['no function', { pending: 1 }],
  ])('answer the page side nothing where the page has put %s', async (_, value) => {
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    const hooks = new Hooks(world, new DialogGuard(world), fakeClock());
    await hooks.begin(place, hookName(hooks.freshName()));
    forge(value);
    expect(askHook('timers', 'pending')).toBeUndefined();
    expect(endHooks(hooks.toEnd(place))).toBeUndefined();
    expect(beginHooks()).toBe(false);
  });

  it('tell what a page complained of and which dialogs it showed', async () => {
    const guard = new DialogGuard(world);
    const { error } = console;
    guard.prepare(1, { accept: true, text: 'Ada' });
    await Promise.all([installComplaints(world, place, true), guard.begin(place)]);
    page.dispatchEvent(Object.assign(new Event('error'), { message: 'lost' }));
    const prompted = page.prompt('Who?\0');
    for (let at = 0; at < 50; at += 1) page.alert('a'.repeat(5_000));
    expect(prompted).toBe('Ada');
    expect(await endComplaints(world, place)).toEqual(['lost']);
    const dialogs = await guard.end(place);
    expect(dialogs[0]).toEqual({ type: 'prompt', message: 'Who? ' });
    expect(dialogs).toHaveLength(20);
    expect(dialogs.every(({ message }) => message.length <= 1_000)).toBe(true);
    expect(console.error).toBe(error);
  });

  it.each([
    ['a long text', () => 'x'.repeat(10_000_000)],
    ['a number', () => 42],
    ['an endless list', () => ({ length: 1e9 })],
    ['a list of strange things', () => [null, {}, 'x']],
    ['a promise', () => Promise.resolve('later')],
    [
      'something that throws',
      () => {
        throw new Error('forged');
      },
    ],
    ['no function', { pending: 1 }],
    ['null', null],
  ])('report nothing where the page has put %s', async (_, value) => {
    const guard = new DialogGuard(world);
    await Promise.all([
      installComplaints(world, place, true),
      guard.begin(place),
      world.hook(place, 'timers', plant, value),
    ]);
    forge(value);
    expect(await endComplaints(world, place)).toEqual([]);
    expect(await guard.end(place)).toEqual([]);
    expect(await pendingIn(world, place)).toEqual({ timers: 0, downloads: 0, knownUntil: 0, ownFrames: 0 });
    expect(await new Hooks(world, guard, fakeClock()).end(place)).toEqual({ errors: [], dialogs: [] });
  });

  it('report no more than they may, whatever the page has put in their place', async () => {
    const guard = new DialogGuard(world);
    const item = fc.oneof(fc.string(), fc.constantFrom('alert', 'prompt', 'x'.repeat(3_000), '-1', '1e9', '999999999'));
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 60 }), async (items) => {
        await Promise.all([
          installComplaints(world, place, true),
          guard.begin(place),
          world.hook(place, 'timers', plant, null),
        ]);
        forge(() => items.join('\0'));
        const errors = await endComplaints(world, place);
        expect(errors.length <= 5 && errors.every((text) => text.length <= 200)).toBe(true);
        forge(() => items.join('\0'));
        for (const { type, message } of await guard.end(place)) {
          expect(['alert', 'confirm', 'prompt']).toContain(type);
          expect(message.length).toBeLessThanOrEqual(1_000);
        }
        const { timers, downloads, knownUntil } = await pendingIn(world, place);
        for (const count of [timers, downloads]) {
          expect(Number.isSafeInteger(count) && count >= 0 && count < 1e6).toBe(true);
        }
        expect(Number.isSafeInteger(knownUntil) && knownUntil >= 0).toBe(true);
      }),
    );
  });

  it('report nothing from a document that cannot be entered', async () => {
    const closed = new PageWorld({
      scripting: { executeScript: () => Promise.reject(new Error('no access')) },
    } as unknown as BrowserApi);
    await closed.enter(place);
    expect(await closed.report(place, 'timers', 'pending')).toEqual([]);
  });
});

describe('a report', () => {
  it('is read from any value without throwing, and is never longer than it may be', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readReport(value).join('').length).toBeLessThanOrEqual(limits.page.reportMaxChars);
      }),
    );
    expect(readReport('x'.repeat(limits.page.reportMaxChars + 1))).toEqual([]);
    expect(readReport('a\0b')).toEqual(['a', 'b']);
  });

  it.each([
    ['12', 12],
    ['-1', 0],
    ['1e3', 0],
    ['', 0],
    [undefined, 0],
    ['9'.repeat(400), 0],
  ])('counts %s as %i', (item, count) => {
    expect(countIn(item)).toBe(count);
  });
});

function plant(name: string, value: unknown): void {
  Object.defineProperty(window, name, { value, configurable: true });
}

function newPage() {
  return Object.assign(new EventTarget(), {
    alert: (_message: string) => {},
    confirm: (_message: string) => true,
    prompt: (_message: string): string | null => null,
    setTimeout: (_work: () => void) => 1,
  });
}

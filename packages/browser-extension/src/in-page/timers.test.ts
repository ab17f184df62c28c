// What an action leaves pending in a page, with this process as the page.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { oneWorldApi } from '../../../../tests/support/one-world-api.ts';
import { PageWorld } from './page-world.ts';
import { endTimers, installTimersIn, pendingIn } from './timers.ts';

const place = { tabId: 1, frameId: 0 };

class Link {
  readonly isSaving = true;
  hasAttribute = () => this.isSaving;
}

class Channel extends EventTarget {
  sent = 0;
  postMessage(): void {
    this.sent += 1;
  }
}

class Port {
  sent: unknown[] = [];
  postMessage(value: unknown): void {
    this.sent.push(value);
  }
}

const newPage = () =>
  Object.assign(new EventTarget(), {
    setTimeout: (callback: () => void, ms: number) => Number(setTimeout(callback, ms)),
    clearTimeout: (id: number) => clearTimeout(id),
    setInterval: () => 1,
    requestAnimationFrame: (callback: () => void) => Number(setTimeout(callback, 5)),
    cancelAnimationFrame: (id: number) => clearTimeout(id),
    requestIdleCallback: (_callback: () => void) => 7,
    cancelIdleCallback: (_id: number) => {},
    fetch: async () => 'answer',
    Worker: Channel,
    MessagePort: Port,
    HTMLElement: class {
      click(): void {}
    },
  });

describe('what an action leaves pending', () => {
  let page: ReturnType<typeof newPage>;
  let world: PageWorld;

  beforeEach(async () => {
    page = newPage();
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('HTMLAnchorElement', Link);
    vi.stubGlobal('HTMLInputElement', class {});
    Reflect.deleteProperty(globalThis, 'sallyportHooks');
    world = new PageWorld(oneWorldApi);
    await world.enter(place);
    await installTimersIn(world, place, true);
  });

  const pending = () => pendingIn(world, place);
  const isFollowed = async () => (await pending()).knownUntil > 0;
  const settled = () => vi.waitFor(async () => expect((await pending()).timers).toBe(0));

  it('is a timer until it has run, with what it schedules', async () => {
    page.dispatchEvent(new Event('click'));
    const ran: string[] = [];
    page.setTimeout(() => {
      page.setTimeout(() => ran.push('second'), 10);
      ran.push('first');
    }, 10);
    expect((await pending()).timers).toBeGreaterThan(0);
    await settled();
    expect(ran).toEqual(['first', 'second']);
    expect(await isFollowed()).toBe(true);
  });

  it('is not a timer that is long, or that the page cancels', async () => {
    page.dispatchEvent(new Event('click'));
    page.clearTimeout(page.setTimeout(() => {}, 400));
    const long = page.setTimeout(() => {}, 5_000);
    await settled();
    clearTimeout(long);
    expect(await isFollowed()).toBe(true);
  });

  it('is a request until its answer was read', async () => {
    page.dispatchEvent(new Event('click'));
    const answered = page.fetch();
    expect((await pending()).timers).toBeGreaterThan(0);
    await answered;
    await settled();
    expect(await isFollowed()).toBe(true);
  });

  it('is the answer of a worker, which may be the first of many', async () => {
    const worker = new Channel();
    page.dispatchEvent(new Event('click'));
    worker.postMessage();
    await new Promise((resolve) => setTimeout(resolve, 90));
    expect((await pending()).timers).toBe(1);
    worker.dispatchEvent(new Event('message'));
    await settled();
    expect(worker.sent).toBe(1);
    expect(await isFollowed()).toBe(false);
  });

  it('is not the answer of a worker that gave none before', async () => {
    const worker = new Channel();
    page.dispatchEvent(new Event('click'));
    worker.postMessage();
    await endTimers(world, place);
    await installTimersIn(world, place, true);
    page.dispatchEvent(new Event('click'));
    worker.postMessage();
    await settled();
    expect(await isFollowed()).toBe(false);
  });

  it('is an idle callback, which runs when somebody asks', async () => {
    page.dispatchEvent(new Event('click'));
    let remaining = 0;
    page.requestIdleCallback(((deadline: { timeRemaining(): number }) => {
      remaining = deadline.timeRemaining();
    }) as () => void);
    await settled();
    expect(remaining).toBeGreaterThan(0);
  });

  it.each([
    ['a repeated timer', () => page.setInterval()],
    ['a click of a script on a link', () => page.HTMLElement.prototype.click.call(new Link() as never)],
  ])('is not followed where the page starts %s', async (_, start) => {
    page.dispatchEvent(new Event('click'));
    start();
    expect(await isFollowed()).toBe(false);
  });

  it('is not what the page does without an action of the agent', async () => {
    await new Promise((resolve) => setTimeout(resolve, 110));
    page.setTimeout(() => {}, 300);
    expect((await pending()).timers).toBe(0);
  });

  it('leaves the page as it was, and keeps what the page has replaced itself', async () => {
    await endTimers(world, place);
    const before = newPage();
    const { postMessage } = Channel.prototype;
    await installTimersIn(world, place, true);
    expect(Channel.prototype.postMessage).not.toBe(postMessage);
    const own = async () => 'own';
    page.fetch = own;
    await endTimers(world, place);
    expect(page.fetch).toBe(own);
    expect(Channel.prototype.postMessage).toBe(postMessage);
    expect(String(page.setTimeout)).toBe(String(before.setTimeout));
    expect(String(page.requestIdleCallback)).toBe(String(before.requestIdleCallback));
  });
});

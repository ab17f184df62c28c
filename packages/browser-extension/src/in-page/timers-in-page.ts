// Watches the work that an action leaves pending, from the page's own world. Injected as source text, so all of it is one function.
import type { Hook } from './page-world.ts';
import type { Around, Chain, Method, TrackedWork } from './tracked-work.ts';

/**
 * Wraps the functions that start later work, until `end`. What cannot be followed to its end is `untracked`. A hidden page has
 * no frames and its timers run once a second, so whoever asks what is pending runs what is due.
 */
export function installTimers(name: string, begins: boolean, { inputEvents, limits, methods }: TrackedWork): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] === undefined) Object.defineProperty(window, name, { value: watch(), configurable: true });
  if (begins) page[name]?.('begin');

  function watch(): Hook {
    const { maxMs, patienceMs, rootsMs, frameMs, answerMs, idleMs } = limits;
    const listening = { capture: true, passive: true };
    const endless = new Set<string>();
    /** Workers and sockets that did not answer in time. */
    const silent = new WeakSet<object>();
    /** Until when each piece of work is awaited. */
    const pending = new Map<string, number>();
    /** Of a hidden page, by its id in `pending`. */
    const waiting = new Map<string, { readonly dueAt: number; readonly run: () => void }>();
    const unanswered = new Set<object>();
    const undo: (() => unknown)[] = [];
    const now = () => performance.now();
    const echoes: (() => void)[] = [];
    const { port1, port2 } = new MessageChannel();
    const [{ postMessage }, { requestAnimationFrame: nextFrame }] = [MessagePort.prototype, window];
    port1.onmessage = () => echoes.shift()?.();
    /** Of one action: `openTasks` are not known to be over, and the last one that is known to be its own ended at `knownAt`. */
    const fresh = () => ({ openTasks: 0, knownAt: 0, isInputOpen: false, hasUntracked: false, downloads: 0 });
    let seen = fresh();
    let count = 0;
    let beganAt = 0;
    let inputAt = 0;
    let isWatching = false;
    let running: Chain | undefined;

    /** After this task and its microtasks. */
    function afterTask(work: () => void): void {
      echoes.push(work);
      postMessage.call(port2, 0);
    }

    /** Whatever the page does until the end of this task is the action's. Observers of layout follow with the next frame. */
    function isKnownTask(): void {
      if (!isWatching) return;
      const mine = seen;
      mine.knownAt = now();
      mine.openTasks += 1;
      afterTask(() => {
        mine.openTasks -= 1;
        mine.isInputOpen = false;
        mine.knownAt = now();
      });
      if (pending.has('own frame') || document.visibilityState === 'hidden') return;
      pending.set('own frame', now() + frameMs);
      nextFrame.call(window, () => afterTask(() => void (mine === seen && pending.delete('own frame'))));
    }

    /** A key has three events in one task, which one message follows. */
    const onInput = () => {
      inputAt = now();
      if (seen.isInputOpen) seen.knownAt = inputAt;
      else isKnownTask();
      seen.isInputOpen = true;
    };

    /** Whether work that the page starts now is attributed to the action. */
    const isOfAction = () => isWatching && (running !== undefined || seen.openTasks > 0 || now() - inputAt <= rootsMs);
    const isLate = (dueMs = 0) => now() - inputAt + dueMs > maxMs;

    /** Adds pending work; the function that it returns ends it, in the task that brings its effect. */
    function begun(kind: string, untilAt = Number.POSITIVE_INFINITY): () => void {
      count += 1;
      const id = `${kind} ${count}`;
      pending.set(id, untilAt);
      return () => {
        if (pending.delete(id)) isKnownTask();
      };
    }

    function untracked(): () => void {
      seen.hasUntracked = true;
      return () => {};
    }

    /** The chain that new work belongs to; undefined for work that is not followed. */
    function chainFor(callback: unknown, dueMs: number, isRepeatable: boolean): Chain | undefined {
      if (!isOfAction()) return undefined;
      if (typeof callback !== 'function') return void untracked();
      const source = Function.prototype.toString.call(callback).slice(0, 1_000);
      if (isLate(dueMs)) {
        if (isRepeatable) endless.add(source);
        return undefined;
      }
      if (isRepeatable ? !endless.has(source) : running?.includes(source) !== true) {
        return [...(running ?? []).slice(-20), source];
      }
      return void untracked();
    }

    function runIn(chain: Chain, id: string, work: () => void): void {
      pending.delete(id);
      waiting.delete(id);
      isKnownTask();
      const before = running;
      running = chain;
      try {
        work();
      } finally {
        running = before;
      }
    }

    function runDue(): void {
      for (const [id, { dueAt, run }] of [...waiting]) {
        try {
          if (dueAt <= now() && waiting.delete(id)) run();
        } catch (error) {
          reportError(error);
        }
      }
    }

    /** Replaces a function until `end`, unless the page has replaced it by then. */
    function replace(holder: object | undefined, method: string, make: (original: Method) => Method): void {
      const held = holder as Record<string, unknown> | undefined;
      const original = held?.[method];
      if (held === undefined || typeof original !== 'function' || !Object.hasOwn(held, method)) return;
      const mine = make(original as Method);
      // A page may have frozen it.
      if (!Reflect.set(held, method, mine)) untracked();
      undo.push(() => held[method] === mine && Reflect.set(held, method, original));
    }

    function replaceAll(table: Readonly<Record<string, string>>, around: Around): void {
      const globals = window as unknown as Record<string, { readonly prototype?: object } | undefined>;
      for (const [owner, names] of Object.entries(table)) {
        const holder = owner === 'window' ? window : globals[owner]?.prototype;
        const make = (original: Method): Method =>
          function (...args) {
            return around(this, () => original.apply(this, args));
          };
        for (const method of names.split(' ')) replace(holder, method, make);
      }
    }

    /** For a function that must be the page's own: a message has its caller as source, which a wrapper would be. */
    function noteReads(method: string, around: Around): void {
      const own = Object.getOwnPropertyDescriptor(window, method);
      if (own?.configurable !== true || !('value' in own)) return;
      const put = (value: unknown) => Reflect.defineProperty(window, method, { ...own, value });
      const get = () => around(window, () => own.value);
      Reflect.defineProperty(window, method, { get, set: put, enumerable: true, configurable: true });
      undo.push(() => Object.getOwnPropertyDescriptor(window, method)?.get === get && put(own.value));
    }

    /** A function that schedules a callback, with the one that cancels it. */
    function replaceScheduler(kind: string, [request, cancel]: readonly [string, string], given: () => unknown): void {
      const isTimer = kind === 'timer';
      const cancelNow = (window as unknown as Record<string, Method>)[cancel];
      replace(window, request, (original) => (callback, ...rest) => {
        const delayMs = isTimer ? Number(rest[0] ?? 0) || 0 : 0;
        const chain = chainFor(callback, delayMs, !isTimer);
        if (chain === undefined || typeof callback !== 'function') return original.call(window, callback, ...rest);
        const run = (...args: unknown[]) => runIn(chain, `${kind} ${id}`, () => callback(...args));
        const id = original.call(window, run, ...rest);
        pending.set(`${kind} ${id}`, Number.POSITIVE_INFINITY);
        const runNow = () => {
          cancelNow?.call(window, id);
          run(...(isTimer ? rest.slice(1) : [given()]));
        };
        // A browser that draws for nobody is never idle.
        const dueAt = now() + (kind === 'idle' ? idleMs : delayMs);
        if (kind === 'idle' || document.visibilityState === 'hidden')
          waiting.set(`${kind} ${id}`, { dueAt, run: runNow });
        return id;
      });
      replace(window, cancel, (original) => (id) => {
        pending.delete(`${kind} ${id}`);
        waiting.delete(`${kind} ${id}`);
        return original.call(window, id);
      });
    }

    /** A message that the page sends to itself comes with one of the next tasks. */
    const aroundMessage: Around = (_, call) => {
      const result = call();
      if (!isOfAction()) return result;
      const end = isLate() ? untracked() : begun('message');
      isKnownTask();
      afterTask(() => {
        isKnownTask();
        afterTask(end);
      });
      return result;
    };

    /** Of a worker or a socket: an answer may come, or several, or none. */
    const aroundExchange: Around = (target, call) => {
      if (!isOfAction() || !(target instanceof EventTarget)) return call();
      seen.hasUntracked = true;
      const end = silent.has(target) || isLate() ? untracked() : begun('answer', now() + answerMs);
      unanswered.add(target);
      const onAnswer = () => {
        silent.delete(target);
        unanswered.delete(target);
        end();
      };
      target.addEventListener('message', onAnswer, { capture: true, once: true });
      undo.push(() => target.removeEventListener('message', onAnswer, { capture: true }));
      return call();
    };

    const aroundPromise: Around = (_, call) => {
      const result = call();
      if (!isOfAction() || !(result instanceof Promise)) return result;
      const end = begun('promise');
      result.then(end, end);
      return result;
    };

    /** Work that ends with one of these events, at what was called or at what it returned. */
    const aroundEvents =
      (types: readonly string[]): Around =>
      (target, call) => {
        if (!isOfAction()) return call();
        const end = begun('events');
        const listen = (source: unknown) => {
          if (!(source instanceof EventTarget)) return;
          for (const type of types) source.addEventListener(type, end, { capture: true, once: true });
        };
        listen(target);
        const result = call();
        listen(result);
        return result;
      };

    /** Scripts save files by clicking a link that is not in the page, which only this hook sees. */
    const aroundClick: Around = (target, call) => {
      if (target instanceof HTMLAnchorElement || target instanceof HTMLInputElement) seen.hasUntracked = true;
      if (target instanceof HTMLAnchorElement && target.hasAttribute('download') && !isLate()) seen.downloads += 1;
      return call();
    };

    function replaceEverything(): void {
      const idle = { didTimeout: false, timeRemaining: () => 10 };
      replaceScheduler('timer', ['setTimeout', 'clearTimeout'], () => undefined);
      replaceScheduler('frame', ['requestAnimationFrame', 'cancelAnimationFrame'], now);
      replaceScheduler('idle', ['requestIdleCallback', 'cancelIdleCallback'], () => idle);
      replaceAll(methods.messages, aroundMessage);
      noteReads('postMessage', aroundMessage);
      replaceAll(methods.exchanges, aroundExchange);
      replaceAll(methods.promises, aroundPromise);
      for (const [types, table] of Object.entries(methods.events)) replaceAll(table, aroundEvents(types.split(' ')));
      replaceAll(methods.untracked, (_, call) => {
        seen.hasUntracked ||= isOfAction();
        return call();
      });
      replaceAll(methods.clicks, aroundClick);
    }

    function begin(): void {
      for (const target of unanswered) silent.add(target);
      seen = fresh();
      beganAt = now();
      inputAt = beganAt;
      pending.clear();
      waiting.clear();
      unanswered.clear();
      if (isWatching) return;
      isWatching = true;
      replaceEverything();
      for (const type of inputEvents) window.addEventListener(type, onInput, listening);
    }

    function end(): void {
      if (!isWatching) return;
      isWatching = false;
      for (const type of inputEvents) window.removeEventListener(type, onInput, listening);
      for (const restore of undo.splice(0)) restore();
    }

    return (verb) => {
      if (verb === 'begin') begin();
      else if (verb === 'end') end();
      else runDue();
      const isOver = now() - beganAt >= patienceMs;
      const awaited = isOver ? [] : [...pending.keys()].filter((id) => (pending.get(id) ?? 0) > now());
      const knownUntil = seen.hasUntracked || isOver ? 0 : Math.ceil(seen.knownAt);
      return [awaited.length, seen.downloads, knownUntil, Number(awaited.includes('own frame'))].join('\0');
    };
  }
}

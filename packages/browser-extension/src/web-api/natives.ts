// The page's built-in functions as they were before any script of the page ran: pages and polyfills replace them.
const { apply } = Reflect;

/** Calls `this.method(...args)` by the given function, whatever the prototype has by now. */
function uncurried<This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
): (self: This, ...args: Args) => Result {
  return (self, ...args) => apply(method, self, args);
}

export const natives = {
  parse: JSON.parse,
  stringify: JSON.stringify,
  freeze: Object.freeze,
  keys: Object.keys,
  createObject: Object.create,
  defineProperty: Object.defineProperty,
  Promise,
  Error,
  CustomEvent,
  MessageEvent,
  post: uncurried(MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void),
  listen: uncurried(EventTarget.prototype.addEventListener),
  unlisten: uncurried(EventTarget.prototype.removeEventListener),
  dispatch: uncurried(EventTarget.prototype.dispatchEvent),
} as const;

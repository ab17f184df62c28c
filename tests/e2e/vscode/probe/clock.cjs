// The clock of a window's extensions: while a test holds it, the time and all intervals of a minute and more are the test's to
// move. Everything shorter, such as what VS Code itself beats by, goes on as ever.
const MINUTE_MS = 60_000;

exports.createClock = createClock;

function createClock() {
  const real = { now: Date.now, setInterval: globalThis.setInterval };
  let aheadMs = 0;
  let held = [];
  const now = () => real.now() + aheadMs;
  const dueNext = (untilMs) =>
    held
      .filter(({ timer, dueMs }) => !timer._destroyed && dueMs <= untilMs)
      .sort((one, other) => one.dueMs - other.dueMs)[0];
  return {
    hold() {
      Date.now = now;
      globalThis.setInterval = (run, everyMs, ...rest) => {
        const timer = real.setInterval(run, everyMs, ...rest);
        if (everyMs >= MINUTE_MS) held.push({ timer, run, everyMs, dueMs: now() + everyMs });
        return timer;
      };
    },
    /** Interval by interval in their order, each at its own time. */
    forward(ms) {
      const untilMs = now() + ms;
      for (let next = dueNext(untilMs); next !== undefined; next = dueNext(untilMs)) {
        aheadMs += Math.max(0, next.dueMs - now());
        next.dueMs += next.everyMs;
        next.run();
      }
      aheadMs += Math.max(0, untilMs - now());
    },
    release() {
      Date.now = real.now;
      globalThis.setInterval = real.setInterval;
      aheadMs = 0;
      held = [];
    },
  };
}

// Loaded into a process under test with --require: answers its owner with its memory after a collection, and tells of
// errors that nobody caught.
'use strict';

process.on('message', (message) => {
  if (message !== 'memory') return;
  globalThis.gc?.();
  // What the first collection freed may have finalizers, whose memory the second one frees.
  setImmediate(() => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send?.({ memory: { heapBytes: heapUsed + external, residentBytes: rss } });
  });
});
process.on('uncaughtExceptionMonitor', (error) => process.send?.({ uncaught: String(error?.stack ?? error) }));
// The channel alone must not keep the process alive.
process.channel?.unref();

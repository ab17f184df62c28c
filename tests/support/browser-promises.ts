// Promise.withResolvers for unit tests of the browser extension: every browser that its manifests admit has it, Node 20 does not.
const known: PromiseConstructor & { withResolvers?: unknown } = Promise;
known.withResolvers ??= () => {
  let settle = {};
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
};

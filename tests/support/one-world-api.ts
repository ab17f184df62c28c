// A browser that runs injected functions in this process: the page and its own world are one.
import type { BrowserApi } from '../../packages/browser-extension/src/base/platform.ts';

interface Injected {
  readonly func: (...args: readonly unknown[]) => unknown;
  readonly args: readonly unknown[];
}

export const oneWorldApi = {
  scripting: { executeScript: async ({ func, args }: Injected) => [{ frameId: 0, result: func(...args) }] },
} as unknown as BrowserApi;

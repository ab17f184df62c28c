// The globals that Node, Chromium and Firefox share. This package compiles with these types only, so using Buffer or window is
// a compile error.

declare class TextEncoder {
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true });
  decode(input: Uint8Array): string;
}

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  throwIfAborted(): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

declare function setTimeout(run: () => void, delayMs: number): unknown;
declare function clearTimeout(timer: unknown): void;

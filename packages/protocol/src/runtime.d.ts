// The few globals that Node, Chromium and Firefox all have. This package compiles without any other runtime type, so a
// Buffer or a window slipping in is a compile error.

declare class TextEncoder {
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true });
  decode(input: Uint8Array): string;
}

interface AbortSignal {
  readonly aborted: boolean;
}

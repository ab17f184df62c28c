// Splits a byte stream into lines without decoding them.
import { Buffer } from 'node:buffer';
import { parseJson } from '@sallyport/protocol';

const NEWLINE = 0x0a;

export interface LineSplitter {
  /** The complete lines so far, with newline and without blank ones; undefined when a line is over the cap. */
  push(piece: Uint8Array): Buffer[] | undefined;
}

export function createLineSplitter(maxBytes: number): LineSplitter {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  return {
    push(piece) {
      const lines: Buffer[] = [];
      let rest = piece;
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        const line = Buffer.concat([...held, rest.subarray(0, end + 1)]);
        held = [];
        heldBytes = 0;
        rest = rest.subarray(end + 1);
        if (line.byteLength > 1) lines.push(line);
      }
      if (rest.byteLength > 0) held.push(rest);
      heldBytes += rest.byteLength;
      return heldBytes > maxBytes ? undefined : lines;
    },
  };
}

export function parseLine(line: Uint8Array): unknown {
  return parseJson(Buffer.from(line).toString('utf8'));
}

export function renderLine(message: object): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

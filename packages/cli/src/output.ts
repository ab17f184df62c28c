// Everything a command prints goes through here, as text or as JSON.
import { visible, visibleJson } from './visible.ts';

/** The part of a stream that printing needs. */
export interface TextSink {
  write(text: string): unknown;
}

export interface Output {
  readonly isJson: boolean;
  /** A line of text; nothing with `--json`. */
  line(text?: string): void;
  /** A line on stderr, with and without `--json`. */
  note(text: string): void;
  /** One JSON value on a line, with and without `--json`. */
  value(value: object): void;
  /** The result of the command: `value` as JSON, or `asText(value)`. */
  result<T>(value: T, asText: (value: T) => string): void;
}

export interface OutputOptions {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly isJson: boolean;
}

export function createOutput({ stdout, stderr, isJson }: OutputOptions): Output {
  return {
    isJson,
    line(text = '') {
      if (!isJson) stdout.write(`${visible(text)}\n`);
    },
    note(text) {
      stderr.write(`${visible(text)}\n`);
    },
    value(value) {
      stdout.write(`${visibleJson(JSON.stringify(value))}\n`);
    },
    result(value, asText) {
      const text = isJson ? visibleJson(JSON.stringify(value, null, 2)) : visible(asText(value));
      if (text !== '') stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
  };
}

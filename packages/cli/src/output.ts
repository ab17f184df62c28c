// Everything a command prints goes through here: text for a person, or one JSON value for a program.
import { visible, visibleJson } from './visible.ts';

/** The part of a stream that printing needs. */
export interface TextSink {
  write(text: string): unknown;
}

export interface Output {
  readonly isJson: boolean;
  /** A line for the person at the terminal; silent with `--json`. */
  line(text?: string): void;
  /** A line on stderr, in both forms: stdout stays what it is. */
  note(text: string): void;
  /** One JSON value a line, in both forms. */
  value(value: object): void;
  /** What the command found or did: `value` as JSON, or as the text made of it. */
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

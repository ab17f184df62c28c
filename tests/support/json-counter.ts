// Counts the JSON texts that our programs read and write: a script to put in front of each, and the list they report to.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** One call of JSON.parse or JSON.stringify: in which program, and how the text begins. */
export interface JsonWork {
  readonly kind: 'parse' | 'stringify';
  readonly where: string;
  readonly text: string;
}

export interface JsonCounter {
  /** A file for `node --require`. */
  scriptFor(where: string): string;
  /** Puts the script in front of a program's file. */
  prependTo(file: string, where: string): void;
  /** What was reported since the last call. */
  take(): JsonWork[];
  close(): void;
}

const TEXT_CHARS = 160;

/** Programs of Node report into a file; an extension has none and posts. */
export async function openJsonCounter(folder: string): Promise<JsonCounter> {
  const file = join(folder, 'json-work.txt');
  writeFileSync(file, '');
  let posted = '';
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (piece: string) => {
      posted += piece;
    });
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port always has this form of address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    scriptFor(where) {
      const script = join(folder, `count-json-${where}.cjs`);
      writeFileSync(script, scriptText({ where, url, file }));
      return script;
    },
    prependTo(program, where) {
      writeFileSync(program, `${scriptText({ where, url, file })}\n${readFileSync(program, 'utf8')}`);
    },
    take() {
      const lines = `${readFileSync(file, 'utf8')}${posted}`.split('\n').slice(0, -1);
      writeFileSync(file, '');
      posted = '';
      return lines.map((line) => {
        const [kind, where = '', text = ''] = line.split('\t');
        return { kind: kind === 'parse' ? 'parse' : 'stringify', where, text };
      });
    },
    close: () => server.close(),
  };
}

/** Counts objects and arrays alone: to put a name into quotation marks is no message. */
function scriptText(target: { readonly where: string; readonly url: string; readonly file: string }): string {
  const [where, url, file] = [target.where, target.url, target.file].map((text) => JSON.stringify(text));
  return `(() => {
  const { parse, stringify } = JSON;
  const send = typeof require === 'function'
    ? (line) => require('node:fs').appendFileSync(${file}, line)
    : (line) => void fetch(${url}, { method: 'POST', mode: 'no-cors', body: line }).catch(() => {});
  const report = (kind, text) => {
    if (typeof text !== 'string' || !/^\\s*[[{]/.test(text)) return;
    send([kind, ${where}, text.slice(0, ${TEXT_CHARS}).replace(/\\s/g, ' ')].join('\\t') + '\\n');
  };
  JSON.parse = (text, ...rest) => {
    report('parse', text);
    return parse(text, ...rest);
  };
  JSON.stringify = (...args) => {
    const text = stringify(...args);
    report('stringify', text);
    return text;
  };
})();`;
}

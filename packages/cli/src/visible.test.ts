import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createOutput } from './output.ts';
import { visible, visibleJson } from './visible.ts';

const osc52 = '\u001b]52;c;cm0gLXJmIH4=\u0007';
const steering = [osc52, '\u001b[2J', '\u009b2J', '\u0008', '\r', '\u007f', '\u202e', '\u2066', '\u2028', '\u{e0041}'];

it('what steers a terminal is written out, and the rest stays as it is', () => {
  expect(visible(`a${osc52}b`)).toBe('a\\u{1b}]52;c;cm0gLXJmIH4=\\u{7}b');
  expect(visible('zwei\tSpalten\r\nÄ 👩‍💻 עברית')).toBe('zwei\tSpalten\nÄ 👩‍💻 עברית');
  for (const sign of steering) expect(visible(sign)).toMatch(/^[ -~]+$/);
});

it('JSON says the same without such signs', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...steering))), (texts) => {
      const json = visibleJson(JSON.stringify(texts, null, 2));
      expect(JSON.parse(json)).toEqual(texts);
      expect(visible(json)).toBe(json);
    }),
  );
});

it.each([true, false])('a command prints none of them, with --json %s', (isJson) => {
  let printed = '';
  const sink = {
    write: (text: string) => {
      printed += text;
    },
  };
  const output = createOutput({ stdout: sink, stderr: sink, isJson });
  for (const sign of steering) {
    output.line(sign);
    output.note(sign);
    output.result({ [sign]: sign }, () => sign);
    output.value({ sign });
  }
  expect(visible(printed)).toBe(printed);
});

it('nothing of the command writes to a terminal past this', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /std(out|err)\.write\(/.test(readFileSync(join(folder, name), 'utf8')));
  // What they write: texts through visible(), our own signs of the status line, an empty line, or lines of the protocol.
  expect(writers.sort()).toEqual([
    'ask.ts',
    'install/environment.ts',
    'notes/main.ts',
    'output.ts',
    'read-secret.ts',
    'run.ts',
    'shim/main.ts',
    'shim/note.ts',
    'shim/shim.ts',
    'up/status-line.ts',
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { stripTerminal } from './ansi.ts';

describe('terminal output as text', () => {
  it.each([
    ['colours', '\u001b[31;1mred\u001b[0m', 'red'],
    ['marks of shell integration', '\u001b]633;C\u0007out\u001b]633;D;0\u0007', 'out'],
    ['a title ended by ST', '\u001b]0;title\u001b\\text', 'text'],
    ['a hyperlink', '\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['line ends of a terminal', 'a\r\nb\r\n', 'a\nb\n'],
    ['a progress bar', '10%\r50%\r100%\r\ndone', '100%\ndone'],
    ['a shorter line drawn over a longer', 'abcdef\rxy', 'xycdef'],
    ['backspaces', 'abc\b\bd', 'ad'],
    ['charset and keypad escapes', '\u001b(B\u001b=\u001b>x', 'x'],
    ['one-byte control sequences', '\u009b31mred', 'red'],
    ['a cut sequence at the end', 'text\u001b[31', 'text'],
    ['a cut mark at the end', 'text\u001b]633;D', 'text'],
    ['a mark that never ends keeps the next line', '\u001b]633;C\nout', '\nout'],
    ['tabs and other scripts', '\tüñ 漢字 🎉', '\tüñ 漢字 🎉'],
  ])(verifies('loses %s', 'S2-term-clean'), (_, raw, text) => {
    expect(stripTerminal(raw)).toBe(text);
  });

  it('never has an escape left, and is the same the second time', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '\u001b',
        '\u001b[',
        '\u001b]633;',
        '\u0007',
        '\u001b\\',
        '\r',
        '\n',
        '\b',
        '31m',
        '\u009b',
        '\u009d',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const once = stripTerminal(pieces.join(''));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be gone
        expect(once).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        expect(stripTerminal(once)).toBe(once);
      }),
    );
  });

  it('leaves plain text as it is', () => {
    const line = fc.stringMatching(/^[ -~äöü漢]{0,40}$/);
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(stripTerminal(lines.join('\n'))).toBe(lines.join('\n'));
      }),
    );
  });

  it('shows at each place what was drawn there last', () => {
    const part = fc.stringMatching(/^[a-z]{0,8}$/);
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const drawn = parts.reduce((shown, text) => text + shown.slice(text.length), '');
        expect(stripTerminal(parts.join('\r'))).toBe(drawn);
      }),
    );
  });

  it('takes no time to speak of on megabytes of sequences', () => {
    const startedAt = performance.now();
    stripTerminal(`${'\u001b]'.repeat(200_000)}${'\u001b[31m'.repeat(200_000)}${'x\r'.repeat(50_000)}`);
    stripTerminal(`${'x'.repeat(1_000_000)}${'\ra'.repeat(20_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

import { visibleText } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { bareOrQuoted, quoted } from './quote.ts';

describe('words of a page', () => {
  it.each(['Plain words', 'May 5, 2026', 'page12', 'COVID-19', '3e', "it's | fine"])('stand bare: %s', (words) => {
    expect(bareOrQuoted(words)).toBe(words);
  });

  it.each([
    ...['e1', 'see e12', '(e12)', 'E7', '\u04355', '\uFF45\uFF11', 'e\u200b7', 'e\u03017', '\u{1D41E}\u{1D7CF}'],
    ...['Say "hi"', 'C:\\', 'e\u31647', 'see e\u115f\u17b412', '\u00e9e12'],
  ])('are quoted: %j', (words) => {
    expect(bareOrQuoted(words)).toMatch(/^".*"$/u);
    expect(JSON.parse(bareOrQuoted(words))).toBe(words);
  });

  it.each(['x" e5', 'button "x" e5', '\\" e5', '" e5 "', 'x\\', 'x\\ e5"\\', 'x" e\u31645'])(
    'end where a simple reader sees it: %j',
    (words) => {
      expect(JSON.parse(quoted(words))).toBe(words);
      expect(visibleText(quoted(words)).text).not.toMatch(/"[^"]*" e5/);
    },
  );

  it('begin without a space that only shows once invisible characters are gone', () => {
    const line = `heading ${quoted('Rest')}: ${quoted('\u202e \u3164 e5')}`;
    expect(visibleText(line).text).toBe('heading "Rest": "e5"');
  });

  it('take no time to look at, however many accents stand in a row', () => {
    const { user, system } = process.cpuUsage();
    for (const words of ['\u0301'.repeat(100_000), `e${'\u0301'.repeat(100_000)}`]) {
      expect(bareOrQuoted(words)).toBe(words);
    }
    const spent = process.cpuUsage({ user, system });
    expect(spent.user + spent.system).toBeLessThan(1_000_000);
  });
});

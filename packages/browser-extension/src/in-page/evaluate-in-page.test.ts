// Evaluation in a page's own world, against pages that have replaced what it leans on.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { evaluateHere, toJson } from './evaluate-in-page.ts';

describe('evaluation in a page’s own world', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['1 + 1', 'json\x002'],
    ['({ a: [1] })', 'json\0{"a":[1]}'],
    ['let a = 2; a * 3', 'json\x006'],
    ['Promise.resolve("later")', 'json\0"later"'],
    ['undefined', 'json\0undefined'],
    ['(() => { throw new TypeError("no") })()', 'thrown\0TypeError: no'],
    ['"x".repeat(1000)', `json\0"${'x'.repeat(100)}`],
    ['(() => { throw "x".repeat(1000) })()', `thrown\0${'x'.repeat(101)}`],
  ])('reports %s', async (expression, report) => {
    expect(await evaluateHere(expression, 100, '')).toBe(report);
  });

  it('reports no long text where the page has replaced how it is cut', async () => {
    const long = 'x'.repeat(1_000_000);
    vi.spyOn(JSON, 'stringify').mockReturnValue(long);
    vi.spyOn(String.prototype, 'slice').mockReturnValue(long);
    const [reported, thrown] = [await evaluateHere('1', 100, ''), await evaluateHere('(() => { throw 1 })()', 100, '')];
    const converting = () => toJson.call({}, 100);
    const failure = (() => {
      try {
        return converting();
      } catch (error) {
        return error;
      }
    })();
    vi.restoreAllMocks();
    expect(reported).toBe('thrown\0RangeError: too long');
    expect(thrown).toBe('thrown\0RangeError: too long');
    expect(failure).toBeInstanceOf(RangeError);
  });

  it('does not run in a document of another site', async () => {
    vi.stubGlobal('location', { origin: 'https://other.example' });
    vi.stubGlobal('ran', 0);
    expect(await evaluateHere('globalThis.ran = 1', 100, 'https://open.example')).toBe('moved\0');
    expect(Reflect.get(globalThis, 'ran')).toBe(0);
  });
});

import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, it } from 'vitest';
import { tokensIn } from './tokens.ts';

const tokenizer = new Tiktoken(o200k);

const texts = {
  rows: 'row: 512 | link "Item 0512" e1538 | textbox "Amount" e1539 | button "Order" e1540\n'.repeat(9),
  dates: ' button "11 January 2026, taken" e563 disabled\n button "12 January 2026" e564\n'.repeat(9),
  prose: 'The guard looked at the road, and at the river behind it, until the bell of the market rang for the night.',
  'long words':
    'Internationalization of parliamentary procedures requires uncharacteristically straightforward explanations.',
  address: 'https://example.org/a/b?query=1&page=%20abc-DEF_99#fragment',
  Russian: 'Приветствуем вас на нашем сайте, где можно найти самые свежие новости.',
  Japanese: 'これは日本語の文章です。東京は日本の首都です。',
  German: 'Die Donaudampfschifffahrtsgesellschaft fährt über größere Flüsse.',
};

describe('the tokens of a text', () => {
  it.each(Object.entries(texts))('are not counted too low, nor twice as high: %s', (_, text) => {
    const real = tokenizer.encode(text).length;
    expect(tokensIn(text)).toBeGreaterThanOrEqual(real * 0.98);
    expect(tokensIn(text)).toBeLessThanOrEqual(real * 2.4);
  });
});

import { describe, expect, it } from 'vitest';
import { pickBrand } from './platform.ts';

const brand = (name: string, version = '1') => ({ brand: name, version });

describe('pickBrand', () => {
  it.each([
    [[brand('Not/A)Brand', '8'), brand('Chromium', '156.0.1')], { name: 'Chromium', version: '156.0.1' }],
    [
      [brand('Chromium'), brand('Not.A/Brand'), brand('Google Chrome', '157')],
      { name: 'Google Chrome', version: '157' },
    ],
    [[brand('Microsoft Edge', '2'), brand('Not_A Brand'), brand('Chromium')], { name: 'Microsoft Edge', version: '2' }],
    [[], undefined],
  ])('of %j takes the browser’s own name', (brands, own) => {
    expect(pickBrand(brands)).toEqual(own);
  });
});

import { expect, it } from 'vitest';
import { environmentFor, resolveText } from './references.ts';

const reference = (name: string) => `$\{env:${name}}`;

it('replaces references, and nothing else', () => {
  expect(resolveText(`a ${reference('X')}-${reference('Y')} $X`, { X: '1', Y: '$&' })).toBe('a 1-$& $X');
});

it('names the variable that is not set, without any value', () => {
  expect(() => resolveText(reference('MISSING'), { OTHER: 'secret' })).toThrow(
    expect.objectContaining({ code: 'ERR_INPUT_INVALID', message: expect.stringContaining('MISSING') }),
  );
});

it('a server gets what programs need, and what its entry names', () => {
  const env = { PATH: '/bin', HOME: '/home/ada', AWS_SECRET: 's', SALLYPORT_HOME: '/x', TOKEN: 't', Path: 'C:' };
  expect(environmentFor({ KEY: reference('TOKEN'), PATH: '/mine' }, env)).toEqual({
    ...{ PATH: '/mine', HOME: '/home/ada', KEY: 't', Path: 'C:' },
  });
});

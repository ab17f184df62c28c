import { describe, expect, it } from 'vitest';
import { codeAt, parseTotpKey } from './totp.ts';

/** The keys of RFC 6238, in base32. */
const keys = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
};

describe('one-time codes', () => {
  it.each([
    [59, 'SHA1', '94287082'],
    [59, 'SHA256', '46119246'],
    [59, 'SHA512', '90693936'],
    [1_111_111_109, 'SHA1', '07081804'],
    [1_234_567_890, 'SHA256', '91819424'],
    [2_000_000_000, 'SHA512', '38618901'],
    [20_000_000_000, 'SHA1', '65353130'],
  ] as const)('at %i by %s are those of RFC 6238', (second, algorithm, code) => {
    const address = `otpauth://totp/a?secret=${keys[algorithm]}&algorithm=${algorithm}&digits=8`;
    expect(codeAt(parseTotpKey(address), second * 1000)).toBe(code);
  });

  it('are made of six digits and 30 seconds from a plain key, however it is grouped', () => {
    const key = parseTotpKey(keys.SHA1.toLowerCase().replaceAll(/(.{4})/g, '$1 '));
    expect(codeAt(key, 59_000)).toBe('287082');
    expect(codeAt(key, 30_000)).toBe('287082');
    expect(codeAt(key, 60_000)).not.toBe('287082');
  });

  it.each(['', 'hunter2!', 'GEZDGNBV', 'otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'otpauth://totp/a'])(
    'are not made of %j, which no error quotes',
    (text) => {
      expect(() => parseTotpKey(text)).toThrow('This is not the key of one-time codes.');
    },
  );
});

// One-time codes by time, as RFC 6238 defines them.
import { createHmac } from 'node:crypto';
import { SallyportError } from '@sallyport/protocol';

export interface TotpKey {
  readonly bytes: Buffer;
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly digits: number;
  readonly periodS: number;
}

/** A key as sites show it: in base32, or as an `otpauth://totp/` address. Throws ERR_INPUT_INVALID, which does not quote it. */
export function parseTotpKey(text: string): TotpKey {
  const given = text.trim();
  if (!given.startsWith('otpauth:'))
    return checked({ bytes: base32(given), algorithm: 'sha1', digits: 6, periodS: 30 });
  if (!URL.canParse(given)) throw notAKey();
  const { host, searchParams } = new URL(given);
  const algorithm = (searchParams.get('algorithm') ?? 'SHA1').toLowerCase().replace('-', '');
  if (host !== 'totp' || (algorithm !== 'sha1' && algorithm !== 'sha256' && algorithm !== 'sha512')) throw notAKey();
  return checked({
    bytes: base32(searchParams.get('secret') ?? ''),
    algorithm,
    digits: Number(searchParams.get('digits') ?? 6),
    periodS: Number(searchParams.get('period') ?? 30),
  });
}

export function codeAt({ bytes, algorithm, digits, periodS }: TotpKey, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 1000 / periodS)));
  const digest = createHmac(algorithm, bytes).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function checked(key: TotpKey): TotpKey {
  const { bytes, digits, periodS } = key;
  const isRight = bytes.length >= 10 && digits >= 6 && digits <= 8 && Number.isInteger(digits);
  if (!isRight || !Number.isInteger(periodS) || periodS < 15 || periodS > 120) throw notAKey();
  return key;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): Buffer {
  const letters = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  let bits = 0;
  let value = 0;
  const bytes: number[] = [];
  for (const letter of letters) {
    const at = ALPHABET.indexOf(letter);
    if (at === -1) throw notAKey();
    value = ((value << 5) | at) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

function notAKey(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'This is not the key of one-time codes.', {
    hint: 'Give the base32 text that the site shows beside its QR code, or the otpauth://totp/ address in it.',
  });
}

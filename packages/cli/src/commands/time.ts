// Parses durations: 90s, 30m, 8h, 7d.
import { SallyportError } from '@sallyport/protocol';

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds; throws ERR_INPUT_INVALID on anything else. */
export function parseAge(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number.parseInt(count, 10) * (unitMs[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new SallyportError('ERR_INPUT_INVALID', `"${text.slice(0, 40)}" is not a duration.`, {
    hint: 'Use a number and a unit: 90s, 30m, 8h or 7d.',
  });
}

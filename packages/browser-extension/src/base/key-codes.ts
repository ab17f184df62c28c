// Names of physical keys, for both drivers.

/** The physical key, as far as pages look at it. */
export function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return key === ' ' ? 'Space' : key;
}

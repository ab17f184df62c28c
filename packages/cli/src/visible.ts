// Makes text safe for a terminal: control and invisible characters are escaped.

/**
 * Control characters (colours, cursor moves, clipboard writes by OSC 52), bidirectional marks, and invisible separators and
 * tags. Names, descriptions and results from servers may contain any of them.
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** For people: shows a character as `\u{1b}`. Keeps line breaks and tabs. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Equivalent JSON text: JSON.stringify escapes only the first 32 of these characters. */
export function visibleJson(json: string): string {
  return json.replaceAll(UNSEEN, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

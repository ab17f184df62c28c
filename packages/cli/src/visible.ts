// Texts as a terminal may be given them: whatever would steer it, or hide what is there, is written out instead.

/**
 * Control characters, of which terminals make colours, cursor moves and writes to the clipboard (OSC 52); marks that turn the
 * direction of text; separators and tags that nobody sees. Names, descriptions and results of servers may hold any of them.
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** For people: `\u{1b}` in place of the sign. Lines and tabs stay. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** JSON text that says the same: JSON.stringify escapes only the first 32 of these signs. */
export function visibleJson(json: string): string {
  return json.replaceAll(UNSEEN, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

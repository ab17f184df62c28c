// Quotes page text in replies, so it cannot pass for a role, a name or a ref of ours.

/**
 * A digit after a single letter, in any script, also with invisible characters in between: it could pass for a ref. Read
 * forwards: backwards from the digit, a page with thousands of accents in a row would take minutes.
 */
const REF_LIKE = /(?<![\p{L}\p{N}])\p{L}[\p{M}\p{Cf}]*\p{N}/u;
/** To a reader who only knows ASCII, a word begins behind any other letter: ée12. */
const ASCII_REF_LIKE = /(?<!\w)e\d/i;
/** The fence removes these, letters among them: a Hangul filler between a letter and a digit hides a ref until then. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
const LEADING = /^[\s\p{Default_Ignorable_Code_Point}]+/u;

/** As JSON. In text that could pass for a ref, inner quotes become \u0022, since a reader may take \" for the end. */
export function quoted(words: string): string {
  if (!isRefLike(words)) return JSON.stringify(words);
  // A space at the start, behind characters that the fence removes, would make the opening quote look like a closing one.
  const begun = words.replace(LEADING, (run) => run.replaceAll(/\s/g, ''));
  const parts = begun.split('"').map((part) => JSON.stringify(part).slice(1, -1));
  return `"${parts.join('\\u0022')}"`;
}

/** Without quotes if the text cannot pass for anything else, which saves tokens. */
export function bareOrQuoted(words: string): string {
  return isBare(words) ? words : quoted(words);
}

export function isBare(words: string): boolean {
  return !/["\\]/.test(words) && !isRefLike(words);
}

function isRefLike(words: string): boolean {
  // Most words have none, and the rest costs more.
  if (!/\p{N}/u.test(words)) return false;
  if (REF_LIKE.test(words) || ASCII_REF_LIKE.test(words)) return true;
  const visible = words.replaceAll(IGNORABLE, '');
  return visible.length < words.length && (REF_LIKE.test(visible) || ASCII_REF_LIKE.test(visible));
}

// Quotes page text in replies, so it cannot pass for a role, a name or a ref of ours.

/**
 * A digit after a single letter, in any script, also with invisible characters in between: it could pass for a ref. Read
 * forwards: backwards from the digit, a page with thousands of accents in a row would take minutes.
 */
const REF_LIKE = /(?<![\p{L}\p{N}])\p{L}[\p{M}\p{Cf}]*\p{N}/u;
/** The fence removes these, letters among them: a Hangul filler between a letter and a digit hides a ref until then. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;

/** As JSON. In text that could pass for a ref, inner quotes become \u0022, since a reader may take \" for the end. */
export function quoted(words: string): string {
  if (!words.includes('"') || !isRefLike(words)) return JSON.stringify(words);
  const parts = words.split('"').map((part) => JSON.stringify(part).slice(1, -1));
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
  if (REF_LIKE.test(words)) return true;
  const visible = words.replaceAll(IGNORABLE, '');
  return visible.length < words.length && REF_LIKE.test(visible);
}

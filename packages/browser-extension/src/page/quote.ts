// How a page's words stand in a line of a reply, so that nobody takes them for a role, a name or a ref of ours.

/** A digit behind a lone letter, whatever their script and whatever invisible stands between: it could pass for a ref. */
const REF_LIKE = /(?<=(?<![\p{L}\p{N}])\p{L}[\p{M}\p{Cf}]*)\p{N}/u;

/** As JSON. Where the words could pass for a ref, quotes inside become \u0022: not every reader knows that \" ends nothing. */
export function quoted(words: string): string {
  if (!words.includes('"') || !REF_LIKE.test(words)) return JSON.stringify(words);
  const parts = words.split('"').map((part) => JSON.stringify(part).slice(1, -1));
  return `"${parts.join('\\u0022')}"`;
}

/** Bare where nothing in the words could pass for anything else, which saves tokens. */
export function bareOrQuoted(words: string): string {
  return isBare(words) ? words : quoted(words);
}

export function isBare(words: string): boolean {
  return !/["\\]/.test(words) && !REF_LIKE.test(words);
}

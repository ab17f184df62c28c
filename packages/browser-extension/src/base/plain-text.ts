// Text of others made plain: one line, and nothing in it that a reader would not see.

/** Without a shape of their own: zero-width signs, marks that turn the direction of text, tags, fillers. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** Scripts and emoji need the joiners and the choice of a form. */
const NEEDED: readonly string[] = ['\u200C', '\u200D', '\uFE0E', '\uFE0F'];
/** Says only where a word may break. */
const SOFT_HYPHEN = '\u00AD';

export function withoutUnseen(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const plain = text.replace(UNSEEN, (sign) => {
    if (NEEDED.includes(sign)) return sign;
    if (sign !== SOFT_HYPHEN) removed += 1;
    return '';
  });
  return { text: plain, removed };
}

/** For the panel: what calls itself by such a text must not look like something else. */
export function plainText(text: string, maxChars: number): string {
  const line = withoutUnseen(text).text.replace(/\s+/g, ' ').trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`;
}

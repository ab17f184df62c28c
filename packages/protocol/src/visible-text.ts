// Removes characters that a reader does not see but a model reads: Unicode tags, zero-width and bidi controls, control codes.

/** Joiners do real work between letters of joining scripts and in emoji, never in Latin or Han text, where they could only hide bits. */
const JOINED = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Han}]]]`;
const INVISIBLE = new RegExp(
  String.raw`((?<=${JOINED})[\u200C\u200D](?=${JOINED})|(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3))|[\p{Default_Ignorable_Code_Point}\x00-\x08\x0B-\x1F\x7F-\x9F]`,
  'gv',
);
/** They carry no message of their own: where a word may break, and half of a line break. */
const UNCOUNTED = ['\u00AD', '\r'];

export function visibleText(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const visible = text.replace(INVISIBLE, (sign: string, needed: string | undefined) => {
    if (needed !== undefined) return needed;
    if (!UNCOUNTED.includes(sign)) removed += 1;
    return '';
  });
  return { text: visible, removed };
}

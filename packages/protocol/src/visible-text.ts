// Removes characters that people do not see but models read: Unicode tags, zero-width and bidi controls, control codes.

/** Joiners matter between letters of joining scripts and in emoji. In Latin or Han text they could only hide data. */
const JOINED = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Han}]]]`;
const INVISIBLE = new RegExp(
  String.raw`((?<=${JOINED})[\u200C\u200D](?=${JOINED})|(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3))|[\p{Default_Ignorable_Code_Point}\x00-\x08\x0B-\x1F\x7F-\x9F]`,
  'gv',
);
/** Harmless, so not counted: soft hyphens and carriage returns. */
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

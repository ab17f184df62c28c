// Breaks a text into rows for a list that does not wrap, with every invisible character made visible.

/** Fits VS Code's side bar at its default width. */
const ROW_WIDTH = 34;

/** Line breaks and tabs as symbols, other invisible characters by their number. */
export function visible(text: string): string {
  return text
    .replaceAll(/\r?\n/g, '⏎\n')
    .replaceAll('\t', '⇥')
    .replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `‹U+${hexOf(char)}›`);
}

/** Joined, the rows are the text; they break after a space where they can, or after a slash. */
export function wrappedRows(text: string, width = ROW_WIDTH): string[] {
  return visible(text)
    .split('\n')
    .flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, maxWidth: number): string[] {
  const rows: string[] = [];
  let row = '';
  let width = 0;
  for (const char of line) {
    if (width + widthOf(char) > maxWidth) {
      // A row that is nearly empty would not read better.
      const place = [' ', '/'].map((end) => row.lastIndexOf(end)).find((at) => at > row.length / 2);
      const end = place === undefined ? row.length : place + 1;
      rows.push(row.slice(0, end));
      row = row.slice(end);
      width = [...row].reduce((sum, kept) => sum + widthOf(kept), 0);
    }
    row += char;
    width += widthOf(char);
  }
  return row === '' && rows.length > 0 ? rows : [...rows, row];
}

/** Relative to a lower-case letter of the proportional font of lists. */
function widthOf(char: string): number {
  if (/[A-Zmw@%&⏎⇥—…]/.test(char)) return 1.5;
  return char.charCodeAt(0) < 0x250 ? 1 : 2;
}

function hexOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

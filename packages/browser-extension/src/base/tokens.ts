// Estimates how many tokens a text costs a model, without its vocabulary: rather too many than too few.

/** Words, numbers with a leading space (which is a token of its own there), other scripts, line breaks with indent, signs. */
const PIECES = /[A-Za-z]+| ?\d+|[\u0080-\uffff]+|\n+ *|[^\sA-Za-z\d]/g;

/** For rare words, and signs that do not merge. */
const CAUTION = 1.12;
const SHORT_WORD = 7;
const REST_CHARS_PER_TOKEN = 4;
const DIGITS_PER_TOKEN = 3;
/** Below are Greek, Cyrillic, Hebrew, Arabic and accented Latin; above, a character is about a token. */
const DENSE_SCRIPTS = 0x0800;

export function tokensIn(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOfPiece(piece);
  return Math.ceil(tokens * CAUTION);
}

function tokensOfPiece(piece: string): number {
  const first = piece.charCodeAt(0);
  if (first > 0x7f) return first < DENSE_SCRIPTS ? Math.ceil(piece.length * 0.45) : piece.length;
  if (isDigit(piece.charCodeAt(piece.length - 1))) {
    const space = first === 0x20 ? 1 : 0;
    return space + Math.ceil((piece.length - space) / DIGITS_PER_TOKEN);
  }
  const isWord = (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7a;
  if (!isWord || piece.length <= SHORT_WORD) return 1;
  return 1 + (piece.length - SHORT_WORD) / REST_CHARS_PER_TOKEN;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

// The ways in which a text can hold a secret: as it is, and as pages, addresses and requests write it.

/** A value that was typed by name. `isCode`: a one-time code, so few digits that they also occur by chance. */
export interface NamedValue {
  readonly text: string;
  readonly isCode: boolean;
}

/** Parts that are shorter than this are on many pages. */
const PART_MIN_CHARS = 4;
const SPLIT_MIN_CHARS = 9;
const MOST = 0.7;
const FORM_MIN_CHARS = 5;

/** A test for texts. In lower case and without white space on both sides, so that a page cannot hide it by those. */
export function searchFor({ text, isCode }: NamedValue): (within: string) => boolean {
  if (isCode) {
    const apart = new RegExp(`(?<!\\d)${[...text].map(escaped).join('[\\s-]?')}(?!\\d)`);
    return (within) => apart.test(within);
  }
  const forms = [...new Set(formsOf(text).map(squeezed))].filter((form) => form.length >= FORM_MIN_CHARS);
  const value = squeezed(text);
  return (within) => {
    const bare = squeezed(within);
    return forms.some((form) => bare.includes(form)) || isMostlyIn(bare, value);
  };
}

/** Its beginning or its end, so much that little is left to guess, or both in two places. */
function isMostlyIn(bare: string, value: string): boolean {
  const { length } = value;
  if (length < SPLIT_MIN_CHARS) return false;
  const much = Math.max(PART_MIN_CHARS, Math.ceil(length * MOST));
  const isIn = (part: string) => bare.includes(part);
  if (isIn(value.slice(0, much)) || isIn(value.slice(-much))) return true;
  const sizes = Array.from({ length: length - 2 * PART_MIN_CHARS + 1 }, (_, at) => PART_MIN_CHARS + at);
  return sizes.some((size) => isIn(value.slice(0, size)) && isIn(value.slice(size)));
}

/** White space, invisible characters and case mean nothing to a reader. */
function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .toLowerCase();
}

function formsOf(text: string): string[] {
  const percent = encodeURIComponent(text);
  const bytes = new TextEncoder().encode(text);
  const json = JSON.stringify(text).slice(1, -1);
  return [
    text,
    [...text].reverse().join(''),
    percent,
    // As forms write it, and as addresses are shown.
    percent.replaceAll('%20', '+').replaceAll(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
    encodeURI(text),
    encodeURIComponent(percent),
    json,
    JSON.stringify(json).slice(1, -1),
    text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
    htmlOf(text),
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function htmlOf(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char);
}

/** The part that does not change with what stands before and after it, in both alphabets. */
function base64At(bytes: Uint8Array, offset: number): string[] {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  const whole = btoa(String.fromCharCode(...shifted)).replace(/=+$/, '');
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((shifted.length * 8) / 6);
  const stable = whole.slice(first, last);
  return [stable, stable.replaceAll('+', '-').replaceAll('/', '_')];
}

function escaped(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

// The text of a PDF that Chromium has written: glyphs of its content streams by the tables of their fonts.
import { inflateSync } from 'node:zlib';

export function pdfText(pdf: Buffer): string {
  const objects = objectsIn(pdf);
  const tables = new Map<string, ReadonlyMap<string, string>>();
  for (const { id, head } of objects) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
    const stream = objects.find((object) => object.id === table)?.stream;
    if (stream !== undefined) tables.set(id, tableIn(stream));
  }
  const fonts = new Map(
    objects.flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((at) => [at[1], at[2]])),
  );
  const lines: string[] = [];
  for (const { stream = '' } of objects) {
    let table: ReadonlyMap<string, string> | undefined;
    for (const [, font, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
      if (font !== undefined) table = tables.get(fonts.get(font) ?? '');
      if (glyphs !== undefined && table !== undefined) lines.push(decode(glyphs, table));
    }
  }
  // A run ends within words, and a glyph may stand for several letters.
  return lines.join('').normalize('NFKC');
}

interface PdfObject {
  readonly id: string;
  readonly head: string;
  readonly stream: string | undefined;
}

function objectsIn(pdf: Buffer): PdfObject[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => {
    const at = body.indexOf('stream\n');
    if (at < 0) return { id, head: body, stream: undefined };
    const head = body.slice(0, at);
    const raw = Buffer.from(body.slice(at + 7), 'latin1');
    return { id, head, stream: head.includes('/FlateDecode') ? inflated(raw) : raw.toString('latin1') };
  });
}

function inflated(raw: Buffer): string {
  try {
    return inflateSync(raw).toString('latin1');
  } catch {
    return '';
  }
}

function tableIn(map: string): Map<string, string> {
  const table = new Map<string, string>();
  const letter = (hex: string, more = 0) => String.fromCharCode(Number.parseInt(hex.slice(0, 4), 16) + more);
  for (const [, section = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', to = ''] of section.matchAll(/<(\w+)> <(\w+)>/g))
      table.set(glyph.toUpperCase(), letter(to));
  }
  for (const [, section = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', end = '', to = ''] of section.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      for (let at = first; at <= Number.parseInt(end, 16); at += 1) {
        table.set(at.toString(16).toUpperCase().padStart(from.length, '0'), letter(to, at - first));
      }
    }
  }
  return table;
}

function decode(glyphs: string, table: ReadonlyMap<string, string>): string {
  return (glyphs.toUpperCase().match(/.{4}/g) ?? []).map((glyph) => table.get(glyph) ?? '').join('');
}

// Writes a reproducible ZIP archive: given order, deflated, fixed date.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** With forward slashes, relative. */
  readonly path: string;
  readonly content: Uint8Array;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION_2 = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the earliest date of the format. */
const FIRST_DATE = 0x0021;

/** Throws RangeError where the format without its 64-bit extension ends: 65,535 entries, 4 GiB. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  if (entries.length > 0xffff) throw new RangeError('too many files for a zip');
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of entries) {
    const name = Buffer.from(path, 'utf8');
    const packed = deflateRawSync(content, { level: 9 });
    const shared = Buffer.concat([
      shorts(VERSION_2, UTF8_NAMES, DEFLATED, 0, FIRST_DATE),
      longs(crc32(content), packed.length, content.length),
      shorts(name.length, 0),
    ]);
    const local = Buffer.concat([longs(LOCAL_HEADER), shared, name, packed]);
    locals.push(local);
    // After what both headers share: no comment, one disk, no attributes.
    centrals.push(longs(CENTRAL_HEADER), shorts(VERSION_2), shared, shorts(0, 0, 0), longs(0, offset), name);
    offset += local.length;
    if (offset > 0xffffffff) throw new RangeError('too much for a zip');
  }
  const central = Buffer.concat(centrals);
  const { length } = entries;
  const end = [longs(END_OF_CENTRAL), shorts(0, 0, length, length), longs(central.length, offset), shorts(0)];
  return Buffer.concat([...locals, central, ...end]);
}

/** 16-bit little-endian values. */
function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, 2 * at);
  return bytes;
}

/** 32-bit little-endian values. */
function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
}

// Writes a ZIP archive: entries in the given order, deflated, with a fixed date, so that equal inputs give equal bytes.
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
/** 1 January 1980, the first day the format knows. */
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
    const shared = sharedFields({
      crc: crc32(content),
      packed: packed.length,
      size: content.length,
      name: name.length,
    });
    const local = Buffer.concat([uint32(LOCAL_HEADER), shared, name, packed]);
    locals.push(local);
    centrals.push(Buffer.concat([uint32(CENTRAL_HEADER), uint16(VERSION_2), shared, centralTail(offset), name]));
    offset += local.length;
    if (offset > 0xffffffff) throw new RangeError('too much for a zip');
  }
  const central = Buffer.concat(centrals);
  const count = uint16(entries.length);
  const end = [
    uint32(END_OF_CENTRAL),
    uint16(0),
    uint16(0),
    count,
    count,
    uint32(central.length),
    uint32(offset),
    uint16(0),
  ];
  return Buffer.concat([...locals, central, ...end]);
}

/** What the local and the central header have in common. */
function sharedFields(entry: { crc: number; packed: number; size: number; name: number }): Buffer {
  return Buffer.concat([
    uint16(VERSION_2),
    uint16(UTF8_NAMES),
    uint16(DEFLATED),
    uint16(0),
    uint16(FIRST_DATE),
    uint32(entry.crc),
    uint32(entry.packed),
    uint32(entry.size),
    uint16(entry.name),
    uint16(0),
  ]);
}

/** No comment, one disk, no attributes. */
function centralTail(offset: number): Buffer {
  return Buffer.concat([uint16(0), uint16(0), uint16(0), uint32(0), uint32(offset)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

// Writes a zip without compression: enough for an extension package, and the same input gives the same bytes.

export interface ZipEntry {
  /** With forward slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION_NEEDED = 20;
const UTF8_NAMES = 0x0800;
/** 1 January 1980, where zip's time begins: a build of tomorrow is the build of today. */
const EPOCH_DATE = 0x0021;

/** In the order given. Throws RangeError where the format without its 64-bit extension ends: 65,535 entries, 4 GiB. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  if (entries.length > 0xffff) throw new RangeError('too many files for a zip');
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name, 'utf8');
    const about = aboutEntry(nameBytes, bytes);
    files.push(u32(LOCAL_HEADER), about, nameBytes, Buffer.from(bytes));
    // Who made it; then for the directory alone: comment, disk, two sorts of attributes, the place of the file.
    directory.push(u32(CENTRAL_HEADER), u16(VERSION_NEEDED), about, u16(0), u16(0), u16(0), u32(0), u32(offset));
    directory.push(nameBytes);
    offset += 4 + about.length + nameBytes.length + bytes.length;
    if (offset > 0xffffffff) throw new RangeError('too much for a zip');
  }
  const directoryBytes = Buffer.concat(directory);
  const count = u16(entries.length);
  const end = [u32(END_OF_CENTRAL), u16(0), u16(0), count, count, u32(directoryBytes.length), u32(offset), u16(0)];
  return Buffer.concat([...files, directoryBytes, ...end]);
}

/** What the header of a file and its entry in the directory have in common. */
function aboutEntry(name: Buffer, bytes: Uint8Array): Buffer {
  const stored = u16(0);
  const noTime = u16(0);
  const size = u32(bytes.length);
  return Buffer.concat([
    u16(VERSION_NEEDED),
    u16(UTF8_NAMES),
    stored,
    noTime,
    u16(EPOCH_DATE),
    u32(crc32(bytes)),
    size,
    size,
    u16(name.length),
    u16(0),
  ]);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** By hand, since node:zlib has it only from version 22 on. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

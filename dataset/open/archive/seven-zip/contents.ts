/**
 * A 7z archive's table of contents, after 7zFormat.txt of the LZMA SDK: folders (packed streams with
 * their coders) and the files in each.
 */
import { type DatasetLimits, limitRefusal } from "../../../base/limits.ts";
import { ArchiveFault, shortName } from "../entries.ts";

/** A step of unpacking, by its id in hexadecimal. */
export type Coder = { method: string; properties: Buffer };

/** A packed stream and how it is unpacked: one stream that several files may share. */
export type Folder = {
  /** From the packed bytes to the output. */
  coders: readonly Coder[];
  /** Position in the archive. */
  from: number;
  packedBytes: number;
  byteSize: number;
};

export type StoredFile = {
  name: string;
  /** Null for an empty file. */
  folder: Folder | null;
  /** Where it begins in its folder's output. */
  from: number;
  byteSize: number;
  crc32: number | null;
  /** A symbolic link, device or pipe. */
  isSpecial: boolean;
};

export const headerBytes = 32;

const ids = {
  end: 0,
  header: 1,
  archiveProperties: 2,
  mainStreams: 4,
  files: 5,
  packInfo: 6,
  unpackInfo: 7,
  subStreams: 8,
  size: 9,
  crc: 10,
  folder: 11,
  unpackSize: 12,
  streamCounts: 13,
  emptyStream: 14,
  emptyFile: 15,
  anti: 16,
  names: 17,
  attributes: 21,
  encodedHeader: 23,
} as const;

const codersMax = 8;

const contradiction = (): ArchiveFault => new ArchiveFault("its table of contents is damaged");

/** Reads the numbers of a table of contents; throws beyond its end. */
class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  take(length: number): Buffer {
    if (length > this.left) throw contradiction();
    const part = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return part;
  }

  byte(): number {
    return this.take(1)[0] as number;
  }

  word(): number {
    return this.take(4).readUInt32LE(0);
  }

  /** A number of one to nine bytes: leading ones of the first count the others. */
  number(): number {
    const first = this.byte();
    let value = 0;
    let mask = 0x80;
    for (let i = 0; i < 8; i++) {
      if ((first & mask) === 0) return safe(value + (first & (mask - 1)) * 256 ** i);
      value += this.byte() * 256 ** i;
      mask >>= 1;
    }
    return safe(value);
  }

  /** A number of things that each take at least one byte of the rest. */
  count(): number {
    const value = this.number();
    if (value > this.left) throw contradiction();
    return value;
  }

  expect(id: number): void {
    if (this.byte() !== id) throw contradiction();
  }

  bits(count: number): boolean[] {
    const bytes = this.take(Math.ceil(count / 8));
    return Array.from({ length: count }, (_, i) => {
      return (((bytes[i >> 3] as number) >> (7 - (i & 7))) & 1) === 1;
    });
  }

  /** Bits, or a mark that all are set. */
  bitsOrAll(count: number): boolean[] {
    return this.byte() === 0 ? this.bits(count) : new Array<boolean>(count).fill(true);
  }

  /** Checksums, null where none is stated. */
  sums(count: number): (number | null)[] {
    return this.bitsOrAll(count).map((isStated) => (isStated ? this.word() : null));
  }
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw contradiction();
  return value;
}

/** The files of a table of contents, or the folder that holds the table itself. */
export type Contents =
  | { kind: "files"; files: StoredFile[] }
  | { kind: "encoded"; folder: Folder; crc32: number | null };

/** Reads a table of contents in an archive of `archiveBytes` bytes. */
export function readContents(bytes: Buffer, archiveBytes: number, limits: DatasetLimits): Contents {
  const reader = new Reader(bytes);
  const id = reader.byte();
  if (id === ids.encodedHeader) {
    const { folders, streams } = readStreams(reader, archiveBytes, limits);
    const [folder] = folders;
    if (folder === undefined || folders.length > 1) throw contradiction();
    return { kind: "encoded", folder, crc32: streams[0]?.crc32 ?? null };
  }
  if (id !== ids.header) throw contradiction();
  let streams: Stream[] = [];
  for (;;) {
    const part = reader.byte();
    if (part === ids.end) return { kind: "files", files: [] };
    if (part === ids.archiveProperties) {
      while (reader.byte() !== ids.end) reader.take(reader.number());
    } else if (part === ids.mainStreams) {
      streams = readStreams(reader, archiveBytes, limits).streams;
    } else if (part === ids.files) {
      return { kind: "files", files: readFiles(reader, streams, limits) };
    } else {
      throw contradiction();
    }
  }
}

type Stream = { folder: Folder; from: number; byteSize: number; crc32: number | null };

type ReadFolder = {
  coders: Coder[];
  packedStreams: number;
  byteSize: number;
  crc32: number | null;
};

function readStreams(
  reader: Reader,
  archiveBytes: number,
  limits: DatasetLimits,
): { folders: Folder[]; streams: Stream[] } {
  let packed: { from: number; sizes: number[] } = { from: headerBytes, sizes: [] };
  let stated: ReadFolder[] = [];
  let id = reader.byte();
  if (id === ids.packInfo) {
    packed = readPacked(reader);
    id = reader.byte();
  }
  if (id === ids.unpackInfo) {
    stated = readFolders(reader, limits);
    id = reader.byte();
  }
  const folders = placeFolders(stated, packed, archiveBytes);
  const subStreams = id === ids.subStreams ? reader : null;
  const streams = readSubStreams(subStreams, folders, stated, limits);
  if (subStreams !== null) id = reader.byte();
  if (id !== ids.end) throw contradiction();
  return { folders, streams };
}

function readPacked(reader: Reader): { from: number; sizes: number[] } {
  const from = headerBytes + reader.number();
  const count = reader.count();
  let sizes: number[] = [];
  for (;;) {
    const id = reader.byte();
    if (id === ids.end) break;
    if (id === ids.size) sizes = Array.from({ length: count }, () => reader.number());
    else if (id === ids.crc) reader.sums(count);
    else throw contradiction();
  }
  if (sizes.length !== count) throw contradiction();
  return { from, sizes };
}

function readFolders(reader: Reader, limits: DatasetLimits): ReadFolder[] {
  reader.expect(ids.folder);
  const count = reader.count();
  if (count > limits.archiveEntriesMax) throw limitRefusal(limits, "archiveEntriesMax", null, "7z");
  // Folders elsewhere than here were never written.
  if (reader.byte() !== 0) throw contradiction();
  const chains = Array.from({ length: count }, () => readChain(reader));
  reader.expect(ids.unpackSize);
  const folders = chains.map(({ coders, packedStreams, order, output }): ReadFolder => {
    const sizes = coders.map(() => reader.number());
    const inOrder = order.map((i) => coders[i] as Coder);
    return { coders: inOrder, packedStreams, byteSize: sizes[output] as number, crc32: null };
  });
  for (;;) {
    const id = reader.byte();
    if (id === ids.end) return folders;
    if (id !== ids.crc) throw contradiction();
    for (const [i, crc32] of reader.sums(count).entries()) (folders[i] as ReadFolder).crc32 = crc32;
  }
}

type Chain = {
  coders: Coder[];
  packedStreams: number;
  /** From the packed bytes to the output; empty if the coders form no chain. */
  order: number[];
  output: number;
};

/** A coder with several inputs or outputs (BCJ2) has the method `several`. */
function readChain(reader: Reader): Chain {
  const count = reader.number();
  if (count < 1 || count > codersMax) throw contradiction();
  let inputs = 0;
  let outputs = 0;
  const coders = Array.from({ length: count }, (): Coder => {
    const flags = reader.byte();
    if ((flags & 0xc0) !== 0) throw contradiction();
    const method = reader.take(flags & 0x0f).toString("hex");
    const isComplex = (flags & 0x10) !== 0;
    const [ins, outs] = isComplex ? [reader.number(), reader.number()] : [1, 1];
    if (ins > codersMax || outs !== 1) throw contradiction();
    inputs += ins;
    outputs += outs;
    const properties = (flags & 0x20) === 0 ? Buffer.alloc(0) : reader.take(reader.number());
    return { method, properties };
  });
  const bonds = Array.from({ length: outputs - 1 }, () => [reader.number(), reader.number()]);
  const packedStreams = inputs - bonds.length;
  if (packedStreams < 1) throw contradiction();
  if (packedStreams > 1) for (let i = 0; i < packedStreams; i++) reader.number();
  const output = coders.findIndex((_, i) => bonds.every(([, out]) => out !== i));
  if (output === -1) throw contradiction();
  if (packedStreams > 1) return { coders, packedStreams, order: [], output };
  const order = [output];
  for (let at = output; order.length < count; ) {
    const bond = bonds.find(([input]) => input === at);
    at = bond?.[1] ?? -1;
    if (at < 0 || at >= count || order.includes(at)) throw contradiction();
    order.unshift(at);
  }
  return { coders, packedStreams, order, output };
}

function placeFolders(
  stated: readonly ReadFolder[],
  packed: { from: number; sizes: number[] },
  archiveBytes: number,
): Folder[] {
  let { from } = packed;
  let next = 0;
  return stated.map(({ coders, packedStreams, byteSize }) => {
    const sizes = packed.sizes.slice(next, next + packedStreams);
    if (sizes.length < packedStreams) throw contradiction();
    next += packedStreams;
    const packedBytes = sizes.reduce((sum, size) => sum + size, 0);
    const folder = { coders, from, packedBytes, byteSize };
    from = safe(from + packedBytes);
    if (from > archiveBytes) throw new ArchiveFault("it is truncated");
    return folder;
  });
}

/** The streams in each folder: its own one, unless their numbers are stated. */
function readSubStreams(
  reader: Reader | null,
  folders: readonly Folder[],
  stated: readonly ReadFolder[],
  limits: DatasetLimits,
): Stream[] {
  let id = reader?.byte() ?? ids.end;
  let counts = folders.map(() => 1);
  if (reader !== null && id === ids.streamCounts) {
    counts = folders.map(() => reader.number());
    id = reader.byte();
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > limits.archiveEntriesMax) throw limitRefusal(limits, "archiveEntriesMax", null, "7z");
  const hasSizes = reader !== null && id === ids.size;
  const streams = folders.flatMap((folder, i) => {
    const count = counts[i] as number;
    let from = 0;
    return Array.from({ length: count }, (_, k): Stream => {
      const rest = folder.byteSize - from;
      const byteSize = k === count - 1 ? rest : hasSizes ? reader.number() : -1;
      if (byteSize < 0 || byteSize > rest) throw contradiction();
      const crc32 = count === 1 ? (stated[i]?.crc32 ?? null) : null;
      const stream = { folder, from, byteSize, crc32 };
      from += byteSize;
      return stream;
    });
  });
  if (reader === null) return streams;
  if (hasSizes) id = reader.byte();
  for (; id !== ids.end; id = reader.byte()) {
    if (id !== ids.crc) throw contradiction();
    const without = streams.filter(({ crc32 }) => crc32 === null);
    const sums = reader.sums(without.length);
    for (const [i, stream] of without.entries()) stream.crc32 = sums[i] ?? null;
  }
  return streams;
}

/** A Unix mode is in the upper half of the attributes if this bit is set. */
const hasUnixMode = 0x8000;
const isFolderBit = 0x10;
/** Windows' links of all kinds. */
const reparsePoint = 0x400;
const contentModes: ReadonlySet<number> = new Set([0, 0o100000]);
const fileTypeBits = 0o170000;

function readFiles(
  reader: Reader,
  streams: readonly Stream[],
  limits: DatasetLimits,
): StoredFile[] {
  const count = reader.count();
  if (count > limits.archiveEntriesMax)
    throw limitRefusal(limits, "archiveEntriesMax", count, "7z");
  const none = new Array<boolean>(count).fill(false);
  let names: string[] = [];
  let emptyStreams = none;
  let emptyFiles: boolean[] = [];
  let anti: boolean[] = [];
  let attributes: number[] = [];
  for (;;) {
    const id = reader.number();
    if (id === ids.end) break;
    const part = new Reader(reader.take(reader.number()));
    const empty = (): number => emptyStreams.filter(Boolean).length;
    if (id === ids.emptyStream) emptyStreams = part.bits(count);
    else if (id === ids.emptyFile) emptyFiles = part.bits(empty());
    else if (id === ids.anti) anti = part.bits(empty());
    else if (id === ids.names) names = readNames(part, count);
    else if (id === ids.attributes) attributes = readAttributes(part, count);
  }
  if (names.length !== count) throw contradiction();
  const files: StoredFile[] = [];
  let nextStream = 0;
  let nextEmpty = 0;
  for (const [i, name] of names.entries()) {
    const bits = attributes[i] ?? 0;
    const isSpecial = isSpecialFile(bits);
    if (!emptyStreams[i]) {
      const stream = streams[nextStream++];
      if (stream === undefined) throw contradiction();
      files.push({ name, isSpecial, ...stream });
      continue;
    }
    const isFile = emptyFiles[nextEmpty] === true && (bits & isFolderBit) === 0;
    const isAnti = anti[nextEmpty] === true;
    nextEmpty++;
    if (!isFile || isAnti) continue;
    files.push({ name, folder: null, from: 0, byteSize: 0, crc32: null, isSpecial });
  }
  return files;
}

function isSpecialFile(attributes: number): boolean {
  if ((attributes & reparsePoint) !== 0) return true;
  if ((attributes & hasUnixMode) === 0) return false;
  return !contentModes.has((attributes >>> 16) & fileTypeBits);
}

function readNames(part: Reader, count: number): string[] {
  if (part.byte() !== 0) throw contradiction();
  const bytes = part.take(part.left);
  const names: string[] = [];
  let from = 0;
  for (let at = 0; at + 1 < bytes.length && names.length < count; at += 2) {
    if (bytes[at] !== 0 || bytes[at + 1] !== 0) continue;
    names.push(shortName(bytes.toString("utf16le", from, at)));
    from = at + 2;
  }
  return names;
}

function readAttributes(part: Reader, count: number): number[] {
  const stated = part.bitsOrAll(count);
  if (part.byte() !== 0) throw contradiction();
  return stated.map((isStated) => (isStated ? part.word() : 0));
}

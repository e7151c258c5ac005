/** 7z archives written for tests: stored files, and headers that state anything. */
import { crc32 } from "node:zlib";

const numberOf = (value: number): number[] => {
  const bytes = Buffer.alloc(9, 0xff);
  bytes.writeBigUInt64LE(BigInt(value), 1);
  return [...bytes];
};
const wordOf = (value: number): number[] => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return [...bytes];
};

export type SevenZipFile = {
  name: string;
  content: string;
  /** Stated size, instead of the real one. */
  byteSize?: number;
  /** Its coder, instead of the one that only stores: flags, id and properties. */
  coder?: readonly number[];
  crc32?: number;
  attributes?: number;
};

/** Seals a header behind the packed bytes. */
export function sealed(packed: Uint8Array, header: Uint8Array): Buffer {
  const next = Buffer.from([
    ...numberOf(packed.length).slice(1),
    ...numberOf(header.length).slice(1),
    ...wordOf(crc32(header)),
  ]);
  const signature = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
  return Buffer.concat([signature, Buffer.from(wordOf(crc32(next))), next, packed, header]);
}

/** The packed bytes and the header of an archive, to be changed and sealed again. */
export function partsOf(archive: Buffer): { packed: Buffer; header: Buffer } {
  const from = 32 + Number(archive.readBigUInt64LE(12));
  return { packed: archive.subarray(32, from), header: archive.subarray(from) };
}

/** An archive whose files are packed one by one. */
export function sevenZipOf(files: readonly SevenZipFile[]): Buffer {
  const contents = files.map(({ content }) => Buffer.from(content));
  const sizes = files.map(({ byteSize }, i) => byteSize ?? contents[i]?.length ?? 0);
  const sums = files.map((file, i) => file.crc32 ?? crc32(contents[i] ?? ""));
  const names = Buffer.from(files.map(({ name }) => `${name}\0`).join(""), "utf16le");
  const count = numberOf(files.length);
  const attributes = files.flatMap((file) => wordOf(file.attributes ?? 0));
  const header = Buffer.from([
    ...[1, 4, 6, 0, ...count, 9, ...contents.flatMap(({ length }) => numberOf(length)), 0],
    ...[7, 11, ...count, 0, ...files.flatMap(({ coder }) => [1, ...(coder ?? [1, 0])])],
    ...[12, ...sizes.flatMap(numberOf), 10, 1, ...sums.flatMap(wordOf), 0, 0],
    ...[5, ...count, 17, ...numberOf(names.length + 1), 0, ...names],
    ...[21, ...numberOf(attributes.length + 2), 1, 0, ...attributes, 0, 0],
  ]);
  return sealed(Buffer.concat(contents), header);
}

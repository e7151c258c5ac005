/**
 * The layout of SAS data files, by M. Shotwell's description ("SAS7BDAT Database Binary Format") and
 * ReadStat. A header is followed by pages of one size, with subheaders or rows.
 */
import iconv from "iconv-lite";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";

const format = "sas7bdat";

export function sasFault(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, format);
}

export type SasField = {
  name: string;
  label: string;
  /** How SAS shows it, such as `DATE`. */
  display: string;
  isNumber: boolean;
  at: number;
  bytes: number;
};

export type SasLayout = {
  fields: SasField[];
  rows: number;
  rowBytes: number;
  /** Rows in the page that has subheaders as well. */
  mixedPageRows: number;
  isBinaryCompression: boolean;
  encoding: string;
  pages: SasPages;
};

type Pointer = { at: number; bytes: number; compression: number; kind: number };

const pageBytesMin = 512;
const headerBytesMax = 1024 * 1024;
const pageTypes = {
  data: 0x0100,
  mixed: 0x0200,
  deleted: 0x80,
  mask: 0x0f00,
  other: 0x9000,
} as const;
const compressions = { none: 0, truncated: 1, row: 4 } as const;

/** Reads pages as numbers of the file's byte order and word size. */
export class SasPages {
  readonly isBig: boolean;
  readonly wordBytes: 4 | 8;
  readonly headerBytes: number;
  readonly pageBytes: number;
  readonly count: number;
  /** Bytes of a page before its pointers. */
  readonly pageHeadBytes: number;
  readonly encoding: string;
  readonly #padsRows: boolean;

  constructor(file: OpenFile, limits: DatasetLimits) {
    const head = Buffer.alloc(288);
    if (file.readSync(head, 0, head.length, 0) < head.length) throw cutOff();
    const is64 = head[32] === 0x33;
    const shift = head[35] === 0x33 ? 4 : 0;
    this.isBig = head[37] !== 1;
    this.wordBytes = is64 ? 8 : 4;
    this.pageHeadBytes = is64 ? 40 : 24;
    this.encoding = encodings.get(head[70] ?? 0) ?? defaultEncoding;
    this.headerBytes = this.number(head, 196 + shift, 4);
    this.pageBytes = this.number(head, 200 + shift, 4);
    this.count = this.word(head, 204 + shift);
    const { headerBytes, pageBytes } = this;
    if (headerBytes < head.length || headerBytes > headerBytesMax || pageBytes < pageBytesMin) {
      throw sasFault("The header of the SAS file is damaged.");
    }
    if (pageBytes > limits.schemaBytesMax) {
      throw limitRefusal(limits, "schemaBytesMax", pageBytes, format);
    }
    if (headerBytes + this.count * pageBytes > file.byteSize) throw cutOff();
    const release = head.subarray(216 + shift + (is64 ? 4 : 0)).toString("latin1");
    this.#padsRows = !/^[89]\.0000M0/.test(release);
  }

  number(bytes: Buffer, at: number, size: 1 | 2 | 4): number {
    if (at + size > bytes.length) throw sasFault("A part of the SAS file is too short.");
    return this.isBig ? bytes.readUIntBE(at, size) : bytes.readUIntLE(at, size);
  }

  word(bytes: Buffer, at: number): number {
    if (this.wordBytes === 4) return this.number(bytes, at, 4);
    if (at + 8 > bytes.length) throw sasFault("A part of the SAS file is too short.");
    return Number(this.isBig ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at));
  }

  read(file: OpenFile, index: number): Buffer {
    const page = Buffer.allocUnsafe(this.pageBytes);
    const at = this.headerBytes + index * this.pageBytes;
    if (file.readSync(page, 0, page.length, at) < page.length) throw cutOff();
    return page;
  }

  typeOf(page: Buffer): number {
    return this.number(page, this.pageHeadBytes - 8, 2);
  }

  rowsOf(page: Buffer): number {
    return this.number(page, this.pageHeadBytes - 6, 2);
  }

  /** Where the rows of a mixed page begin: SAS rounds up to eight bytes, other programs may not. */
  rowsAt(page: Buffer): number {
    const at = this.pageHeadBytes + this.#pointerCount(page) * this.#pointerBytes;
    if (at % 8 !== 4) return at;
    const gap = page.toString("latin1", at, at + 4);
    return this.#padsRows || gap === "\0\0\0\0" || gap === "    " ? at + 4 : at;
  }

  /** Which rows of a page have been deleted: a bit each, after the rows, as Parso found. */
  deletedRows(page: Buffer, rowBytes: number): (row: number) => boolean {
    if ((this.typeOf(page) & pageTypes.deleted) === 0) return () => false;
    const pointers = this.#pointerCount(page);
    const rows = this.rowsOf(page) - pointers;
    const at = this.pageHeadBytes + pointers * this.#pointerBytes;
    const gap = this.number(page, this.wordBytes === 4 ? 12 : 24, 4);
    const map = at + (at % 8) + gap + rows * rowBytes;
    if (rows < 0 || map + Math.ceil(rows / 8) > page.length) {
      throw sasFault("A page of the SAS file is damaged.");
    }
    return (row) => row < rows && ((page[map + (row >> 3)] ?? 0) & (128 >> (row & 7))) !== 0;
  }

  pointersOf(page: Buffer): Pointer[] {
    const count = this.#pointerCount(page);
    const firstByte = this.pageHeadBytes + count * this.#pointerBytes;
    const pointers: Pointer[] = [];
    for (let i = 0; i < count; i++) {
      const from = this.pageHeadBytes + i * this.#pointerBytes;
      const at = this.word(page, from);
      const bytes = this.word(page, from + this.wordBytes);
      const compression = this.number(page, from + 2 * this.wordBytes, 1);
      const kind = this.number(page, from + 2 * this.wordBytes + 1, 1);
      if (bytes === 0 || compression === compressions.truncated) continue;
      if (at < firstByte || at + bytes > page.length) {
        throw sasFault("A part of the SAS file is beyond the end of its page.");
      }
      pointers.push({ at, bytes, compression, kind });
    }
    return pointers;
  }

  #pointerCount(page: Buffer): number {
    return this.number(page, this.pageHeadBytes - 4, 2);
  }

  get #pointerBytes(): number {
    return this.wordBytes === 4 ? 12 : 24;
  }

  /** What a subheader is. */
  signature(bytes: Buffer): number {
    const first = this.number(bytes, 0, 4);
    const isFilled = this.isBig && this.wordBytes === 8 && (first === 0 || first === 0xffff_ffff);
    return isFilled ? this.number(bytes, 4, 4) : first;
  }
}

export const isDataPage = (type: number): boolean => (type & pageTypes.mask) === pageTypes.data;
export const isMixedPage = (type: number): boolean => (type & pageTypes.mask) === pageTypes.mixed;
const hasSubheaders = (type: number): boolean => !isDataPage(type) && !(type & pageTypes.other);

function cutOff(): DatasetRefusal {
  return sasFault("The SAS file is cut off.");
}

const signatures = {
  rowSize: 0xf7f7_f7f7,
  columnSize: 0xf6f6_f6f6,
  counts: 0xffff_fc00,
  display: 0xffff_fbfe,
  attributes: 0xffff_fffc,
  text: 0xffff_fffd,
  name: 0xffff_ffff,
} as const;
const lastOnes = 0xffff_fff8;

function isSubheader(signature: number): boolean {
  const { rowSize, columnSize, counts, display } = signatures;
  return (
    [rowSize, columnSize, counts, display].some((known) => known === signature) ||
    signature >= lastOnes
  );
}

type PointedRow = { bytes: Buffer; isCompressed: boolean };

/** The rows that a page's pointers lead to, with whether they are compressed. */
export function pointedRows(page: Buffer, pages: SasPages, rowBytes: number): PointedRow[] {
  if (!hasSubheaders(pages.typeOf(page))) return [];
  return pages.pointersOf(page).flatMap(({ at, bytes, compression, kind }): PointedRow[] => {
    const found = page.subarray(at, at + bytes);
    if (compression === compressions.row) return [{ bytes: found, isCompressed: true }];
    const isRow = kind === 1 && bytes === rowBytes && !isSubheader(pages.signature(found));
    return isRow ? [{ bytes: found, isCompressed: false }] : [];
  });
}

export function readSasLayout(file: DiskFile, limits: DatasetLimits): SasLayout {
  const stored = openFile(file.filePath);
  try {
    const pages = new SasPages(stored, limits);
    return layoutOf(subheadersOf(stored, pages, limits), pages, file, limits);
  } finally {
    stored.close();
  }
}

type Subheader = { signature: number; bytes: Buffer };

/** The subheaders of the first pages, up to the first rows, and of the last ones, which may add texts. */
function subheadersOf(file: OpenFile, pages: SasPages, limits: DatasetLimits): Subheader[] {
  const found: Subheader[] = [];
  let foundBytes = 0;
  const take = (page: Buffer): boolean => {
    const type = pages.typeOf(page);
    if (isDataPage(type)) return false;
    if (!hasSubheaders(type)) return true;
    let hasRows = isMixedPage(type);
    for (const { at, bytes, compression, kind } of pages.pointersOf(page)) {
      const part = page.subarray(at, at + bytes);
      if (compression === compressions.row || bytes < 4) {
        hasRows = true;
        continue;
      }
      const signature = pages.signature(part);
      if (kind === 1 && !isSubheader(signature)) {
        hasRows = true;
        continue;
      }
      foundBytes += bytes;
      if (foundBytes > limits.schemaBytesMax) {
        throw limitRefusal(limits, "schemaBytesMax", null, format);
      }
      found.push({ signature, bytes: part });
    }
    return !hasRows;
  };
  let first = 0;
  while (first < pages.count && take(pages.read(file, first))) first++;
  for (let last = pages.count - 1; last > first && take(pages.read(file, last)); last--);
  return found;
}

function layoutOf(
  subheaders: readonly Subheader[],
  pages: SasPages,
  file: DiskFile,
  limits: DatasetLimits,
): SasLayout {
  const { wordBytes } = pages;
  const all = (signature: number): Buffer[] =>
    subheaders.filter((each) => each.signature === signature).map(({ bytes }) => bytes);
  const [size] = all(signatures.rowSize);
  const [columns] = all(signatures.columnSize);
  if (size === undefined || columns === undefined) throw sasFault("The SAS file names no columns.");
  const rowBytes = pages.word(size, wordBytes * 5);
  const rows = pages.word(size, wordBytes * 6);
  const columnCount = pages.word(columns, wordBytes);
  if (columnCount > limits.columnsMax) {
    throw limitRefusal(limits, "columnsMax", columnCount, format);
  }
  if (rowBytes > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", rowBytes, format);
  refuseDense(rows * columnCount, file, limits);
  const texts = all(signatures.text).map((bytes) => bytes.subarray(wordBytes));
  const textAt = (bytes: Buffer, at: number): string => {
    const blob = texts[pages.number(bytes, at, 2)];
    const start = pages.number(bytes, at + 2, 2);
    const found = blob?.subarray(start, start + pages.number(bytes, at + 4, 2));
    return found === undefined ? "" : textIn(found, pages.encoding);
  };
  const names = all(signatures.name).flatMap((bytes) =>
    entriesOf(bytes, wordBytes, 8).map((at) => textAt(bytes, at)),
  );
  const attributes = all(signatures.attributes).flatMap((bytes) =>
    entriesOf(bytes, wordBytes, wordBytes + 8).map((at) => ({
      at: pages.word(bytes, at),
      bytes: pages.number(bytes, at + wordBytes, 4),
      isNumber: pages.number(bytes, at + wordBytes + 6, 1) === 1,
    })),
  );
  const shown = all(signatures.display).map((bytes) => ({
    display: textAt(bytes, wordBytes === 8 ? 46 : 34),
    label: textAt(bytes, wordBytes === 8 ? 52 : 40),
  }));
  if (attributes.length < columnCount || columnCount === 0 || rowBytes === 0) {
    throw sasFault("The SAS file describes no columns.");
  }
  const fields = attributes.slice(0, columnCount).map((attribute, i): SasField => {
    const { at, bytes, isNumber } = attribute;
    const isWide = isNumber && (bytes < 2 || bytes > 8);
    if (bytes === 0 || at + bytes > rowBytes || isWide) {
      throw sasFault("A column of the SAS file is beyond the end of its rows.");
    }
    return { name: names[i] ?? "", ...{ display: "", label: "" }, ...shown[i], ...attribute };
  });
  const isBinaryCompression = texts[0]?.subarray(0, 64).includes("SASYZCR2") ?? false;
  const mixedPageRows = pages.word(size, wordBytes * 15);
  const { encoding } = pages;
  return { fields, rows, rowBytes, mixedPageRows, isBinaryCompression, encoding, pages };
}

/** The places of a subheader's entries; twelve bytes after them have no known meaning. */
function entriesOf(bytes: Buffer, wordBytes: number, entryBytes: number): number[] {
  const count = Math.floor((bytes.length - wordBytes * 2 - 12) / entryBytes);
  return Array.from({ length: Math.max(0, count) }, (_, i) => wordBytes + 8 + i * entryBytes);
}

/** Compressed rows may need few bytes each. */
function refuseDense(cells: number, { byteSize }: DiskFile, limits: DatasetLimits): void {
  const { parquetCellsFree, parquetCellsMax, parquetCellsPerByteMax } = limits;
  if (cells > parquetCellsMax) throw limitRefusal(limits, "parquetCellsMax", cells, format);
  if (cells > parquetCellsFree && cells > byteSize * parquetCellsPerByteMax) {
    throw limitRefusal(limits, "parquetCellsPerByteMax", cells / byteSize, format);
  }
}

export function textIn(bytes: Buffer, encoding: string): string {
  return iconv.decode(bytes, encoding).replace(/[\0 ]+$/, "");
}

const defaultEncoding = "windows-1252";
/** SAS' numbers of encodings. */
const encodings: ReadonlyMap<number, string> = new Map([
  [20, "utf-8"],
  [28, "ascii"],
  ...Array.from({ length: 9 }, (_, i): [number, string] => [29 + i, `iso-8859-${i + 1}`]),
  [39, "iso-8859-11"],
  [40, "iso-8859-15"],
  [41, "cp437"],
  [42, "cp850"],
  [43, "cp852"],
  [44, "cp857"],
  [45, "cp858"],
  [46, "cp862"],
  [47, "cp864"],
  [48, "cp865"],
  [49, "cp866"],
  [50, "cp869"],
  [51, "cp874"],
  [52, "cp922"],
  [53, "cp922"],
  ...Array.from({ length: 9 }, (_, i): [number, string] => [60 + i, `windows-${1250 + i}`]),
  [118, "cp950"],
  [123, "big5"],
  [125, "gb18030"],
  [126, "cp936"],
  [134, "euc-jp"],
  [136, "cp949"],
  [138, "cp932"],
  [140, "euc-kr"],
  [141, "cp949"],
  [142, "cp949"],
  [205, "gb18030"],
  [227, "iso-8859-14"],
  [242, "iso-8859-13"],
  [248, "shift_jis"],
]);

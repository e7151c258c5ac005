/** Reads dBase III to V and FoxPro tables (dbf) block by block. */
import iconv from "iconv-lite";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { dayMs } from "../../../platform/time.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { guessLegacyEncoding } from "../../open/guess-encoding.ts";
import { unreadableColumns } from "../lost-columns.ts";
import type { RecordRow } from "../record-source.ts";

const headerBytes = 32;
const fieldBytes = 32;
const fieldsEnd = 0x0d;
const fileEnd = 0x1a;
const deletedMark = 0x2a;
const blockBytes = 1024 * 1024;
/** Text that decides the encoding. */
const textSampleBytes = 64 * 1024;

/** Code pages by the header's language driver (dBase and FoxPro). */
const codePages: Readonly<Record<number, string>> = {
  1: "cp437",
  2: "cp850",
  3: "windows-1252",
  4: "macintosh",
  8: "cp865",
  9: "cp437",
  10: "cp850",
  11: "cp437",
  13: "cp437",
  14: "cp850",
  15: "cp437",
  16: "cp850",
  17: "cp437",
  18: "cp850",
  19: "shift_jis",
  20: "cp850",
  21: "cp437",
  22: "cp850",
  23: "cp865",
  24: "cp437",
  25: "cp437",
  26: "cp850",
  27: "cp437",
  29: "cp850",
  31: "cp852",
  34: "cp852",
  35: "cp852",
  36: "cp860",
  37: "cp850",
  38: "cp866",
  55: "cp850",
  64: "cp852",
  77: "gbk",
  78: "euc-kr",
  79: "big5",
  80: "windows-874",
  87: "windows-1252",
  88: "windows-1252",
  89: "windows-1252",
  100: "cp852",
  101: "cp866",
  102: "cp865",
  103: "cp861",
  106: "cp737",
  107: "cp857",
  108: "cp863",
  120: "big5",
  121: "euc-kr",
  122: "gbk",
  123: "shift_jis",
  124: "windows-874",
  134: "cp737",
  135: "cp852",
  136: "cp857",
  200: "windows-1250",
  201: "windows-1251",
  202: "windows-1254",
  203: "windows-1253",
};

type Field = { name: string; type: string; at: number; length: number };
type Header = { records: number; start: number; recordBytes: number; fields: Field[] };

export type DbfFile = {
  names: readonly string[];
  encoding: string;
  /** The rows that are not deleted; with `all`, a deleted one is null, which keeps positions. */
  rows(): Generator<RecordRow>;
  rows(all: true): Generator<RecordRow | null>;
  /** Valid after the rows have been read. */
  alerts(): ProfileAlert[];
};

const readableTypes = "CNFDLIOTYBV@+";

/** Opens a table; `encoding` comes from a file next to it. Throws `DatasetRefusal`. */
export async function openDbfFile(
  file: DiskFile,
  limits: DatasetLimits,
  encoding: string | null,
): Promise<DbfFile> {
  const { header, languageDriver } = readHeader(file, limits);
  const fields = header.fields.filter(({ type }) => readableTypes.includes(type));
  const lost = header.fields.filter((field) => !fields.includes(field) && field.type !== "0");
  const found = await findEncoding(file, header, encoding ?? codePages[languageDriver] ?? null);
  let isCut = false;
  function rows(): Generator<RecordRow>;
  function rows(all: true): Generator<RecordRow | null>;
  function* rows(all = false): Generator<RecordRow | null> {
    isCut = false;
    let read = 0;
    for (const record of records(file, header)) {
      read++;
      if (record[0] !== deletedMark) {
        const cells = fields.map((field) => cellOf(record, field, found.name));
        yield { cells, byteSize: record.length };
      } else if (all) yield null;
    }
    isCut = read < header.records;
  }
  const alerts = (): ProfileAlert[] => {
    const left = lost.map(({ name }) => name);
    const all = [...unreadableColumns(left, left.length + fields.length), ...found.alerts];
    const detail = `The header states ${header.records} records; the file has fewer.`;
    return isCut ? [...all, { code: "cut_off", detail }] : all;
  };
  return { names: fields.map(({ name }) => name), encoding: found.name, rows, alerts };
}

function dbfFault(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "dbf");
}

function readBytes(file: DiskFile, at: number, bytes: number): Buffer {
  const stored = openFile(file.filePath);
  try {
    const block = Buffer.alloc(bytes);
    return block.subarray(0, stored.readSync(block, 0, bytes, at));
  } finally {
    stored.close();
  }
}

function readHeader(
  file: DiskFile,
  limits: DatasetLimits,
): { header: Header; languageDriver: number } {
  const head = readBytes(file, 0, headerBytes);
  if (head.length < headerBytes) throw dbfFault("The dBase table is shorter than its header.");
  if ((head.readUInt8(0) & 7) === 4) {
    const detail = "The dBase table is of version 7; save it in an older version, or as CSV.";
    throw new DatasetRefusal("unsupported_format", detail, "dbf");
  }
  const start = head.readUInt16LE(8);
  const recordBytes = head.readUInt16LE(10);
  const bytes = readBytes(file, headerBytes, Math.max(0, start - headerBytes));
  const fields: Field[] = [];
  let end = 1;
  for (let at = 0; at + fieldBytes <= bytes.length && bytes[at] !== fieldsEnd; at += fieldBytes) {
    const type = String.fromCharCode(bytes.readUInt8(at + 11));
    const stated = bytes.readUInt8(at + 16);
    // Text longer than 255 bytes keeps the rest of its length where numbers have their decimals.
    const length = type === "C" ? stated + bytes.readUInt8(at + 17) * 256 : stated;
    const name = bytes.subarray(at, at + 11);
    const nameEnd = name.indexOf(0);
    const text = iconv.decode(nameEnd < 0 ? name : name.subarray(0, nameEnd), "utf-8");
    fields.push({ name: text, type, at: end, length });
    end += length;
  }
  if (fields.length > limits.columnsMax) {
    throw limitRefusal(limits, "columnsMax", fields.length, "dbf");
  }
  if (fields.length === 0) throw dbfFault("The header of the dBase table names no column.");
  if (fields.some(({ length }) => length === 0)) {
    throw dbfFault("A column of the dBase table has no bytes.");
  }
  if (end > recordBytes) throw dbfFault("The columns of the dBase table exceed its records.");
  const header = { records: head.readUInt32LE(4), start, recordBytes, fields };
  return { header, languageDriver: head.readUInt8(29) };
}

/** The records as stored, with their deletion mark. */
function* records(file: DiskFile, { records, start, recordBytes }: Header): Generator<Buffer> {
  const stored = openFile(file.filePath);
  const perBlock = Math.max(1, Math.floor(blockBytes / recordBytes));
  try {
    for (let index = 0; index < records; index += perBlock) {
      const wanted = Math.min(perBlock, records - index) * recordBytes;
      const block = Buffer.allocUnsafe(wanted);
      const read = stored.readSync(block, 0, wanted, start + index * recordBytes);
      for (let at = 0; at + recordBytes <= read; at += recordBytes) {
        if (block[at] === fileEnd) return;
        yield block.subarray(at, at + recordBytes);
      }
      if (read < wanted) return;
    }
  } finally {
    stored.close();
  }
}

type FoundEncoding = { name: string; alerts: ProfileAlert[] };

/** UTF-8 wins over the stated encoding, which many programs leave as it was. */
async function findEncoding(
  file: DiskFile,
  header: Header,
  stated: string | null,
): Promise<FoundEncoding> {
  const texts = header.fields.filter(({ type }) => type === "C");
  const sample: Buffer[] = [];
  let bytes = 0;
  for (const record of records(file, header)) {
    for (const { at, length } of texts) sample.push(Buffer.from(record.subarray(at, at + length)));
    bytes += record.length;
    if (bytes > textSampleBytes) break;
  }
  const text = Buffer.concat(sample.flatMap((part) => [part, Buffer.from("\n")]));
  if (isUtf8(sample)) return { name: "utf-8", alerts: [] };
  if (stated !== null && iconv.encodingExists(stated)) return { name: stated, alerts: [] };
  const guessed = (await guessLegacyEncoding(text)) ?? "windows-1252";
  const detail = `The text is not UTF-8; it was read as ${guessed}.`;
  return { name: guessed, alerts: [{ code: "encoding_guessed", detail }] };
}

/** Cells are cut by bytes, so that the last character of a full one may be broken. */
function isUtf8(cells: readonly Buffer[]): boolean {
  return cells.every((cell) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(cell, { stream: true });
      return true;
    } catch {
      return false;
    }
  });
}

const julianOf1970 = 2_440_588;

function cellOf(record: Buffer, { type, at, length }: Field, encoding: string): unknown {
  const bytes = record.subarray(at, at + length);
  switch (type) {
    case "C":
    case "V":
      return textOf(bytes, encoding);
    case "N":
    case "F":
      return numberOf(bytes.toString("latin1"));
    case "D":
      return dateOf(bytes.toString("latin1"));
    case "L":
      return booleanOf(bytes.toString("latin1"));
    case "I":
    case "+":
      return bytes.length < 4 ? null : bytes.readInt32LE(0);
    case "O":
    case "B":
      return bytes.length < 8 ? null : bytes.readDoubleLE(0);
    case "Y":
      return bytes.length < 8 ? null : Number(bytes.readBigInt64LE(0)) / 10_000;
    default:
      return bytes.length < 8 ? null : timeOf(bytes.readInt32LE(0), bytes.readInt32LE(4));
  }
}

function textOf(bytes: Buffer, encoding: string): string | null {
  const end = bytes.indexOf(0);
  const text = iconv.decode(end < 0 ? bytes : bytes.subarray(0, end), encoding).trimEnd();
  return text === "" ? null : text;
}

/** Programs fill numbers that do not fit with asterisks. */
function numberOf(stored: string): number | bigint | null {
  const text = stored.replaceAll("\0", "").trim();
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  const isInteger = /^[-+]?\d+$/.test(text);
  return isInteger && !Number.isSafeInteger(value) ? BigInt(text.replace("+", "")) : value;
}

function dateOf(stored: string): string | null {
  const [, year, month, day] = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(stored) ?? [];
  return year === undefined || year === "0000" ? null : `${year}-${month}-${day}`;
}

function booleanOf(stored: string): boolean | null {
  if (/^[TYty1]/.test(stored)) return true;
  return /^[FNfn0]/.test(stored) ? false : null;
}

function timeOf(julianDay: number, ms: number): string | null {
  if (julianDay === 0) return null;
  const time = new Date((julianDay - julianOf1970) * dayMs + ms);
  const isDate = Math.abs(time.getTime()) < 8.64e15 && time.getUTCFullYear() > 0;
  return isDate && time.getUTCFullYear() <= 9999
    ? time.toISOString().replace(/(\.000)?Z$/, "")
    : null;
}

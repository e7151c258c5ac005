/** Reads SPSS files (sav, zsav) by PSPP's description of the format. */
import { inflateSync } from "node:zlib";
import iconv from "iconv-lite";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { outputRefusal } from "../../open/unpacked-size.ts";
import type { OpenInner } from "../inner-table.ts";
import {
  clockTime,
  codeBook,
  daySeconds,
  isoTime,
  type LabelledColumn,
  openLabelled,
  type StoredValue,
} from "./labelled-table.ts";

const format = "sav";
const headerBytes = 176;
const slotBytes = 8;
const blockBytes = 256 * 1024;
/** Bytes of a long text in each of its segments. */
const segmentBytes = 252;
const zlibBlockBytesMax = 64 * 1024 * 1024;

function fault(detail: string, cause?: unknown): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, format, cause);
}

const cutOff = (): DatasetRefusal => fault("The SPSS file is cut off.");

/** Reads bytes in order, never more than the file has. */
class Cursor {
  at: number;
  readonly isBig: boolean;
  readonly #file: OpenFile;

  constructor(file: OpenFile, at: number, isBig: boolean) {
    this.#file = file;
    this.at = at;
    this.isBig = isBig;
  }

  take(bytes: number): Buffer {
    if (bytes < 0 || this.at + bytes > this.#file.byteSize) throw cutOff();
    const block = Buffer.alloc(bytes);
    this.#file.readSync(block, 0, bytes, this.at);
    this.at += bytes;
    return block;
  }

  skip(bytes: number): void {
    if (bytes < 0 || this.at + bytes > this.#file.byteSize) throw cutOff();
    this.at += bytes;
  }

  int(): number {
    const block = this.take(4);
    return this.isBig ? block.readInt32BE() : block.readInt32LE();
  }

  long(): number {
    const block = this.take(8);
    return Number(this.isBig ? block.readBigInt64BE() : block.readBigInt64LE());
  }
}

type Variable = {
  nameBytes: Buffer;
  labelBytes: Buffer;
  /** Bytes of text; 0 for numbers. */
  width: number;
  slot: number;
  slots: number;
  display: number;
  missing: { values: Buffer[]; isRange: boolean };
  labelBytesByValue: [value: Buffer, label: Buffer][];
};

type Dictionary = {
  variables: Variable[];
  slots: number;
  compression: number;
  bias: number;
  isBig: boolean;
  encoding: string;
  longNames: Map<string, string>;
  longTexts: Map<string, number>;
  dataAt: number;
};

export const openSav: OpenInner = async (file, _target, { all: limits }) => {
  const stored = openFile(file.filePath);
  let dictionary: Dictionary;
  try {
    dictionary = readDictionary(stored, limits);
  } catch (error) {
    throw error instanceof DatasetRefusal ? error : fault("The SPSS file is damaged.", error);
  } finally {
    stored.close();
  }
  const fields = fieldsOf(dictionary);
  if (fields.length === 0) throw fault("The SPSS file has no columns.");
  const table = await openLabelled({
    ...{ format, encoding: dictionary.encoding, name: "", byteSize: file.byteSize },
    columns: fields.map(({ column }) => column),
    rowBytes: dictionary.slots * slotBytes,
    rows: () => rowsOf(file, dictionary, fields, limits),
  });
  const notes = codeBook(fields.map(({ column }) => column));
  return { format, tables: [table], notes, alerts: [] };
};

function readDictionary(file: OpenFile, limits: DatasetLimits): Dictionary {
  const head = new Cursor(file, 0, false).take(headerBytes);
  const isBig = ![2, 3].includes(head.readInt32LE(64));
  const compression = isBig ? head.readInt32BE(72) : head.readInt32LE(72);
  const bias = isBig ? head.readDoubleBE(84) : head.readDoubleLE(84);
  const cursor = new Cursor(file, headerBytes, isBig);
  const variables: Variable[] = [];
  const bySlot = new Map<number, Variable>();
  let slots = 0;
  let encoding = "windows-1252";
  let bytes = 0;
  const texts = new Map<number, Buffer>();
  let labels: [Buffer, Buffer][] = [];
  for (;;) {
    const start = cursor.at;
    const kind = cursor.int();
    if (kind === 999) {
      cursor.skip(4);
      break;
    }
    if (kind === 2) {
      const variable = readVariable(cursor, slots);
      if (variable) {
        variables.push(variable);
        bySlot.set(slots, variable);
      }
      slots++;
    } else if (kind === 3) labels = readLabels(cursor);
    else if (kind === 4) {
      for (let left = cursor.int(); left > 0; left--) {
        bySlot.get(cursor.int() - 1)?.labelBytesByValue.push(...labels);
      }
    } else if (kind === 6) cursor.skip(cursor.int() * 80);
    else if (kind === 7) {
      const subtype = cursor.int();
      const size = cursor.int();
      const count = cursor.int();
      if (size < 0 || count < 0) throw cutOff();
      if (subtype === 3 || subtype === 13 || subtype === 14 || subtype === 20) {
        texts.set(subtype, cursor.take(size * count));
      } else cursor.skip(size * count);
    } else throw fault("The SPSS file's description is damaged.");
    bytes += cursor.at - start;
    if (bytes > limits.schemaBytesMax) throw limitRefusal(limits, "schemaBytesMax", null, format);
    if (slots > limits.columnsMax * 128) throw limitRefusal(limits, "columnsMax", null, format);
  }
  encoding = encodingOf(texts, isBig);
  const longNames = pairsOf(texts.get(13), encoding);
  const lengths = [...pairsOf(texts.get(14), encoding)];
  const longTexts = new Map(lengths.map(([name, length]) => [name, Number.parseInt(length, 10)]));
  const dataAt = cursor.at;
  return { variables, slots, compression, bias, isBig, encoding, longNames, longTexts, dataAt };
}

/** Null for the further slots of a text. */
function readVariable(cursor: Cursor, slot: number): Variable | null {
  const width = cursor.int();
  const hasLabel = cursor.int() === 1;
  const missingCount = cursor.int();
  const display = (cursor.int() >> 16) & 0xff;
  cursor.skip(4);
  const nameBytes = cursor.take(8);
  let labelBytes: Buffer = Buffer.alloc(0);
  if (hasLabel) {
    const length = cursor.int();
    labelBytes = cursor.take(length);
    cursor.skip((4 - (length % 4)) % 4);
  }
  if (Math.abs(missingCount) > 3) throw fault("The SPSS file's description is damaged.");
  const values = Array.from({ length: Math.abs(missingCount) }, () => cursor.take(slotBytes));
  if (width < 0) return null;
  return {
    ...{ nameBytes, labelBytes, width, slot, display, labelBytesByValue: [] },
    slots: width === 0 ? 1 : Math.ceil(width / slotBytes),
    missing: { values, isRange: missingCount < 0 },
  };
}

function readLabels(cursor: Cursor): [Buffer, Buffer][] {
  const labels: [Buffer, Buffer][] = [];
  for (let left = cursor.int(); left > 0; left--) {
    const value = cursor.take(slotBytes);
    const length = cursor.take(1).readUInt8();
    labels.push([value, cursor.take(length)]);
    cursor.skip((slotBytes - ((length + 1) % slotBytes)) % slotBytes);
  }
  return labels;
}

function encodingOf(texts: ReadonlyMap<number, Buffer>, isBig: boolean): string {
  const named = texts.get(20)?.toString("latin1").trim() ?? "";
  if (iconv.encodingExists(named)) return named.toLowerCase();
  const machine = texts.get(3);
  if (machine === undefined || machine.length < 32) return "windows-1252";
  const page = isBig ? machine.readInt32BE(28) : machine.readInt32LE(28);
  if (page === 65_001) return "utf-8";
  return iconv.encodingExists(`cp${page}`) ? `cp${page}` : "windows-1252";
}

/** `SHORT=value`, separated by tabs and zeros. */
function pairsOf(bytes: Buffer | undefined, encoding: string): Map<string, string> {
  const text = bytes === undefined ? "" : iconv.decode(bytes, encoding);
  return new Map(
    text.split(/[\t\0]+/).flatMap((pair): [string, string][] => {
      const at = pair.indexOf("=");
      return at < 0 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
}

type Field = {
  column: LabelledColumn;
  read(row: Buffer): StoredValue;
};

function fieldsOf(dictionary: Dictionary): Field[] {
  const { variables, encoding, longNames, longTexts } = dictionary;
  const textOf = (bytes: Buffer): string => iconv.decode(bytes, encoding).replace(/[\0 ]+$/, "");
  const fields: Field[] = [];
  for (let i = 0; i < variables.length; i++) {
    const variable = variables[i] as Variable;
    const short = textOf(variable.nameBytes);
    const length = longTexts.get(short) ?? 0;
    const segments = variable.width > 0 && length > 255 ? Math.ceil(length / segmentBytes) : 1;
    const parts = variables.slice(i, i + segments);
    i += segments - 1;
    const isText = variable.width > 0;
    const numberOf = numberReader(dictionary.isBig);
    const valueIn = (bytes: Buffer): StoredValue => (isText ? textOf(bytes) : numberOf(bytes, 0));
    const labels = new Map(
      variable.labelBytesByValue.map(([value, label]) => [valueIn(value), textOf(label)]),
    );
    const isMissing = missingTest(variable, valueIn);
    fields.push({
      column: {
        name: longNames.get(short) ?? short,
        label: textOf(variable.labelBytes),
        labels: labels.size > 0 ? labels : null,
        shown: isText ? null : displayOf(variable.display),
      },
      read: (row) => {
        const value = isText
          ? textOf(bytesOf(row, parts, length))
          : numberOf(row, variable.slot * slotBytes);
        return value === null || value === "" || isMissing(value) ? null : value;
      },
    });
  }
  return fields;
}

function bytesOf(row: Buffer, parts: readonly Variable[], length: number): Buffer {
  const [first] = parts;
  if (first === undefined) return Buffer.alloc(0);
  const at = first.slot * slotBytes;
  if (parts.length === 1) return row.subarray(at, at + first.width);
  const all = parts.map(({ slot }) =>
    row.subarray(slot * slotBytes, slot * slotBytes + segmentBytes),
  );
  return Buffer.concat(all).subarray(0, length);
}

/** The system's missing value is the smallest number. */
const numberReader =
  (isBig: boolean) =>
  (bytes: Buffer, at: number): number | null => {
    const value = isBig ? bytes.readDoubleBE(at) : bytes.readDoubleLE(at);
    return value === -Number.MAX_VALUE || Number.isNaN(value) ? null : value;
  };

/** Values that the file declares as missing: a range, single ones, or both. */
function missingTest(
  { missing: { values, isRange } }: Variable,
  valueIn: (bytes: Buffer) => StoredValue,
): (value: StoredValue) => boolean {
  const stated = values.map(valueIn);
  if (!isRange) return (value) => stated.includes(value);
  const low = Number(stated[0] ?? Number.NEGATIVE_INFINITY);
  const high = Number(stated[1] ?? Number.POSITIVE_INFINITY);
  return (value) =>
    (typeof value === "number" && value >= low && value <= high) || value === stated[2];
}

/** SPSS counts seconds from 14 October 1582. */
const secondsBefore1970 = 12_219_379_200;

function displayOf(code: number): LabelledColumn["shown"] {
  const msOf = (value: number): number => (value - secondsBefore1970) * 1000;
  switch (code) {
    case 20:
    case 23:
    case 24:
    case 30:
    case 38:
    case 39:
      return (value) => isoTime(msOf(value), true);
    case 28:
      return (value) => isoTime(msOf(value), true)?.slice(0, 7) ?? null;
    case 29:
      return (value) => {
        const date = isoTime(msOf(value), true);
        return date && `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
      };
    case 22:
    case 41:
      return (value) => isoTime(msOf(value), false);
    case 21:
    case 25:
    case 40:
      return (value) =>
        value >= daySeconds || value < 0
          ? clockTime(value)
          : (isoTime(value * 1000, false)?.slice(11) ?? null);
    default:
      return null;
  }
}

function* rowsOf(
  file: DiskFile,
  dictionary: Dictionary,
  fields: readonly Field[],
  limits: DatasetLimits,
): Generator<StoredValue[]> {
  const rowBytes = dictionary.slots * slotBytes;
  const row = Buffer.alloc(rowBytes);
  const slots = dictionary.compression === 0 ? null : new SlotReader(file, dictionary, limits);
  if (slots === null) {
    for (const block of blocksOf(file, dictionary.dataAt, rowBytes)) {
      for (let at = 0; at < block.length; at += rowBytes) {
        const one = block.subarray(at, at + rowBytes);
        yield fields.map((field) => field.read(one));
      }
    }
    return;
  }
  for (;;) {
    for (let slot = 0; slot < dictionary.slots; slot++) {
      if (slots.next(row, slot * slotBytes)) continue;
      if (slot === 0) return;
      throw cutOff();
    }
    yield fields.map((field) => field.read(row));
  }
}

/** Blocks of whole rows. */
function* blocksOf(file: DiskFile, start: number, rowBytes: number): Generator<Buffer> {
  const stored = openFile(file.filePath);
  const wanted = Math.max(1, Math.floor(blockBytes / rowBytes)) * rowBytes;
  try {
    for (let at = start; ; at += wanted) {
      const block = Buffer.alloc(wanted);
      const read = stored.readSync(block, 0, wanted, at);
      if (read % rowBytes !== 0) throw cutOff();
      if (read > 0) yield block.subarray(0, read);
      if (read < wanted) return;
    }
  } finally {
    stored.close();
  }
}

/** Reads compressed data: eight codes, then the values that they call for. */
class SlotReader {
  readonly #blocks: Generator<Buffer>;
  readonly #dictionary: Dictionary;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;
  readonly #codes = Buffer.alloc(slotBytes);
  #code = slotBytes;

  constructor(file: DiskFile, dictionary: Dictionary, limits: DatasetLimits) {
    this.#dictionary = dictionary;
    this.#blocks =
      dictionary.compression === 2
        ? inflatedBlocks(file, dictionary, limits)
        : blocksOf(file, dictionary.dataAt, 1);
  }

  /** Puts the next value into the row; false at the end. */
  next(row: Buffer, at: number): boolean {
    const { bias, isBig } = this.#dictionary;
    for (;;) {
      if (this.#code === slotBytes) {
        if (!this.#take(this.#codes, 0)) return false;
        this.#code = 0;
      }
      const code = this.#codes[this.#code++] ?? 0;
      if (code === 0) continue;
      if (code === 252) return false;
      if (code === 253) {
        if (!this.#take(row, at)) throw cutOff();
        return true;
      }
      if (code === 254) row.fill(32, at, at + slotBytes);
      else {
        const value = code === 255 ? -Number.MAX_VALUE : code - bias;
        if (isBig) row.writeDoubleBE(value, at);
        else row.writeDoubleLE(value, at);
      }
      return true;
    }
  }

  #take(target: Buffer, at: number): boolean {
    for (let done = 0; done < slotBytes; ) {
      if (this.#at === this.#block.length) {
        const { done: ended, value } = this.#blocks.next();
        if (ended) {
          if (done > 0) throw cutOff();
          return false;
        }
        this.#block = value;
        this.#at = 0;
      }
      const bytes = Math.min(slotBytes - done, this.#block.length - this.#at);
      this.#block.copy(target, at + done, this.#at, this.#at + bytes);
      this.#at += bytes;
      done += bytes;
    }
    return true;
  }
}

/** The blocks of a zsav file, whose places its end lists. */
function* inflatedBlocks(
  file: DiskFile,
  { dataAt, isBig }: Dictionary,
  limits: DatasetLimits,
): Generator<Buffer> {
  let total = 0;
  const stored = openFile(file.filePath);
  try {
    const head = new Cursor(stored, dataAt, isBig);
    head.skip(8);
    const cursor = new Cursor(stored, head.long(), isBig);
    cursor.skip(20);
    for (let left = cursor.int(); left > 0; left--) {
      cursor.skip(8);
      const at = cursor.long();
      const bytes = cursor.int();
      const packed = cursor.int();
      if (bytes < 0 || bytes > zlibBlockBytesMax)
        throw fault("A block of the SPSS file is too large.");
      // Many places may lead to the same few bytes.
      total += bytes;
      const refusal = outputRefusal(limits, file.byteSize, total, format);
      if (refusal) throw refusal;
      const block = new Cursor(stored, at, isBig).take(packed);
      yield inflateSync(block, { maxOutputLength: Math.max(1, bytes) });
    }
  } catch (error) {
    throw error instanceof DatasetRefusal
      ? error
      : fault("A block of the SPSS file is damaged.", error);
  } finally {
    stored.close();
  }
}

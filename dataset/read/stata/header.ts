/** The layout of Stata files of releases 5 to 18 (formats 105 to 115, and 117 to 119). */
import iconv from "iconv-lite";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { OpenFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";

type NumberType = "byte" | "int" | "long" | "float" | "double";

export type Variable = {
  name: string;
  label: string;
  /** Name of its set of value labels; empty without one. */
  labelSet: string;
  /** How Stata prints it, such as `%td` for days. */
  display: string;
  type: NumberType | "text" | "long_text";
  at: number;
  bytes: number;
};

export type StataHeader = {
  variables: Variable[];
  rows: number;
  rowBytes: number;
  dataAt: number;
  labelsAt: number;
  isBig: boolean;
  encoding: string;
  /** Bytes of a name in the section of value labels. */
  nameBytes: number;
  isTagged: boolean;
  /** Before Stata 8 each type of integer had one missing value, its largest. */
  hasOldMissing: boolean;
};

const numberBytes: Record<NumberType, number> = { byte: 1, int: 2, long: 4, float: 4, double: 8 };
const oldTypes: Readonly<Record<number, NumberType>> = {
  251: "byte",
  252: "int",
  253: "long",
  254: "float",
  255: "double",
};
/** Before Stata 7's second format types were letters, and texts had their length above this. */
const letterTypes: Readonly<Record<number, NumberType>> = {
  98: "byte",
  105: "int",
  108: "long",
  102: "float",
  100: "double",
};
const lettersUntil = 110;
const letterTextFrom = 127;
const newTypes: Readonly<Record<number, NumberType>> = {
  65526: "double",
  65527: "float",
  65528: "long",
  65529: "int",
  65530: "byte",
};
const longText = 32_768;
const textBytesMax = 2045;

export function stataFault(detail: string, cause?: unknown): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "dta", cause);
}

/** Reads bytes in order, as numbers of one byte order and texts of one encoding. */
export class Cursor {
  readonly isBig: boolean;
  readonly #file: OpenFile;
  readonly #encoding: string;
  #at: number;

  constructor(
    file: OpenFile,
    at: number,
    { isBig, encoding }: { isBig: boolean; encoding: string },
  ) {
    this.#file = file;
    this.#at = at;
    this.isBig = isBig;
    this.#encoding = encoding;
  }

  get at(): number {
    return this.#at;
  }

  get ended(): boolean {
    return this.#at >= this.#file.byteSize;
  }

  take(bytes: number): Buffer {
    // A false length must not allocate more than the file has.
    if (bytes < 0 || this.#at + bytes > this.#file.byteSize) {
      throw stataFault("The Stata file is cut off.");
    }
    const block = Buffer.alloc(bytes);
    this.#file.readSync(block, 0, bytes, this.#at);
    this.#at += bytes;
    return block;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  number(bytes: 1 | 2 | 4 | 8): number {
    const block = this.take(bytes);
    if (bytes === 8) {
      return Number(this.isBig ? block.readBigUInt64BE() : block.readBigUInt64LE());
    }
    return this.isBig ? block.readUIntBE(0, bytes) : block.readUIntLE(0, bytes);
  }

  text(bytes: number): string {
    return textIn(this.take(bytes), this.#encoding);
  }

  texts(count: number, bytes: number): string[] {
    const all = this.take(count * bytes);
    return Array.from({ length: count }, (_, index) =>
      textIn(all.subarray(index * bytes, (index + 1) * bytes), this.#encoding),
    );
  }
}

/** Text ends at its first zero byte. */
export function textIn(bytes: Buffer, encoding: string): string {
  const end = bytes.indexOf(0);
  return iconv.decode(end < 0 ? bytes : bytes.subarray(0, end), encoding);
}

export function readStataHeader(
  file: OpenFile,
  disk: DiskFile,
  limits: DatasetLimits,
): StataHeader {
  const header =
    file.byteSize > 0 && isTagged(file) ? readTagged(file, limits) : readOld(file, limits);
  if (header.rows * header.rowBytes > disk.byteSize - header.dataAt) {
    throw stataFault("The Stata file is cut off.");
  }
  return header;
}

const tag = "<stata_dta>";

function isTagged(file: OpenFile): boolean {
  const head = Buffer.alloc(tag.length);
  file.readSync(head, 0, tag.length, 0);
  return head.toString("latin1") === tag;
}

function checkColumns(count: number, limits: DatasetLimits): void {
  if (count > limits.columnsMax) throw limitRefusal(limits, "columnsMax", count, "dta");
}

type Described = Pick<Variable, "name" | "label" | "labelSet" | "display">;

function place(
  types: readonly number[],
  described: (index: number) => Described,
  textMax: number,
  byCode: Readonly<Record<number, NumberType>>,
): { variables: Variable[]; rowBytes: number } {
  let at = 0;
  const variables = types.map((code, index): Variable => {
    const type: Variable["type"] = byCode[code] ?? (code === longText ? "long_text" : "text");
    if (type === "text" && (code < 1 || code > textMax)) {
      throw stataFault("A column of the Stata file has an unknown type.");
    }
    const bytes = type === "text" ? code : type === "long_text" ? 8 : numberBytes[type];
    const variable = { ...described(index), type, at, bytes };
    at += bytes;
    return variable;
  });
  if (variables.length === 0) throw stataFault("The Stata file has no columns.");
  return { variables, rowBytes: at };
}

/** Bytes of names, labels, display formats and the lengths of characteristics, by format. */
const oldSizes: Readonly<
  Record<number, { name: number; label: number; display: number; characteristic: 2 | 4 }>
> = {
  105: { name: 9, label: 32, display: 12, characteristic: 2 },
  108: { name: 9, label: 81, display: 12, characteristic: 2 },
  110: { name: 33, label: 81, display: 12, characteristic: 4 },
  111: { name: 33, label: 81, display: 12, characteristic: 4 },
  113: { name: 33, label: 81, display: 12, characteristic: 4 },
  114: { name: 33, label: 81, display: 49, characteristic: 4 },
  115: { name: 33, label: 81, display: 49, characteristic: 4 },
};

function readOld(file: OpenFile, limits: DatasetLimits): StataHeader {
  const encoding = "windows-1252";
  const [format = 0, order] = new Cursor(file, 0, { isBig: false, encoding }).take(2);
  const isBig = order === 1;
  const sizes = oldSizes[format];
  if (sizes === undefined) {
    const detail = `The Stata file is of format ${format}; save it with Stata 8 or newer, or as CSV.`;
    throw new DatasetRefusal("unsupported_format", detail, "dta");
  }
  const cursor = new Cursor(file, 4, { isBig, encoding });
  const count = cursor.number(2);
  const rows = cursor.number(4);
  checkColumns(count, limits);
  cursor.skip(sizes.label + 18);
  const hasLetters = format <= lettersUntil;
  const types = [...cursor.take(count)].map((code) =>
    hasLetters && letterTypes[code] === undefined ? code - letterTextFrom : code,
  );
  const names = cursor.texts(count, sizes.name);
  cursor.skip(2 * (count + 1));
  const displays = cursor.texts(count, sizes.display);
  const labelSets = cursor.texts(count, sizes.name);
  const labels = cursor.texts(count, sizes.label);
  for (;;) {
    const kind = cursor.number(1);
    const bytes = cursor.number(sizes.characteristic);
    if (kind === 0 && bytes === 0) break;
    cursor.skip(bytes);
  }
  const described = (i: number): Described => ({
    name: names[i] ?? "",
    label: labels[i] ?? "",
    labelSet: labelSets[i] ?? "",
    display: displays[i] ?? "",
  });
  const placed = place(types, described, 244, hasLetters ? letterTypes : oldTypes);
  const dataAt = cursor.at;
  // Value labels had another form before Stata 6.
  const labelsAt = format < 108 ? file.byteSize : dataAt + rows * placed.rowBytes;
  return {
    ...{ ...placed, rows, dataAt, labelsAt, isBig, encoding, nameBytes: sizes.name },
    ...{ isTagged: false, hasOldMissing: format < 113 },
  };
}

function readTagged(file: OpenFile, limits: DatasetLimits): StataHeader {
  const head = new Cursor(file, 0, { isBig: false, encoding: "latin1" }).take(
    Math.min(file.byteSize, 100),
  );
  const [start = "", release = "", order] =
    /^<stata_dta><header><release>(\d{3})<\/release><byteorder>(MSF|LSF)<\/byteorder><K>/.exec(
      head.toString("latin1"),
    ) ?? [];
  const format = Number(release);
  if (format < 117 || format > 119) {
    const detail = "The Stata file is of an unknown format; save it as CSV or Parquet.";
    throw new DatasetRefusal("unsupported_format", detail, "dta");
  }
  const encoding = format === 117 ? "windows-1252" : "utf-8";
  const of = { isBig: order === "MSF", encoding };
  const cursor = new Cursor(file, start.length, of);
  const count = cursor.number(format === 119 ? 4 : 2);
  checkColumns(count, limits);
  cursor.skip("</K><N>".length);
  const rows = cursor.number(format === 117 ? 4 : 8);
  cursor.skip("</N><label>".length);
  cursor.skip(cursor.number(format === 117 ? 1 : 2));
  cursor.skip("</label><timestamp>".length);
  cursor.skip(cursor.number(1));
  cursor.skip("</timestamp></header><map>".length);
  const map = Array.from({ length: 14 }, () => cursor.number(8));
  const section = (index: number, name: string): Cursor =>
    new Cursor(file, (map[index] ?? 0) + name.length + 2, of);
  const nameBytes = format === 117 ? 33 : 129;
  const typesAt = section(2, "variable_types");
  const types = Array.from({ length: count }, () => typesAt.number(2));
  const names = section(3, "varnames").texts(count, nameBytes);
  const displays = section(5, "formats").texts(count, format === 117 ? 49 : 57);
  const labelSets = section(6, "value_label_names").texts(count, nameBytes);
  const labels = section(7, "variable_labels").texts(count, format === 117 ? 81 : 321);
  const described = (i: number): Described => ({
    name: names[i] ?? "",
    label: labels[i] ?? "",
    labelSet: labelSets[i] ?? "",
    display: displays[i] ?? "",
  });
  return {
    ...place(types, described, textBytesMax, newTypes),
    ...{ rows, isBig: of.isBig, encoding, nameBytes, isTagged: true, hasOldMissing: false },
    dataAt: section(9, "data").at,
    labelsAt: section(11, "value_labels").at,
  };
}

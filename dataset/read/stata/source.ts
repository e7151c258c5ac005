/** Reads Stata files block by block, with their value labels. */
import { dayMs } from "../../../platform/time.ts";
import type { DiskFile } from "../../base/input.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { InnerNote, OpenInner } from "../inner-table.ts";
import { unreadableColumns } from "../lost-columns.ts";
import { type RecordRow, RecordSource } from "../record-source.ts";
import {
  Cursor,
  readStataHeader,
  type StataHeader,
  stataFault,
  textIn,
  type Variable,
} from "./header.ts";

const format = "dta";
const blockBytes = 1024 * 1024;
/** Rows that show whether all values of a column have labels. */
const judgedRows = 100_000;
const labelSetsMax = 20_000;

type Labels = ReadonlyMap<number, string>;

export const openStata: OpenInner = async (file, _target, { all: limits }) => {
  const stored = openFile(file.filePath);
  let header: StataHeader;
  let labels: Map<string, Labels>;
  try {
    header = readStataHeader(stored, file, limits);
    labels = readLabels(stored, header, limits);
  } catch (error) {
    throw error instanceof DatasetRefusal ? error : stataFault("The Stata file is damaged.", error);
  } finally {
    stored.close();
  }
  const shown = header.variables.filter(({ type }) => type !== "long_text");
  const lost = header.variables.filter(({ type }) => type === "long_text");
  const labelled = labelledColumns(file, header, shown, labels);
  const rows = (): Generator<RecordRow> => rowsOf(file, header, shown, labelled);
  const alerts = unreadableColumns(
    lost.map(({ name }) => name),
    header.variables.length,
  );
  const open = (openLimits: DatasetLimits): RecordSource =>
    new RecordSource(
      {
        ...{ format, encoding: header.encoding, rows, alerts: () => alerts },
        names: shown.map(({ name }) => name),
      },
      openLimits,
    );
  const tables = [{ name: "", byteSize: file.byteSize, named: true, open }];
  return { format, tables, notes: codeBook(header, labels), alerts: [] };
};

/** The labels of values, by set. Lengths are checked against the file before anything is read. */
function readLabels(
  file: OpenFile,
  header: StataHeader,
  limits: DatasetLimits,
): Map<string, Labels> {
  const sets = new Map<string, Labels>();
  const { isBig, encoding, nameBytes, isTagged } = header;
  let at = header.labelsAt;
  while (sets.size < labelSetsMax && at < file.byteSize) {
    const cursor = new Cursor(file, at, { isBig, encoding });
    if (isTagged && cursor.take(5).toString("latin1") !== "<lbl>") break;
    const bytes = cursor.number(4);
    const name = cursor.text(nameBytes);
    cursor.skip(3);
    const start = cursor.at;
    const count = cursor.number(4);
    const textBytes = cursor.number(4);
    if (bytes > limits.schemaBytesMax || 8 + count * 8 + textBytes > bytes) {
      throw stataFault("The value labels of the Stata file are damaged.");
    }
    const offsets = Array.from({ length: count }, () => cursor.number(4));
    const values = Array.from({ length: count }, () => cursor.number(4) | 0);
    const texts = cursor.take(textBytes);
    const found = offsets.map((offset, index): [number, string] => {
      return [values[index] ?? 0, textIn(texts.subarray(Math.min(offset, textBytes)), encoding)];
    });
    sets.set(name, new Map(found));
    at = start + bytes + (isTagged ? "</lbl>".length : 0);
  }
  return sets;
}

/** The columns whose values all have labels, which are then shown in their place. */
function labelledColumns(
  file: DiskFile,
  header: StataHeader,
  shown: readonly Variable[],
  labels: ReadonlyMap<string, Labels>,
): ReadonlyMap<Variable, Labels> {
  const candidates = new Map(
    shown.flatMap((variable): [Variable, Labels][] => {
      const found = labels.get(variable.labelSet);
      const isNumber = variable.type !== "text";
      return found === undefined || !isNumber || isTime(variable) ? [] : [[variable, found]];
    }),
  );
  if (candidates.size === 0) return candidates;
  let rows = 0;
  for (const record of recordsOf(file, header)) {
    if (++rows > judgedRows || candidates.size === 0) break;
    for (const [variable, found] of candidates) {
      const value = numberIn(record, variable, header);
      if (value !== null && !found.has(value)) candidates.delete(variable);
    }
  }
  return candidates;
}

function* rowsOf(
  file: DiskFile,
  header: StataHeader,
  shown: readonly Variable[],
  labelled: ReadonlyMap<Variable, Labels>,
): Generator<RecordRow> {
  for (const record of recordsOf(file, header)) {
    const cells = shown.map((variable) => {
      if (variable.type === "text") {
        const bytes = record.subarray(variable.at, variable.at + variable.bytes);
        const text = textIn(bytes, header.encoding);
        return text === "" ? null : text;
      }
      const value = numberIn(record, variable, header);
      if (value === null) return null;
      const found = labelled.get(variable);
      return found === undefined ? shownAs(value, variable) : (found.get(value) ?? String(value));
    });
    yield { cells, byteSize: header.rowBytes };
  }
}

function* recordsOf(file: DiskFile, header: StataHeader): Generator<Buffer> {
  const { rows, rowBytes, dataAt } = header;
  const stored = openFile(file.filePath);
  const perBlock = Math.max(1, Math.floor(blockBytes / rowBytes));
  try {
    for (let row = 0; row < rows; row += perBlock) {
      const wanted = Math.min(perBlock, rows - row) * rowBytes;
      const block = Buffer.allocUnsafe(wanted);
      const read = stored.readSync(block, 0, wanted, dataAt + row * rowBytes);
      if (read < wanted) throw stataFault("The Stata file is cut off.");
      for (let at = 0; at < wanted; at += rowBytes) yield block.subarray(at, at + rowBytes);
    }
  } finally {
    stored.close();
  }
}

/** The largest values; those above are 27 kinds of missing ones. */
const valueMax = {
  byte: 100,
  int: 32_740,
  long: 2_147_483_620,
  float: 1.701_411_733_192_644_3e38,
  double: 8.988_465_674_311_579e307,
} as const;

const oldValueMax = { ...valueMax, byte: 126, int: 32_766, long: 2_147_483_646 } as const;

function numberIn(
  record: Buffer,
  { type, at }: Variable,
  { isBig, hasOldMissing }: StataHeader,
): number | null {
  if (type === "text" || type === "long_text") return null;
  const value = readNumber(record, type, at, isBig);
  const max = (hasOldMissing ? oldValueMax : valueMax)[type];
  return value > max || Number.isNaN(value) ? null : value;
}

function readNumber(
  record: Buffer,
  type: keyof typeof valueMax,
  at: number,
  isBig: boolean,
): number {
  switch (type) {
    case "byte":
      return record.readInt8(at);
    case "int":
      return isBig ? record.readInt16BE(at) : record.readInt16LE(at);
    case "long":
      return isBig ? record.readInt32BE(at) : record.readInt32LE(at);
    case "float": {
      const value = isBig ? record.readFloatBE(at) : record.readFloatLE(at);
      // The shortest decimal that is this float: 0.1 and not 0.10000000149011612.
      return Number.isInteger(value) ? value : shortest(value);
    }
    case "double":
      return isBig ? record.readDoubleBE(at) : record.readDoubleLE(at);
  }
}

function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return value;
}

/** Stata counts days, milliseconds and months from 1960. */
const daysBefore1970 = 3653;
const timeMark = /^%-?(td|d|tc|tC|tm|tq)/;

function isTime({ display }: Variable): boolean {
  return timeMark.test(display);
}

function shownAs(value: number, { display }: Variable): number | string | null {
  const [, mark] = timeMark.exec(display) ?? [];
  switch (mark) {
    case undefined:
      return value;
    case "td":
    case "d":
      return isoOf((value - daysBefore1970) * dayMs)?.slice(0, 10) ?? null;
    case "tm": {
      const month = ((value % 12) + 12) % 12;
      const year = 1960 + Math.floor(value / 12);
      return Number.isInteger(value) ? `${year}-${String(month + 1).padStart(2, "0")}` : value;
    }
    case "tq": {
      const quarter = ((value % 4) + 4) % 4;
      return Number.isInteger(value) ? `${1960 + Math.floor(value / 4)}-Q${quarter + 1}` : value;
    }
    default:
      return isoOf(value - daysBefore1970 * dayMs);
  }
}

function isoOf(ms: number): string | null {
  if (!(Math.abs(ms) < 8.64e15)) return null;
  const iso = new Date(ms).toISOString();
  return iso.length === 24 ? iso.replace(/(\.000)?Z$/, "") : null;
}

/** What the columns and their codes mean, as text. */
function codeBook(header: StataHeader, labels: ReadonlyMap<string, Labels>): InnerNote[] {
  const lines = header.variables.flatMap(({ name, label, labelSet }) => {
    const codes = [...(labels.get(labelSet) ?? [])].map(([value, text]) => `${value} = ${text}`);
    if (label === "" && codes.length === 0) return [];
    return [`${name}: ${label}${codes.length > 0 ? ` (${codes.join("; ")})` : ""}`];
  });
  return lines.length === 0 ? [] : [{ name: "labels", text: lines.join("\n"), truncated: false }];
}

/** Reads SAS transport files of versions 5 and 8 by SAS' descriptions (TS-140). */
import iconv from "iconv-lite";
import { dayMs } from "../../../platform/time.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { InnerTable, OpenInner } from "../inner-table.ts";
import {
  clockTime,
  codeBook,
  isoTime,
  type LabelledColumn,
  openLabelled,
  type StoredValue,
} from "./labelled-table.ts";

const format = "xpt";
const lineBytes = 80;
const blockBytes = 256 * 1024;
const encoding = "windows-1252";

function fault(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, format);
}

type Field = { column: LabelledColumn; isNumber: boolean; at: number; bytes: number };
type Member = { name: string; fields: Field[]; rowBytes: number; start: number; end: number };

export const openXport: OpenInner = async (file, _target, { all: limits }) => {
  const members = readMembers(file, limits).filter(({ fields }) => fields.length > 0);
  if (members.length === 0) throw fault("The SAS transport file describes no columns.");
  const tables: InnerTable[] = [];
  for (const member of members) {
    const { fields, rowBytes } = member;
    tables.push(
      await openLabelled({
        ...{ format, encoding, rowBytes, byteSize: member.end - member.start },
        name: members.length === 1 ? "" : member.name,
        columns: fields.map(({ column }) => column),
        rows: () => rowsOf(file, member),
      }),
    );
  }
  const notes = codeBook(members.flatMap(({ fields }) => fields.map(({ column }) => column)));
  return { format, tables, notes, alerts: [] };
};

const headerLine =
  /^HEADER RECORD\*{7}(MEMBER |MEMBV8 |NAMESTR|NAMSTV8|LABELV[89]|OBS {4}|OBSV8 {2}) HEADER RECORD!{7}/;

function readMembers(file: DiskFile, limits: DatasetLimits): Member[] {
  const stored = openFile(file.filePath);
  const members: Member[] = [];
  try {
    let at = 0;
    let name = "";
    let namestrBytes = 140;
    let fields: Field[] = [];
    while (at + lineBytes <= file.byteSize && members.length < limits.tablesMax) {
      const line = textAt(stored, at, lineBytes);
      const [, kind] = headerLine.exec(line) ?? [];
      at += lineBytes;
      if (kind?.startsWith("MEMB")) {
        namestrBytes = Number(line.slice(74, 78)) === 136 ? 136 : 140;
        // The description's own line comes before the name.
        name = textAt(stored, at + lineBytes + 8, kind === "MEMBV8 " ? 32 : 8).trim();
      } else if (kind?.startsWith("NAM")) {
        const count = Number.parseInt(line.slice(kind === "NAMSTV8" ? 53 : 54, 58), 10);
        if (!(count >= 0 && count * namestrBytes <= file.byteSize - at)) {
          throw fault("The SAS transport file is cut off.");
        }
        if (count > limits.columnsMax) throw limitRefusal(limits, "columnsMax", count, format);
        // The stated places are wrong in some files; values follow each other.
        let next = 0;
        fields = Array.from({ length: count }, (_, i) => {
          const namestr = bytesAt(stored, at + i * namestrBytes, namestrBytes);
          const field = fieldOf(namestr, next, kind === "NAMSTV8");
          next += field.bytes;
          return field;
        });
        at += Math.ceil((count * namestrBytes) / lineBytes) * lineBytes;
      } else if (kind?.startsWith("OBS")) {
        const rowBytes = Math.max(0, ...fields.map((field) => field.at + field.bytes));
        if (rowBytes > limits.rowBytesMax)
          throw limitRefusal(limits, "rowBytesMax", rowBytes, format);
        const end = nextMember(stored, at, file.byteSize);
        members.push({ name, fields, rowBytes, start: at, end });
        at = end;
      }
    }
    return members;
  } finally {
    stored.close();
  }
}

function bytesAt(file: OpenFile, at: number, bytes: number): Buffer {
  const block = Buffer.alloc(bytes);
  return block.subarray(0, file.readSync(block, 0, bytes, at));
}

const textAt = (file: OpenFile, at: number, bytes: number): string =>
  bytesAt(file, at, bytes).toString("latin1");

const textOf = (bytes: Buffer): string => iconv.decode(bytes, encoding).replace(/[\0 ]+$/, "");

function fieldOf(stored: Buffer, at: number, isV8: boolean): Field {
  if (stored.length < 136) throw fault("The SAS transport file is cut off.");
  const isNumber = stored.readInt16BE(0) === 1;
  const bytes = stored.readInt16BE(4);
  if (bytes < 1 || (isNumber && bytes > 8)) {
    throw fault("A column of the SAS transport file has no bytes.");
  }
  const long = isV8 ? textOf(stored.subarray(88, 120)) : "";
  const display = textOf(stored.subarray(56, 64));
  return {
    ...{ isNumber, at, bytes },
    column: {
      name: long || textOf(stored.subarray(8, 16)),
      label: textOf(stored.subarray(16, 56)),
      labels: null,
      shown: isNumber ? sasDisplay(display) : null,
    },
  };
}

/** Another table may follow at any line. */
function nextMember(file: OpenFile, start: number, byteSize: number): number {
  const mark = Buffer.from("HEADER RECORD*******MEM");
  for (let at = start; at < byteSize; at += blockBytes - (blockBytes % lineBytes)) {
    const block = bytesAt(file, at, blockBytes - (blockBytes % lineBytes));
    for (let line = block.indexOf(mark); line >= 0; line = block.indexOf(mark, line + 1)) {
      if (line % lineBytes === 0) return at + line;
    }
  }
  return byteSize;
}

/** SAS counts days and seconds from 1960. */
const daysBefore1970 = 3653;
const dateFormat =
  /^(DATE|DDMMYY|MMDDYY|YYMMDD|YYMMN?|MMYY|MONYY|MONNAME|YYMON|DOWNAME|WORDDAT|WEEKDAT|WEEKDAY|E8601DA|B8601DA|IS8601DA|JULIAN|JULDAY|NLDATE|YYQ|YEAR|DAY|MONTH|QTR)[A-Z]*\d*$/;
const timeFormat =
  /^(DATETIME|E8601DT|B8601DT|IS8601DT|NLDATM|DTDATE|DTMONYY|DTYEAR|DTWKDATX|DATEAMPM|MDYAMPM)[A-Z]*\d*$/;
const clockFormat = /^(TIME|HHMM|TOD|E8601TM|B8601TM|MMSS|NLTIMAP)[A-Z]*\d*$/;

/** How a number is shown by the name of its format; null for a plain one. */
export function sasDisplay(name: string): LabelledColumn["shown"] {
  const upper = name.toUpperCase();
  if (timeFormat.test(upper)) {
    return (value) => isoTime(value * 1000 - daysBefore1970 * dayMs, false);
  }
  if (clockFormat.test(upper)) return clockTime;
  if (dateFormat.test(upper)) {
    return (value) => isoTime((value - daysBefore1970) * dayMs, true);
  }
  return null;
}

function* rowsOf(file: DiskFile, member: Member): Generator<StoredValue[]> {
  const { fields, rowBytes, start, end } = member;
  const stored = openFile(file.filePath);
  const wanted = Math.max(1, Math.floor(blockBytes / rowBytes)) * rowBytes;
  try {
    for (let at = start; at < end; at += wanted) {
      const block = bytesAt(stored, at, Math.min(wanted, end - at));
      const isLast = at + wanted >= end;
      for (let row = 0; row + rowBytes <= block.length; row += rowBytes) {
        const bytes = block.subarray(row, row + rowBytes);
        // The last line is filled with blanks, which may be as long as rows.
        if (isLast && end - at - row < lineBytes && bytes.every((byte) => byte === 32)) return;
        yield fields.map((field) => valueIn(bytes, field));
      }
    }
  } finally {
    stored.close();
  }
}

function valueIn(row: Buffer, { isNumber, at, bytes }: Field): StoredValue {
  const stored = row.subarray(at, at + bytes);
  if (isNumber) return ibmNumber(stored);
  const text = textOf(stored);
  return text === "" ? null : text;
}

/** IBM's floating point: a sign, seven bits of exponent to base 16, a fraction. */
function ibmNumber(stored: Buffer): number | null {
  const [first = 0, ...rest] = stored;
  if (rest.every((byte) => byte === 0)) {
    if (first === 0) return 0;
    // A point, an underscore or a letter marks a missing value.
    if (first === 0x2e || first === 0x5f || (first >= 0x41 && first <= 0x5a)) return null;
  }
  const digits = Buffer.alloc(7);
  stored.copy(digits, 0, 1);
  const fraction = digits.readUIntBE(0, 3) * 2 ** 32 + digits.readUInt32BE(3);
  const value = fraction * 2 ** -56 * 16 ** ((first & 0x7f) - 64);
  return first & 0x80 ? -value : value;
}

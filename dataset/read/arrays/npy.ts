/** Reads NumPy's arrays: npy files, and npz archives of them (NEP 1). */
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { describeRest } from "../../open/archive/find-content.ts";
import { extractEntry } from "../../open/archive/unarchive.ts";
import { openZip } from "../../open/archive/zip.ts";
import type { OpenInner } from "../inner-table.ts";
import { isoTime } from "../statistics/labelled-table.ts";
import { arrayTables, type Band, columnNames, type StoredArray } from "./array-table.ts";
import { type NumberKind, numberReader } from "./values.ts";

const headerBytesMax = 1024 * 1024;

export const openNpy: OpenInner = async (file, _target, { all: limits }) => {
  return arrayTables("npy", [readArray("", file, limits, "npy")], limits);
};

export const openNpz: OpenInner = async (file, target, budget, onShare) => {
  const limits = budget.all;
  const archive = await openZip(file.filePath, limits, "each");
  try {
    const entries = archive.files
      .filter(({ name }) => name.endsWith(".npy"))
      .slice(0, limits.columnsMax);
    const arrays: StoredArray[] = [];
    for (const [index, entry] of entries.entries()) {
      const stored = await extractEntry(entry, `${target}-array-${index}`, budget.limits, () => {});
      budget.spend(stored.byteSize);
      arrays.push(readArray(entry.name.slice(0, -".npy".length), stored, limits, "npz"));
      onShare((index + 1) / entries.length);
    }
    const tables = arrayTables("npz", arrays, limits);
    return { ...tables, alerts: [...tables.alerts, ...describeRest(archive, new Set(entries))] };
  } finally {
    archive.close();
  }
};

function readArray(
  name: string,
  file: DiskFile,
  limits: DatasetLimits,
  format: string,
): StoredArray {
  const { header, start } = readHeader(file, format);
  const shape = shapeOf(header);
  const isFortran = /'fortran_order'\s*:\s*True/.test(header);
  const fields = fieldsOf(header);
  const itemBytes = (fields ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  const type =
    fields?.length === 1
      ? (fields[0]?.type ?? "")
      : (fields ?? []).map((field) => `${field.name} ${field.type}`).join(", ");
  const items = shape.reduce((product, size) => product * size, 1);
  const isTable =
    fields !== null && (shape.length === 1 || (shape.length === 2 && fields.length === 1));
  if (fields !== null && start + items * itemBytes > file.byteSize) {
    const detail = `The NumPy array states the shape (${shape.join(", ")}), and the file is cut off.`;
    throw new DatasetRefusal("malformed_file", detail, format);
  }
  const readable = fields?.every(({ read }) => read !== null) ?? false;
  if (!isTable || !readable || fields === null) {
    return { name, type: type || "objects", shape, bands: null };
  }
  const columns = shape[1] ?? 1;
  if (columns > limits.columnsMax) throw limitRefusal(limits, "columnsMax", columns, format);
  const names = fields.length > 1 ? fields.map((field) => field.name) : columnNames(name, shape);
  const placed = names.map((column, i) => {
    const field = fields.length > 1 ? fields[i] : fields[0];
    return { name: column, bytes: field?.bytes ?? 0, read: field?.read ?? (() => null) };
  });
  const { filePath } = file;
  const rows = shape[0] ?? 0;
  const bands: Band[] =
    isFortran && shape.length === 2
      ? placed.map((column, i) => ({
          ...{ filePath, stride: itemBytes, columns: [column] },
          start: start + i * rows * itemBytes,
        }))
      : [{ filePath, start, stride: itemBytes * columns, columns: placed }];
  return { name, type, shape, bands };
}

function readHeader(file: DiskFile, format: string): { header: string; start: number } {
  const stored = openFile(file.filePath);
  try {
    const head = Buffer.alloc(12);
    const read = stored.readSync(head, 0, head.length, 0);
    const isArray = read >= 10 && head.subarray(0, 6).equals(Buffer.from("934e554d5059", "hex"));
    const lengthBytes = (head[6] ?? 1) >= 2 ? 4 : 2;
    const length = lengthBytes === 4 ? head.readUInt32LE(8) : head.readUInt16LE(8);
    const start = 8 + lengthBytes + length;
    if (!isArray || length > headerBytesMax || start > file.byteSize) {
      throw new DatasetRefusal("malformed_file", "The NumPy array's header is damaged.", format);
    }
    const header = Buffer.alloc(length);
    stored.readSync(header, 0, length, 8 + lengthBytes);
    return { header: header.toString("utf8"), start };
  } finally {
    stored.close();
  }
}

function shapeOf(header: string): number[] {
  const [, sizes = ""] = /'shape'\s*:\s*\(([\d\s,L]*)\)/.exec(header) ?? [];
  return sizes
    .split(",")
    .flatMap((size) => (size.trim() === "" ? [] : [Number.parseInt(size, 10)]));
}

type ItemField = {
  name: string;
  type: string;
  bytes: number;
  read: ((block: Buffer, at: number) => unknown) | null;
};

/** The fields of an item, one without a name for plain arrays; null for nested ones. */
function fieldsOf(header: string): ItemField[] | null {
  const [, plain] = /'descr'\s*:\s*'([^']*)'/.exec(header) ?? [];
  if (plain !== undefined) {
    const field = fieldOf("", plain);
    return field && [field];
  }
  const [, list = ""] = /'descr'\s*:\s*\[(.*?)\]\s*,\s*'/s.exec(header) ?? [];
  const pairs = [...list.matchAll(/\(\s*'([^']*)'\s*,\s*'([^']*)'\s*\)/g)];
  const isFlat = list.replaceAll(/\(\s*'[^']*'\s*,\s*'[^']*'\s*\)|[\s,]/g, "") === "";
  if (pairs.length === 0 || !isFlat) return null;
  const fields = pairs.map(([, name = "", code = ""]) => fieldOf(name, code));
  return fields.every((field) => field !== null) ? fields : null;
}

const numberKinds: Readonly<Record<string, NumberKind>> = {
  ...{ i1: "int8", i2: "int16", i4: "int32", i8: "int64" },
  ...{ u1: "uint8", u2: "uint16", u4: "uint32", u8: "uint64" },
  ...{ f2: "float16", f4: "float32", f8: "float64" },
};

function fieldOf(name: string, code: string): ItemField | null {
  const [, order = "", letter = "", digits = "0", unit = ""] =
    /^([<>|=]?)([a-zA-Z])(\d+)(?:\[(\w+)\])?$/.exec(code) ?? [];
  const size = Number(digits);
  const isBig = order === ">";
  const kind = numberKinds[letter + digits];
  if (kind !== undefined) {
    return { name, type: kind, bytes: size, read: numberReader(kind, isBig) };
  }
  switch (letter) {
    case "b":
      return { name, type: "bool", bytes: 1, read: (block, at) => block[at] !== 0 };
    case "S":
    case "a":
      return {
        name,
        type: `bytes${size}`,
        bytes: size,
        read: (block, at) => textIn(block.subarray(at, at + size)),
      };
    case "U":
      return {
        ...{ name, type: `str${size}`, bytes: size * 4 },
        read: (block, at) => wideText(block, at, size, isBig),
      };
    case "M":
      return { name, type: `datetime64[${unit}]`, bytes: 8, read: timeReader(unit, isBig) };
    case "m":
      return {
        ...{ name, type: `timedelta64[${unit}]`, bytes: 8 },
        read: numberReader("int64", isBig),
      };
    case "c":
      return { name, type: `complex${size * 8}`, bytes: size, read: null };
    default:
      return null;
  }
}

function textIn(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return (end < 0 ? bytes : bytes.subarray(0, end)).toString("utf8");
}

function wideText(block: Buffer, at: number, chars: number, isBig: boolean): string {
  let text = "";
  for (let i = 0; i < chars; i++) {
    const code = isBig ? block.readUInt32BE(at + i * 4) : block.readUInt32LE(at + i * 4);
    if (code === 0) break;
    text += code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  }
  return text;
}

const unitMs: Readonly<Record<string, number>> = {
  ...{ W: 604_800_000, D: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 },
  ...{ ms: 1, us: 1e-3, ns: 1e-6 },
};

/** The smallest integer is no time. */
function timeReader(unit: string, isBig: boolean): ItemField["read"] {
  return (block, at) => {
    const value = isBig ? block.readBigInt64BE(at) : block.readBigInt64LE(at);
    if (value === -(2n ** 63n)) return null;
    const count = Number(value);
    if (unit === "Y") return 1970 + count;
    if (unit === "M") {
      const year = 1970 + Math.floor(count / 12);
      return `${year}-${String((((count % 12) + 12) % 12) + 1).padStart(2, "0")}`;
    }
    const ms = unitMs[unit];
    if (ms === undefined) return null;
    return isoTime(count * ms, unit === "D" || unit === "W");
  };
}

/** Reads NetCDF's classic formats (CDF-1, CDF-2 and CDF-5) by Unidata's description. */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { OpenInner } from "../inner-table.ts";
import { arrayTables, type Band, columnNames, type StoredArray } from "./array-table.ts";
import { type NumberKind, numberReader } from "./values.ts";

const format = "netcdf";

const fault = (): DatasetRefusal =>
  new DatasetRefusal("malformed_file", "The NetCDF file's header is damaged or cut off.", format);

type ValueType = { type: string; bytes: number; kind: NumberKind | null };
const types: Readonly<Record<number, ValueType>> = {
  1: { type: "byte", bytes: 1, kind: "int8" },
  2: { type: "char", bytes: 1, kind: null },
  3: { type: "short", bytes: 2, kind: "int16" },
  4: { type: "int", bytes: 4, kind: "int32" },
  5: { type: "float", bytes: 4, kind: "float32" },
  6: { type: "double", bytes: 8, kind: "float64" },
  7: { type: "ubyte", bytes: 1, kind: "uint8" },
  8: { type: "ushort", bytes: 2, kind: "uint16" },
  9: { type: "uint", bytes: 4, kind: "uint32" },
  10: { type: "int64", bytes: 8, kind: "int64" },
  11: { type: "uint64", bytes: 8, kind: "uint64" },
};

class Header {
  #at = 4;
  readonly #file: OpenFile;
  readonly #version: number;
  readonly #bytesMax: number;

  constructor(file: OpenFile, version: number, bytesMax: number) {
    this.#file = file;
    this.#version = version;
    this.#bytesMax = Math.min(bytesMax, file.byteSize);
  }

  take(bytes: number): Buffer {
    if (!(bytes >= 0) || this.#at + bytes > this.#bytesMax) throw fault();
    const block = Buffer.alloc(bytes);
    this.#file.readSync(block, 0, bytes, this.#at);
    this.#at += bytes;
    return block;
  }

  int(): number {
    return this.take(4).readUInt32BE();
  }

  /** Counts and sizes have eight bytes in CDF-5. */
  count(): number {
    return this.#version === 5 ? Number(this.take(8).readBigUInt64BE()) : this.int();
  }

  offset(): number {
    return this.#version === 1 ? this.int() : Number(this.take(8).readBigUInt64BE());
  }

  name(): string {
    const length = this.count();
    const text = this.take(length).toString("utf8");
    this.take((4 - (length % 4)) % 4);
    return text;
  }

  /** The number of a list's elements. */
  list(): number {
    this.take(4);
    return this.count();
  }
}

type Values = { missing: number[]; scale: number; offset: number };
type Variable = { name: string; type: number; dimensions: number[]; start: number; values: Values };

export const openNetCdf: OpenInner = async (file, _target, { all: limits }) => {
  const stored = openFile(file.filePath);
  try {
    return arrayTables(format, readArrays(stored, file.filePath, limits), limits);
  } catch (error) {
    throw error instanceof DatasetRefusal ? error : fault();
  } finally {
    stored.close();
  }
};

function readArrays(file: OpenFile, filePath: string, limits: DatasetLimits): StoredArray[] {
  const magic = Buffer.alloc(4);
  file.readSync(magic, 0, 4, 0);
  const header = new Header(file, magic[3] ?? 1, limits.schemaBytesMax);
  const records = header.count();
  const sizes = Array.from({ length: checked(header.list(), limits) }, () => {
    header.name();
    return header.count();
  });
  readAttributes(header, limits);
  const variables = Array.from({ length: checked(header.list(), limits) }, (): Variable => {
    const name = header.name();
    const dimensions = Array.from({ length: checked(header.count(), limits) }, () =>
      header.count(),
    );
    const values = readAttributes(header, limits);
    const type = header.int();
    header.count();
    return { name, dimensions, values, type, start: header.offset() };
  });
  const isRecord = ({ dimensions: [first] }: Variable): boolean =>
    first !== undefined && sizes[first] === 0;
  const bytesOf = (variable: Variable): number => {
    const own = isRecord(variable) ? variable.dimensions.slice(1) : variable.dimensions;
    return own.reduce((product, i) => product * (sizes[i] ?? 0), types[variable.type]?.bytes ?? 0);
  };
  const recordVariables = variables.filter(isRecord);
  // A record is padded to four bytes for each variable, unless there is only one.
  const padded = recordVariables.map((each) => Math.ceil(bytesOf(each) / 4) * 4);
  const [only] = recordVariables;
  const recordBytes =
    recordVariables.length === 1 && only ? bytesOf(only) : padded.reduce((a, b) => a + b, 0);
  return variables.map((variable): StoredArray => {
    const { name, dimensions, start } = variable;
    const value = types[variable.type];
    if (value === undefined) throw fault();
    const inRecords = isRecord(variable);
    const shape = dimensions.map((i, at) => (at === 0 && inRecords ? records : (sizes[i] ?? 0)));
    const rows = shape[0] ?? 0;
    const rowBytes = value.bytes * (shape[1] ?? 1);
    const isText = value.kind === null;
    const isTable = shape.length === 1 || shape.length === 2;
    if (!isTable || (isText && shape.length !== 2))
      return { name, type: value.type, shape, bands: null };
    const stride = inRecords ? recordBytes : rowBytes;
    if (rows > 0 && start + (rows - 1) * stride + rowBytes > file.byteSize) {
      const detail = `The NetCDF variable ${name.slice(0, 100)} states the shape (${shape.join(", ")}), and the file is cut off.`;
      throw new DatasetRefusal("malformed_file", detail, format);
    }
    const columns = isText ? 1 : (shape[1] ?? 1);
    if (columns > limits.columnsMax) throw limitRefusal(limits, "columnsMax", columns, format);
    const bytes = isText ? rowBytes : value.bytes;
    const read =
      value.kind === null ? textReader(rowBytes) : valueReader(value.kind, variable.values);
    const names = isText ? [name] : columnNames(name, shape);
    const placed = names.map((column) => ({ name: column, bytes, read }));
    const bands: Band[] = [{ filePath, start, stride, columns: placed }];
    return { name, type: value.type, shape, bands };
  });
}

function checked(count: number, limits: DatasetLimits): number {
  if (count > limits.columnsMax) throw limitRefusal(limits, "columnsMax", count, format);
  return count;
}

/** The attributes that change what the stored numbers mean (CF conventions, section 8.1). */
function readAttributes(header: Header, limits: DatasetLimits): Values {
  const values: Values = { missing: [], scale: 1, offset: 0 };
  for (let left = checked(header.list(), limits); left > 0; left--) {
    const name = header.name();
    const type = types[header.int()];
    if (type === undefined) throw fault();
    const bytes = header.count() * type.bytes;
    const block = header.take(bytes);
    header.take((4 - (bytes % 4)) % 4);
    if (type.kind === null || bytes !== type.bytes) continue;
    const value = Number(numberReader(type.kind, true)(block, 0));
    if (name === "_FillValue" || name === "missing_value") values.missing.push(value);
    if (name === "scale_factor") values.scale = value;
    if (name === "add_offset") values.offset = value;
  }
  return values;
}

function valueReader(kind: NumberKind, { missing, scale, offset }: Values) {
  const read = numberReader(kind, true);
  const isPacked = scale !== 1 || offset !== 0;
  return (block: Buffer, at: number): unknown => {
    const value = read(block, at);
    if (value === null || missing.includes(Number(value))) return null;
    return isPacked ? Number((Number(value) * scale + offset).toPrecision(12)) : value;
  };
}

const textReader =
  (bytes: number) =>
  (block: Buffer, at: number): string | null =>
    block.toString("utf8", at, at + bytes).replace(/[\0 ]+$/, "") || null;

/** Reads and judges a Parquet file's footer before any library does. */
import { closeSync, openSync, readSync } from "node:fs";
import { type DatasetLimits, limitRefusal, type RefusingLimit } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";

/**
 * Reads a Parquet file's footer by itself, so that its sizes are known and refused before any
 * decoder allocates for them: 22 kB of Parquet can stand for 400 million rows.
 */
export type ParquetFooter = {
  rows: number;
  /** Columns at the top level, and the leaf columns that hold their values. */
  columns: number;
  leafColumns: number;
  rowGroups: { rows: number; uncompressedBytes: number; largestColumnBytes: number }[];
};

const magic = "PAR1";
const tailBytes = 8;
const thriftDepthMax = 32;

type ThriftValue = number | bigint | Buffer | ThriftValue[] | ThriftStruct | boolean;
type ThriftStruct = { [field: number]: ThriftValue };

/** The parts of Thrift's compact protocol that Parquet footers use. */
class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  struct(depth = 0): ThriftStruct {
    if (depth > thriftDepthMax) throw new RangeError("thrift nesting");
    const fields: ThriftStruct = {};
    for (let id = 0; ; ) {
      const head = this.#byte();
      if (head === 0) return fields;
      const delta = head >> 4;
      id = delta === 0 ? Number(this.#zigzag()) : id + delta;
      fields[id] = this.#value(head & 15, depth);
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case 1:
        return true;
      case 2:
        return false;
      case 3:
        return this.#byte();
      case 4:
      case 5:
      case 6:
        return this.#zigzag();
      case 7:
        return this.#take(8);
      case 8:
        return this.#take(Number(this.#varint()));
      case 9:
      case 10:
        return this.#list(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`thrift type ${type}`);
    }
  }

  #list(depth: number): ThriftValue[] {
    const head = this.#byte();
    const size = head >> 4 === 15 ? Number(this.#varint()) : head >> 4;
    if (size > this.#bytes.length) throw new RangeError("thrift list size");
    const type = head & 15;
    const items: ThriftValue[] = [];
    for (let i = 0; i < size; i++) {
      items.push(type <= 2 ? this.#byte() === 1 : this.#value(type, depth + 1));
    }
    return items;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError("thrift end");
    return byte;
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("thrift varint");
  }

  #zigzag(): bigint {
    const value = this.#varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  #take(bytes: number): Buffer {
    if (bytes < 0 || this.#at + bytes > this.#bytes.length) throw new RangeError("thrift end");
    this.#at += bytes;
    return this.#bytes.subarray(this.#at - bytes, this.#at);
  }
}

function malformed(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "parquet");
}

function readFooterBytes(filePath: string, byteSize: number, limits: DatasetLimits): Buffer {
  const fd = openSync(filePath, "r");
  try {
    const tail = Buffer.alloc(tailBytes);
    readSync(fd, tail, 0, tailBytes, Math.max(0, byteSize - tailBytes));
    if (tail.subarray(4).toString("latin1") !== magic) {
      throw malformed("The Parquet file is cut off: its footer is missing.");
    }
    const length = tail.readUInt32LE(0);
    if (length > limits.parquetFooterBytesMax) {
      throw limitRefusal(limits, "parquetFooterBytesMax", length, "parquet");
    }
    if (length + tailBytes + magic.length > byteSize) {
      throw malformed("The Parquet footer is longer than the file.");
    }
    const footer = Buffer.alloc(length);
    readSync(fd, footer, 0, length, byteSize - tailBytes - length);
    return footer;
  } finally {
    closeSync(fd);
  }
}

function structs(value: ThriftValue | undefined): ThriftStruct[] {
  return Array.isArray(value) ? (value as ThriftStruct[]) : [];
}

function decode(bytes: Buffer): ParquetFooter {
  const file = new ThriftReader(bytes).struct();
  const schema = structs(file[2]);
  const rowGroups = structs(file[4]).map((group) => {
    const chunks = structs(group[1]).map((chunk) => (chunk[3] ?? {}) as ThriftStruct);
    const sizes = chunks.map((chunk) => Number(chunk[6] ?? 0));
    return {
      rows: Number(group[3] ?? 0),
      uncompressedBytes: sizes.reduce((sum, size) => sum + size, 0),
      largestColumnBytes: sizes.reduce((most, size) => Math.max(most, size), 0),
    };
  });
  return {
    rows: Number(file[3] ?? 0),
    columns: Number(schema[0]?.[5] ?? 0),
    leafColumns: schema.filter((element) => element[5] === undefined).length,
    rowGroups,
  };
}

/** The footer of a Parquet file within the limits. Throws `DatasetRefusal` for any other. */
export function readParquetFooter(
  filePath: string,
  byteSize: number,
  limits: DatasetLimits,
): ParquetFooter {
  const bytes = readFooterBytes(filePath, byteSize, limits);
  let footer: ParquetFooter;
  try {
    footer = decode(bytes);
  } catch {
    throw malformed("The Parquet footer cannot be read.");
  }
  const inGroups = footer.rowGroups.reduce((sum, group) => sum + group.rows, 0);
  if (inGroups !== footer.rows || footer.rowGroups.some((group) => group.rows < 0)) {
    throw malformed("The Parquet footer contradicts itself about the number of rows.");
  }
  checkFooter(footer, byteSize, limits);
  return footer;
}

function checkFooter(footer: ParquetFooter, byteSize: number, limits: DatasetLimits): void {
  const refuse = (limit: RefusingLimit, actual: number): void => {
    if (actual > limits[limit]) throw limitRefusal(limits, limit, actual, "parquet");
  };
  const cells = footer.rows * footer.leafColumns;
  refuse("columnsMax", footer.columns);
  refuse("parquetCellsMax", cells);
  if (cells > limits.parquetCellsFree) refuse("parquetCellsPerByteMax", cells / byteSize);
  const largest = footer.rowGroups.reduce((most, { largestColumnBytes: bytes }) => {
    return Math.max(most, bytes);
  }, 0);
  refuse("parquetColumnChunkBytesMax", largest);
}

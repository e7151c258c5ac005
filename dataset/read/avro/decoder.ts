import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { decimalOf, printLogical } from "./logical-types.ts";

/**
 * Compiles an Avro schema into functions that decode values. Schemas are untrusted: no code is
 * generated from them, and no length in the data is trusted. Values are decoded to JSON: integers
 * beyond 2^53 are bigints, bytes are base64, dates and times ISO text, decimals numbers.
 */
export type AvroRead = (cursor: AvroCursor) => unknown;

type Schema = { readonly [key: string]: unknown };

const schemaDepthMax = 64;

export function avroFault(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "avro");
}

/** A position in decoded bytes. Reads beyond their end throw `RangeError`. */
export class AvroCursor {
  at = 0;
  depth = 0;
  /** Number of dates and times outside the calendar, whose values are null. */
  outOfRange = 0;
  readonly bytes: Buffer;
  readonly #limits: DatasetLimits;
  /**
   * How many more items of arrays and maps are allowed: almost every item takes at least a byte.
   */
  #itemsLeft: number;

  constructor(bytes: Buffer, limits: DatasetLimits) {
    this.bytes = bytes;
    this.#limits = limits;
    this.#itemsLeft = bytes.length + 1024;
  }

  get ended(): boolean {
    return this.at === this.bytes.length;
  }

  /** Reads a zigzag varint of up to 64 bits; a bigint if a number would lose precision. */
  long(): number | bigint {
    let value = 0;
    let factor = 1;
    for (let i = 0; i < 7; i++) {
      const byte = this.bytes.readUInt8(this.at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      factor *= 128;
    }
    return this.#wideLong(BigInt(value));
  }

  #wideLong(low: bigint): number | bigint {
    let value = low;
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.bytes.readUInt8(this.at++);
      value |= BigInt(byte & 127) << shift;
      if (byte >= 128) continue;
      const wide = BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
      return Number.isSafeInteger(Number(wide)) ? Number(wide) : wide;
    }
    throw new RangeError("varint");
  }

  take(length: number | bigint): Buffer {
    const count = Number(length);
    if (count < 0 || this.at + count > this.bytes.length) throw new RangeError("length");
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** Calls `read` for each item of an array or map, which come in counted blocks. */
  items(read: () => void): void {
    this.deeper();
    for (;;) {
      let count = Number(this.long());
      if (count === 0) break;
      if (count < 0) {
        count = -count;
        this.long();
      }
      this.#itemsLeft -= count;
      if (this.#itemsLeft < 0) throw new RangeError("items");
      for (let i = 0; i < count; i++) read();
    }
    this.depth--;
  }

  deeper(): void {
    if (++this.depth <= this.#limits.jsonDepthMax) return;
    const detail = `Avro values are nested deeper than ${this.#limits.jsonDepthMax} levels.`;
    throw new DatasetRefusal("json_depth_exceeded", detail, "avro");
  }
}

const primitives: Readonly<Record<string, AvroRead>> = {
  null: () => null,
  boolean: (cursor) => cursor.take(1)[0] !== 0,
  int: (cursor) => cursor.long(),
  long: (cursor) => cursor.long(),
  float: (cursor) => cursor.take(4).readFloatLE(0),
  double: (cursor) => cursor.take(8).readDoubleLE(0),
  bytes: (cursor) => cursor.take(cursor.long()),
  string: (cursor) => cursor.take(cursor.long()).toString("utf8"),
};

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Compiles the parsed JSON of a schema. Throws `DatasetRefusal` if it is not a schema. */
export function compileAvroSchema(schema: unknown): AvroRead {
  return new Compiler().compile(schema, "", 0);
}

class Compiler {
  readonly #named = new Map<string, { read: AvroRead | null }>();

  compile(schema: unknown, namespace: string, depth: number): AvroRead {
    if (depth > schemaDepthMax) throw avroFault("The Avro schema is nested too deeply.");
    if (typeof schema === "string") return this.#reference(schema, namespace);
    if (Array.isArray(schema)) return this.#union(schema, namespace, depth);
    if (!isSchema(schema)) throw avroFault("The Avro schema contains an invalid type.");
    const { type } = schema;
    switch (type) {
      case "record":
      case "error":
        return this.#record(schema, namespace, depth);
      case "enum":
        return this.#enumeration(schema, namespace);
      case "fixed":
        return this.#fixed(schema, namespace);
      case "array":
        return this.#array(this.compile(schema.items, namespace, depth + 1));
      case "map":
        return this.#map(this.compile(schema.values, namespace, depth + 1));
      default:
        if (typeof type === "string" && Object.hasOwn(primitives, type)) {
          return printed(primitives[type] as AvroRead, schema, type);
        }
        return this.compile(type, namespace, depth + 1);
    }
  }

  #reference(name: string, namespace: string): AvroRead {
    if (Object.hasOwn(primitives, name)) {
      return printed(primitives[name] as AvroRead, {}, name);
    }
    const full = name.includes(".") || namespace === "" ? name : `${namespace}.${name}`;
    const holder = this.#named.get(full) ?? this.#named.get(name);
    if (!holder) throw avroFault(`The Avro schema names an unknown type: ${name.slice(0, 80)}.`);
    return (cursor) => holder.read?.(cursor);
  }

  #define(schema: Schema, namespace: string): { holder: { read: AvroRead | null }; inner: string } {
    const name = String(schema.name ?? "");
    const own = typeof schema.namespace === "string" ? schema.namespace : namespace;
    const full = name.includes(".") || own === "" ? name : `${own}.${name}`;
    const holder = { read: null };
    this.#named.set(full, holder);
    return { holder, inner: full.slice(0, Math.max(0, full.lastIndexOf("."))) };
  }

  #record(schema: Schema, namespace: string, depth: number): AvroRead {
    if (!Array.isArray(schema.fields)) throw avroFault("An Avro record has no fields.");
    const { holder, inner } = this.#define(schema, namespace);
    const fields = schema.fields.map((field: unknown) => {
      if (!isSchema(field) || typeof field.name !== "string") {
        throw avroFault("An Avro record has a field without a name.");
      }
      return { name: field.name, read: this.compile(field.type, inner, depth + 1) };
    });
    holder.read = (cursor) => {
      cursor.deeper();
      // Without a prototype, a field named `__proto__` is an ordinary one.
      const record: Record<string, unknown> = Object.create(null);
      for (const { name, read } of fields) record[name] = read(cursor);
      cursor.depth--;
      return record;
    };
    return holder.read;
  }

  #enumeration(schema: Schema, namespace: string): AvroRead {
    const { holder } = this.#define(schema, namespace);
    const symbols: unknown[] = Array.isArray(schema.symbols) ? schema.symbols : [];
    holder.read = (cursor) => {
      const symbol = symbols[Number(cursor.long())];
      if (typeof symbol !== "string") throw new RangeError("enum");
      return symbol;
    };
    return holder.read;
  }

  #fixed(schema: Schema, namespace: string): AvroRead {
    const { holder } = this.#define(schema, namespace);
    const size = Number(schema.size);
    if (!Number.isSafeInteger(size) || size < 0) throw avroFault("An Avro type has no size.");
    holder.read = printed((cursor) => cursor.take(size), schema, "bytes");
    return holder.read;
  }

  #array(read: AvroRead): AvroRead {
    return (cursor) => {
      const items: unknown[] = [];
      cursor.items(() => items.push(read(cursor)));
      return items;
    };
  }

  #map(read: AvroRead): AvroRead {
    return (cursor) => {
      const map: Record<string, unknown> = Object.create(null);
      cursor.items(() => {
        const key = cursor.take(cursor.long()).toString("utf8");
        map[key] = read(cursor);
      });
      return map;
    };
  }

  #union(branches: readonly unknown[], namespace: string, depth: number): AvroRead {
    const reads = branches.map((branch) => this.compile(branch, namespace, depth + 1));
    return (cursor) => {
      const read = reads[Number(cursor.long())];
      if (!read) throw new RangeError("union");
      return read(cursor);
    };
  }
}

/** Prints values that JSON lacks, by logical type; returns others unchanged. */
function printed(read: AvroRead, schema: Schema, primitive: string): AvroRead {
  const logical = String(schema.logicalType ?? "");
  if (primitive === "bytes") {
    const scale = Number(schema.scale ?? 0);
    if (logical === "decimal") return (cursor) => decimalOf(read(cursor) as Buffer, scale);
    return (cursor) => (read(cursor) as Buffer).toString("base64");
  }
  if (primitive !== "int" && primitive !== "long") return read;
  const print = printLogical[logical];
  if (!print) return read;
  return (cursor) => {
    const shown = print(read(cursor) as number | bigint);
    if (shown === null) cursor.outOfRange++;
    return shown;
  };
}

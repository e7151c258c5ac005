/**
 * Cuts a Parquet footer into byte ranges, so that a footer with fewer row groups can be written.
 */

const STOP = 0;
const BINARY = 8;
const LIST = 9;
const SET = 10;
const STRUCT = 12;
const depthMax = 32;

/** Field numbers of FileMetaData: https://github.com/apache/parquet-format. */
const SCHEMA = 2;
const ROWS = 3;
const GROUPS = 4;
const CREATED_BY = 6;
const ORDERS = 7;

/** The parts needed for a footer with fewer row groups, as bytes. */
export type FooterParts = {
  schema: Buffer;
  groups: Buffer[];
  createdBy: Buffer | null;
  columnOrders: Buffer | null;
};

/**
 * Walks over Thrift's compact protocol without decoding; throws a RangeError if the bytes end
 * early.
 */
class Walker {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new RangeError("thrift end");
    return byte;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw new RangeError("thrift varint");
  }

  /** Reads a list's head: the type and number of its items. */
  listHead(): { type: number; size: number } {
    const head = this.byte();
    const size = head >> 4 === 15 ? this.varint() : head >> 4;
    if (size > this.#bytes.length) throw new RangeError("thrift list size");
    return { type: head & 15, size };
  }

  /** Visits each field of a struct by its number; `visit` has to walk over the value. */
  fields(visit: (id: number, type: number) => void): void {
    for (let id = 0; ; ) {
      const head = this.byte();
      if (head === STOP) return;
      const delta = head >> 4;
      if (delta === 0) {
        const zigzag = this.varint();
        id = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
      } else id += delta;
      visit(id, head & 15);
    }
  }

  skip(type: number, depth = 0): void {
    if (depth > depthMax) throw new RangeError("thrift nesting");
    if (type === 1 || type === 2) return;
    if (type === 3) this.at += 1;
    else if (type <= 6) this.varint();
    else if (type === 7) this.at += 8;
    else if (type === BINARY) {
      const length = this.varint();
      this.at += length;
    } else if (type === LIST || type === SET) {
      const { type: of, size } = this.listHead();
      for (let left = size; left > 0; left -= 1) {
        if (of <= 2) this.at += 1;
        else this.skip(of, depth + 1);
      }
    } else if (type === STRUCT) this.fields((_, inner) => this.skip(inner, depth + 1));
    else throw new RangeError(`thrift type ${type}`);
    if (this.at > this.#bytes.length) throw new RangeError("thrift end");
  }

  /** Returns the bytes of the value at the current position. */
  slice(type: number): Buffer {
    const from = this.at;
    this.skip(type);
    return this.#bytes.subarray(from, this.at);
  }
}

/** Throws a RangeError if the bytes are not a footer. */
export function cutFooter(footer: Buffer): FooterParts {
  const walker = new Walker(footer);
  const found = new Map<number, Buffer>();
  const groups: Buffer[] = [];
  walker.fields((id, type) => {
    if (id !== GROUPS) {
      found.set(id, walker.slice(type));
      return;
    }
    const { type: of, size } = walker.listHead();
    for (let left = size; left > 0; left -= 1) groups.push(walker.slice(of));
  });
  const schema = found.get(SCHEMA);
  if (schema === undefined) throw new RangeError("schema");
  const createdBy = found.get(CREATED_BY) ?? null;
  return { schema, groups, createdBy, columnOrders: found.get(ORDERS) ?? null };
}

/** Writes a footer for some of the row groups, with the length and magic bytes that end a file. */
export function writeFooter(
  { schema, groups, createdBy, columnOrders }: FooterParts,
  chosen: readonly number[],
  rows: number,
): Buffer {
  const picked = chosen.flatMap((group) => groups[group] ?? []);
  const parts = [
    // Field 1: version 2, as a 32-bit integer.
    Buffer.from([0x15, 0x04]),
    Buffer.from([0x10 | LIST]),
    schema,
    Buffer.from([0x16]),
    varint(rows * 2),
    Buffer.from([((GROUPS - ROWS) << 4) | LIST]),
    picked.length < 15
      ? Buffer.from([(picked.length << 4) | STRUCT])
      : Buffer.concat([Buffer.from([0xf0 | STRUCT]), varint(picked.length)]),
    ...picked,
    ...(createdBy === null ? [] : [Buffer.from([0x20 | BINARY]), createdBy]),
    ...(columnOrders === null
      ? []
      : [
          Buffer.from([((ORDERS - (createdBy === null ? GROUPS : CREATED_BY)) << 4) | LIST]),
          columnOrders,
        ]),
    Buffer.from([STOP]),
  ];
  const footer = Buffer.concat(parts);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(footer.length, 0);
  tail.write("PAR1", 4, "latin1");
  return Buffer.concat([footer, tail]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) | 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
  return Buffer.from(bytes);
}

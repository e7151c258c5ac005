/** Makes the schema message of an Arrow stream from a schema as other writers store it. */
import type { FlatTable } from "./flat-table.ts";

/** Fields of Arrow's tables, by their places. */
const SCHEMA = { endianness: 0, fields: 1, metadata: 2, features: 3 } as const;
const FIELD = {
  name: 0,
  nullable: 1,
  typeKind: 2,
  type: 3,
  dictionary: 4,
  children: 5,
  metadata: 6,
} as const;

const continuation = 0xffffffff;
const metadataVersion = 4;
const schemaKind = 1;

/** A value of a table: a number of a width in bytes, or a place; null is told later. */
type Slot = { index: number } & ({ width: 1 | 2 | 8; value: number } | { ref: Ref | null });
/** Something in the bytes of the old schema, or in those that are being written before them. */
type Ref = { old: number } | { fresh: number };

/**
 * References of flatbuffers lead forward: tables that are written before the old bytes may point
 * into them, so that only what changes is written anew.
 */
class Front {
  #bytes = Buffer.alloc(0);
  readonly #refs: { at: number; to: Ref }[] = [];

  /** Appends an aligned run of bytes and returns its place. */
  append(bytes: Buffer, align = 8): number {
    const at = Math.ceil(this.#bytes.length / align) * align;
    this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(at - this.#bytes.length), bytes]);
    return at;
  }

  point(at: number, to: Ref): void {
    this.#refs.push({ at, to });
  }

  /** Writes a table with its list of fields before it. */
  table(slots: readonly Slot[]): number {
    const count = Math.max(...slots.map(({ index }) => index)) + 1;
    const listBytes = 4 + count * 2;
    const start = Math.ceil(listBytes / 8) * 8;
    // Each field has eight bytes of its own, the first ones are the way back to the list.
    const bytes = Buffer.alloc(start + 8 + slots.length * 8);
    const list = start - listBytes;
    bytes.writeUInt16LE(listBytes, list);
    bytes.writeUInt16LE(bytes.length - start, list + 2);
    bytes.writeInt32LE(start - list, start);
    for (const [place, slot] of slots.entries()) {
      const offset = 8 + place * 8;
      bytes.writeUInt16LE(offset, list + 4 + slot.index * 2);
      if ("value" in slot) bytes.writeUIntLE(slot.value, start + offset, Math.min(slot.width, 6));
    }
    const at = this.append(bytes);
    for (const [place, slot] of slots.entries()) {
      if ("ref" in slot && slot.ref) this.point(at + start + 8 + place * 8, slot.ref);
    }
    return at + start;
  }

  /** A vector of references to what `place` writes for each item. */
  vector<T>(items: readonly T[], place: (item: T) => number): number {
    const bytes = Buffer.alloc(4 + items.length * 4);
    bytes.writeUInt32LE(items.length, 0);
    const at = this.append(bytes, 4);
    for (const [i, item] of items.entries()) this.point(at + 4 + i * 4, { fresh: place(item) });
    return at;
  }

  /** All that was written, and the old bytes behind it. */
  finish(old: Buffer): Buffer {
    const base = this.append(Buffer.alloc(0));
    const bytes = Buffer.concat([this.#bytes, old]);
    for (const { at, to } of this.#refs) {
      bytes.writeUInt32LE(("old" in to ? base + to.old : to.fresh) - at, at);
    }
    return bytes;
  }
}

/** Whether a schema has fields without a name, as the elements of lists of the JavaScript writer. */
export function lacksNames(fields: readonly FlatTable[]): boolean {
  return fields.some(
    (field) => field.target(FIELD.name) === 0 || lacksNames(field.tables(FIELD.children)),
  );
}

/** The schema as a message of a stream, with its prefix; fields without a name get an empty one. */
export function schemaMessage(schema: FlatTable): Buffer {
  const front = new Front();
  const root = front.append(Buffer.alloc(4));
  // What refers to something is written before it: places are reserved from the outside in.
  const message = front.table([
    { index: 0, width: 2, value: metadataVersion },
    { index: 1, width: 1, value: schemaKind },
    { index: 2, ref: null },
    { index: 3, width: 8, value: 0 },
  ]);
  front.point(root, { fresh: message });
  const endianness = schema.field(SCHEMA.endianness);
  const slots: Slot[] = [{ index: SCHEMA.fields, ref: null }];
  if (endianness !== 0) {
    const value = schema.bytes.readUInt16LE(endianness);
    slots.push({ index: SCHEMA.endianness, width: 2, value });
  }
  slots.push(...kept(schema, [SCHEMA.metadata, SCHEMA.features]));
  const table = front.table(slots);
  front.point(message + 8 + 2 * 8, { fresh: table });
  const fields = front.vector(schema.tables(SCHEMA.fields), (field) => writeField(front, field));
  front.point(table + 8, { fresh: fields });
  const metadata = front.finish(schema.bytes);
  const padded = Buffer.concat([metadata, Buffer.alloc(-metadata.length & 7)]);
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(continuation, 0);
  prefix.writeInt32LE(padded.length, 4);
  return Buffer.concat([prefix, padded]);
}

/** The parts of a table that stay where they are. */
function kept(table: FlatTable, indexes: readonly number[]): Slot[] {
  return indexes.flatMap((index) => {
    const old = table.target(index);
    return old === 0 ? [] : [{ index, ref: { old } }];
  });
}

function writeField(front: Front, field: FlatTable): number {
  const hasName = field.target(FIELD.name) !== 0;
  const slots: Slot[] = [
    { index: FIELD.children, ref: null },
    { index: FIELD.nullable, width: 1, value: field.byte(FIELD.nullable) },
    { index: FIELD.typeKind, width: 1, value: field.byte(FIELD.typeKind) },
    ...kept(field, [FIELD.type, FIELD.dictionary, FIELD.metadata]),
    { index: FIELD.name, ref: hasName ? { old: field.target(FIELD.name) } : null },
  ];
  const at = front.table(slots);
  if (!hasName) {
    // A text of length 0: its length, and the zero byte behind it.
    front.point(at + 8 + (slots.length - 1) * 8, { fresh: front.append(Buffer.alloc(8), 4) });
  }
  const children = front.vector(field.tables(FIELD.children), (child) => writeField(front, child));
  front.point(at + 8, { fresh: children });
  return at;
}

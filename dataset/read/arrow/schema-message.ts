/** Rebuilds an Arrow schema message from a schema as other writers store it. */
import type { FlatTable } from "./flat-table.ts";

/** Indexes of the fields of Arrow's tables. */
const SCHEMA = { endianness: 0, fields: 1, metadata: 2, features: 3 } as const;
export const FIELD = {
  name: 0,
  nullable: 1,
  typeKind: 2,
  type: 3,
  dictionary: 4,
  children: 5,
  metadata: 6,
} as const;

export const continuation = 0xffffffff;
const metadataVersion = 4;
const schemaKind = 1;

/** A table's value: a number with its width in bytes, or a reference; null is filled in later. */
type Slot = { index: number } & ({ width: 1 | 2 | 8; value: number } | { ref: Ref | null });
/** A position in the bytes of the old schema, or in the bytes written before them. */
type Ref = { old: number } | { fresh: number };

/**
 * References in flatbuffers point forward. So new tables are written before the old bytes and may
 * point into them, and only changed parts are rewritten.
 */
export class Front {
  #bytes = Buffer.alloc(0);
  readonly #refs: { at: number; to: Ref }[] = [];

  /** Appends aligned bytes and returns their position. */
  append(bytes: Buffer, align = 8): number {
    const at = Math.ceil(this.#bytes.length / align) * align;
    this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(at - this.#bytes.length), bytes]);
    return at;
  }

  point(at: number, to: Ref): void {
    this.#refs.push({ at, to });
  }

  /** Writes a table, preceded by its vtable. */
  table(slots: readonly Slot[]): number {
    const count = Math.max(...slots.map(({ index }) => index)) + 1;
    const listBytes = 4 + count * 2;
    const start = Math.ceil(listBytes / 8) * 8;
    // Eight bytes per field; the first ones hold the offset back to the vtable.
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

  /** The new bytes, followed by the old ones. */
  finish(old: Buffer): Buffer {
    const base = this.append(Buffer.alloc(0));
    const bytes = Buffer.concat([this.#bytes, old]);
    for (const { at, to } of this.#refs) {
      bytes.writeUInt32LE(("old" in to ? base + to.old : to.fresh) - at, at);
    }
    return bytes;
  }
}

/** Whether some fields have no name, such as list elements from the JavaScript writer. */
export function lacksNames(fields: readonly FlatTable[]): boolean {
  return fields.some(
    (field) => field.target(FIELD.name) === 0 || lacksNames(field.tables(FIELD.children)),
  );
}

/** Which fields of a schema are kept, by position, and under which names. */
type KeptFields = { kept: readonly boolean[]; names: readonly string[] };

/** A field's name; empty if it has none. */
export function fieldName(field: FlatTable): string {
  const { length, start } = field.vector(FIELD.name);
  return field.bytes.toString("utf8", start, start + length);
}

const extensionKey = "ARROW:extension:name";

function isExtension(field: FlatTable): boolean {
  return field.tables(FIELD.metadata).some((entry) => {
    const { length, start } = entry.vector(0);
    return entry.bytes.toString("utf8", start, start + length) === extensionKey;
  });
}

/** Whether a field, or one inside it, has an extension type. */
export function hasExtension(field: FlatTable): boolean {
  return isExtension(field) || field.tables(FIELD.children).some(hasExtension);
}

/** Metadata as a stream message, with the stream's prefix and length. */
export function framed(metadata: Buffer): Buffer {
  const padded = Buffer.alloc(8 + Math.ceil(metadata.length / 8) * 8);
  padded.writeUInt32LE(continuation, 0);
  padded.writeInt32LE(padded.length - 8, 4);
  metadata.copy(padded, 8);
  return padded;
}

/**
 * The schema as a stream message with its kept columns under unique names. Unnamed fields get an
 * empty name; extension types become their storage types.
 */
export function schemaMessage(schema: FlatTable, plan: KeptFields): Buffer {
  const front = new Front();
  const root = front.append(Buffer.alloc(4));
  // A reference precedes its target, so positions are reserved from the outside in.
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
  const columns = schema
    .tables(SCHEMA.fields)
    .filter((_, i) => plan.kept[i])
    .map((field, i) => ({ field, name: plan.names[i] ?? "" }));
  const fields = front.vector(columns, ({ field, name }) => writeField(front, field, name));
  front.point(table + 8, { fresh: fields });
  return framed(front.finish(schema.bytes));
}

/** The parts of a table that stay in place. */
function kept(table: FlatTable, indexes: readonly number[]): Slot[] {
  return indexes.flatMap((index) => {
    const old = table.target(index);
    return old === 0 ? [] : [{ index, ref: { old } }];
  });
}

function writeField(front: Front, field: FlatTable, name: string): number {
  const parts = [FIELD.type, FIELD.dictionary];
  const slots: Slot[] = [
    { index: FIELD.children, ref: null },
    { index: FIELD.name, ref: null },
    { index: FIELD.nullable, width: 1, value: field.byte(FIELD.nullable) },
    { index: FIELD.typeKind, width: 1, value: field.byte(FIELD.typeKind) },
    ...kept(field, isExtension(field) ? parts : [...parts, FIELD.metadata]),
  ];
  const at = front.table(slots);
  front.point(at + 8 + 8, { fresh: front.append(textOf(name), 4) });
  const children = front.vector(field.tables(FIELD.children), (child) =>
    writeField(front, child, fieldName(child)),
  );
  front.point(at + 8, { fresh: children });
  return at;
}

/** A flatbuffer string: its length, its bytes and a zero byte. */
function textOf(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes, Buffer.alloc(4)]);
}

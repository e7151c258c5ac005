/**
 * A table of a flatbuffer, the format of Arrow's metadata; the buffer bounds-checks every access.
 */
export class FlatTable {
  readonly bytes: Buffer;
  readonly #at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.#at = at;
  }

  /** Position of a field's value, or 0 if it is absent. */
  field(index: number): number {
    const table = this.#at - this.bytes.readInt32LE(this.#at);
    const slot = 4 + index * 2;
    if (slot + 2 > this.bytes.readUInt16LE(table)) return 0;
    const offset = this.bytes.readUInt16LE(table + slot);
    return offset === 0 ? 0 : this.#at + offset;
  }

  /** Position that a field refers to, or 0 if it is absent. */
  target(index: number): number {
    const at = this.field(index);
    return at === 0 ? 0 : at + this.bytes.readUInt32LE(at);
  }

  long(index: number): bigint {
    const at = this.field(index);
    return at === 0 ? 0n : this.bytes.readBigInt64LE(at);
  }

  byte(index: number): number {
    const at = this.field(index);
    return at === 0 ? 0 : this.bytes.readUInt8(at);
  }

  table(index: number): FlatTable | null {
    const at = this.target(index);
    return at === 0 ? null : new FlatTable(this.bytes, at);
  }

  /** Number of elements, and position of the first. */
  vector(index: number): { length: number; start: number } {
    const start = this.target(index);
    if (start === 0) return { length: 0, start: 0 };
    const length = this.bytes.readUInt32LE(start);
    if (length > this.bytes.length) throw new RangeError("vector length");
    return { length, start: start + 4 };
  }

  tables(index: number): FlatTable[] {
    const { length, start } = this.vector(index);
    return Array.from({ length }, (_, i) => {
      const at = start + i * 4;
      return new FlatTable(this.bytes, at + this.bytes.readUInt32LE(at));
    });
  }
}

/**
 * The WebAssembly program compiled from `assembly/`, which multiplies and normalises floats, and
 * its memory.
 */
import { readFileSync } from "node:fs";

/** The exports of `assembly/index.ts`: addresses, and counts of consecutive rows. */
type Program = {
  freeFrom(): number;
  multiply(
    values: number,
    rows: number,
    inner: number,
    weights: number,
    columns: number,
    bias: number,
    into: number,
  ): void;
  normalize(
    values: number,
    rows: number,
    width: number,
    scale: number,
    bias: number,
    into: number,
  ): void;
  add(values: number, others: number, count: number): void;
  rectify(values: number, count: number): void;
  average(values: number, rows: number, width: number, into: number): void;
  attend(
    all: number,
    tokens: number,
    width: number,
    heads: number,
    likeness: number,
    into: number,
  ): void;
};

const pageBytes = 65_536;
/** Alignment of vectors and cache lines. */
const alignment = 64;
const columnsTogether = 8;

/** A program with its own memory. Throws if the machine has no WebAssembly SIMD. */
export class Kernel {
  readonly program: Program;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #free: number;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL("kernel.wasm", import.meta.url)));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.program = exports as unknown as Program;
    this.#free = this.program.freeFrom();
  }

  /** Allocates `count` floats and returns their address. */
  take(count: number): number {
    const at = Math.ceil(this.#free / alignment) * alignment;
    this.#free = at + count * Float32Array.BYTES_PER_ELEMENT;
    const missing = this.#free - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / pageBytes));
    return at;
  }

  /** A view of the floats, invalid after the next allocation. */
  floatsAt(at: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, at, count);
  }

  keep(values: Float32Array): number {
    const at = this.take(values.length);
    this.floatsAt(at, values.length).set(values);
    return at;
  }

  /** Stores a matrix in the format that `multiply` reads: groups of eight columns, row by row. */
  keepPacked(values: Float32Array, columns: number): number {
    const rows = values.length / columns;
    const at = this.take(values.length);
    const packed = this.floatsAt(at, values.length);
    let to = 0;
    for (let column = 0; column < columns; column += columnsTogether) {
      for (let row = 0; row < rows; row += 1, to += columnsTogether) {
        const from = row * columns + column;
        packed.set(values.subarray(from, from + columnsTogether), to);
      }
    }
    return at;
  }
}

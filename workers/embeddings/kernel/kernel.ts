/** The program that multiplies and normalizes floats, compiled from `assembly/`, and its memory. */
import { readFileSync } from "node:fs";

/** What `assembly/index.ts` exports: addresses and counts, of rows that lie one after the other. */
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
/** Of a vector and of a cache's line. */
const alignment = 64;
const columnsTogether = 8;

/** A program with memory of its own. Throws where the machine has no SIMD for WebAssembly. */
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

  /** The address of room for so many floats, which nobody else gets. */
  take(count: number): number {
    const at = Math.ceil(this.#free / alignment) * alignment;
    this.#free = at + count * Float32Array.BYTES_PER_ELEMENT;
    const missing = this.#free - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / pageBytes));
    return at;
  }

  /** What stands there. It is void once more is taken. */
  floatsAt(at: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, at, count);
  }

  keep(values: Float32Array): number {
    const at = this.take(values.length);
    this.floatsAt(at, values.length).set(values);
    return at;
  }

  /** Keeps a matrix as `multiply` reads it: eight columns after each other, each of these by its rows. */
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

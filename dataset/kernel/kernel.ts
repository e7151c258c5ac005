/** The WebAssembly program compiled from `assembly/`, and its memory. */
import { readFileSync } from "node:fs";
import { alignedBytes, alignment, wordBytes } from "./arrays.ts";
import type { ColumnsProgram } from "./columns-program.ts";
import {
  type FixedHashes,
  fixedHashes,
  numberState,
  type Probe,
  probedRow,
  probeHashes,
  probeRow,
} from "./polars-hashes.ts";
import type { Program } from "./program.ts";

const pageBytes = 65_536;
/** As compiled: 512 MiB. */
const pagesMax = 8192;
/** 8 MiB. */
const grownPagesMin = 128;
const tokensMax = 128;
const tokensBytesMax = tokensMax * 8;
/** The size that the program needs of each half of its memory. */
const reservedBytes = 16 * 1024;

/** Everything that another thread needs to use the same memory. */
export type KernelShare = { memory: WebAssembly.Memory; fixed: FixedHashes; agrees: boolean };

/**
 * The program with its own memory, or with that of another thread, in which it must not allocate.
 * Addresses from `take` are valid until `freeAll`.
 */
export class Kernel {
  readonly program: Program & ColumnsProgram;
  readonly bytesMax: number;
  readonly fixed: FixedHashes;
  /** The state of Polars' number hasher. */
  readonly numberState = numberState;
  /** Whether the hashes equal those of the installed Polars; otherwise counts must not be mixed. */
  readonly agrees: boolean;
  readonly #memory: WebAssembly.Memory;
  #begin: number;
  #free: number;
  #end: number;
  #generation = 0;
  /** The spellings of missing values in the order of the program. */
  #tokens: readonly string[] | null = null;

  /**
   * Throws a `RangeError` if there is no room for the memory, which counts in full from the start.
   */
  constructor(bytesMax: number, share: Partial<KernelShare> = {}) {
    const { memory, fixed, agrees } = share;
    this.bytesMax = bytesMax;
    this.#memory = memory ?? newMemory(bytesMax);
    this.#end = bytesMax;
    compiled ??= new WebAssembly.Module(readFileSync(new URL("kernel.wasm", import.meta.url)));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.program = exports as unknown as Program & ColumnsProgram;
    this.program.fillKinds();
    this.#free = this.program.freeFrom();
    this.#begin = this.#free + tokensBytesMax;
    this.fixed = fixed ?? fixedHashes();
    this.agrees = agrees ?? this.#agrees();
    this.freeAll();
  }

  get share(): KernelShare {
    return { memory: this.#memory, fixed: this.fixed, agrees: this.agrees };
  }

  /** The seed of text hashes. */
  get seed(): bigint {
    return this.fixed.ofNone;
  }

  /** Sets the spellings of missing values; they must not change later. */
  useTokens(tokens: readonly string[]): void {
    if (this.#tokens) return;
    const known = tokens.map((token) => ({ token, word: wordOf(token) }));
    if (known.length > tokensMax) throw new Error("There are too many tokens.");
    known.sort((a, b) => (a.word < b.word ? -1 : 1));
    const at = Math.ceil(this.program.freeFrom() / wordBytes) * wordBytes;
    this.#words().set(
      known.map(({ word }) => word),
      at / wordBytes,
    );
    this.program.useTokens(at, known.length);
    this.#tokens = known.map(({ token }) => token);
  }

  /** The spellings of missing values that were found since the last call. */
  takeSeenTokens(): string[] {
    const seen = this.program.takeSeen(0) | (this.program.takeSeen(1) << halfBits);
    if (seen === 0n) return [];
    return (this.#tokens ?? []).filter((_, place) => (seen >> BigInt(place)) & 1n);
  }

  /** A bit for each of some spellings of missing values, in the order of the program. */
  bitsOf(words: readonly string[]): { low: bigint; high: bigint } {
    let bits = 0n;
    for (const [place, token] of (this.#tokens ?? []).entries()) {
      if (words.includes(token)) bits |= 1n << BigInt(place);
    }
    return { low: bits & allBits, high: bits >> halfBits };
  }

  /** Allocates bytes, which are not cleared. */
  take(bytes: number): number {
    const at = this.#free;
    this.#free += alignedBytes(bytes);
    const lacking = this.#free - this.#memory.buffer.byteLength;
    if (lacking > 0) this.#grow(lacking);
    return at;
  }

  /**
   * For a memory that two threads use in turn: bytes of each half that the program does not need.
   */
  get partBytes(): number {
    return Math.floor(this.bytesMax / 2) - reservedBytes;
  }

  /**
   * Restricts `take` to one of several equal parts of the memory, after the bytes that another
   * thread has `taken` of it.
   */
  usePart(part: number, bytes: number, taken = 0): void {
    const first = this.program.freeFrom() + tokensBytesMax;
    this.#begin = first + part * (bytes + alignment);
    this.#end = this.#begin + bytes;
    this.freeAll();
    this.program.useLanes(this.#free);
    this.#begin = this.#free + alignment;
    this.freeAll();
    this.#free += taken;
  }

  /** Bytes allocated since everything was freed. */
  get taken(): number {
    return this.#free - this.#first();
  }

  /** Frees everything allocated after the first `taken` bytes. */
  freeBehind(taken: number): void {
    this.#free = this.#first() + taken;
  }

  /** Whether `bytes` more can be allocated. */
  hasRoom(bytes: number): boolean {
    return this.#free + bytes <= this.#end;
  }

  /** Number of times that everything was freed: earlier results are no longer valid. */
  get generation(): number {
    return this.#generation;
  }

  freeAll(): void {
    this.#generation++;
    this.#free = this.#first();
  }

  #first(): number {
    return alignedBytes(this.#begin);
  }

  /** A view of the memory; `take` may invalidate this and all other views. */
  bytes(): Buffer {
    return Buffer.from(this.#memory.buffer);
  }

  hashesAt(at: number, count: number): BigUint64Array {
    return new BigUint64Array(this.#memory.buffer, at, count);
  }

  integersAt(at: number, count: number): BigInt64Array {
    return new BigInt64Array(this.#memory.buffer, at, count);
  }

  floatsAt(at: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, at, count);
  }

  countsAt(at: number, count: number): Uint32Array {
    return new Uint32Array(this.#memory.buffer, at, count);
  }

  /** Grows in large steps, because growing is slow and untouched pages take no memory. */
  #grow(bytes: number): void {
    const held = this.#memory.buffer.byteLength / pageBytes;
    const needed = Math.ceil(bytes / pageBytes);
    const most = pagesFor(this.bytesMax) - held;
    this.#memory.grow(Math.max(needed, Math.min(most, grownPagesMin)));
  }

  #words(): BigUint64Array {
    return new BigUint64Array(this.#memory.buffer);
  }

  #agrees(): boolean {
    const areSame = probeHashes().every((probe) => this.#hashOf(probe) === probe.hash);
    return areSame && this.#hashOfRow() === probeRow();
  }

  #hashOfRow(): bigint | undefined {
    const { program, fixed, numberState: state } = this;
    this.freeAll();
    const cell = this.take(alignment);
    const text = this.take(alignment);
    const number = this.take(alignment);
    const row = this.take(alignment);
    const kept = this.take(alignment);
    const words = this.#words();
    const put = (value: string): void => {
      this.bytes().write(value, text, "latin1");
      words[cell / wordBytes] = BigInt(text) | (BigInt(value.length) << 32n);
    };
    const { ofNone, ofTrue, ofFalse } = fixed;
    put(probedRow.text);
    program.hashIntoRows(cell, 0, 1, row, 1, ofNone, 0);
    this.floatsAt(number, 1)[0] = probedRow.number;
    words.fill(0n, (number + alignment / 2) / wordBytes, (number + alignment) / wordBytes);
    const place = number + alignment / 2;
    program.hashNumbersIntoRows(number, place, 1, 0, 1, row, 0, state, ofNone, kept);
    put(probedRow.truth);
    program.hashTruthsIntoRows(cell, 0, 1, row, 0, ofTrue, ofFalse, ofNone);
    words[cell / wordBytes] = 0n;
    program.hashIntoRows(cell, 0, 1, row, 0, ofNone, 0);
    program.hashNumbersIntoRows(number, place, 0, 0, 1, row, 0, state, ofNone, kept);
    program.hashTruthsIntoRows(cell, 0, 1, row, 0, ofTrue, ofFalse, ofNone);
    return this.#words()[row / wordBytes];
  }

  #hashOf({ bytes, number }: Probe): bigint | undefined {
    const { program, seed, numberState: state } = this;
    this.freeAll();
    const cell = this.take(alignment);
    const hash = this.take(alignment);
    const text = this.take(bytes.length + alignment);
    this.bytes().set(bytes, text);
    const length = BigInt(bytes.length);
    this.#words()[cell / wordBytes] = number ?? BigInt(text) | (length << 32n);
    if (number === null) program.hashIntoRows(cell, 0, 1, hash, 1, seed, 0);
    else program.hashNumbers(cell, cell, 1, 1, allBits, state, 0n, hash, text);
    return this.#words()[hash / wordBytes];
  }
}

export const allBits = 0xffff_ffff_ffff_ffffn;
const halfBits = 64n;

function wordOf(token: string): bigint {
  const bytes = Buffer.from(token);
  if (bytes.length > wordBytes) throw new Error("A token is too long.");
  return Buffer.concat([bytes], wordBytes).readBigUInt64LE();
}

let held: Kernel | null = null;
/** Instances of one module share its compiled code. */
let compiled: WebAssembly.Module | null = null;

function pagesFor(bytes: number): number {
  return Math.min(pagesMax, Math.ceil(bytes / pageBytes));
}

function newMemory(bytesMax: number): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 1, maximum: pagesFor(bytesMax), shared: true });
}

/** This thread's kernel, with room for `bytesMax` bytes; null if there is no room. */
export function kernelAtHand(bytesMax: number): Kernel | null {
  if (!held || held.bytesMax < bytesMax) held = makeKernel(bytesMax);
  return held;
}

/** Frees this thread's kernel once nobody uses it: describing a wide table needs the memory. */
export function dropKernelAtHand(): void {
  held = null;
}

/** Null if there is no room for this much memory. */
export function makeKernel(bytesMax: number, share: Partial<KernelShare> = {}): Kernel | null {
  try {
    return new Kernel(bytesMax, share);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

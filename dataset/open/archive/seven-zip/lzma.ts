/**
 * LZMA and LZMA2, after Igor Pavlov's LZMA specification (2015, public domain) and the description
 * of LZMA2 in xz-file-format and 7-Zip. Synchronous; memory is bounded by the window.
 */
import { ArchiveFault } from "../entries.ts";
import type { PackedBytes } from "./packed-bytes.ts";

/** Most decoded bytes of a chunk. */
const chunkBytes = 512 * 1024;
const windowBytesMin = 4096;

const topBits = 0xff000000;
const halfProbability = 1024;
const signBit = -0x80000000;

const stateCount = 12;
const positionStatesMax = 16;
const alignBits = 4;
const endSlotMin = 4;
const fullDistances = 1 << 7;
const lengthMin = 2;

const damaged = (): ArchiveFault => new ArchiveFault("compressed data is damaged");

/** Range decoder: the numbers are signed, so that they stay integers in the machine. */
class RangeDecoder {
  #range = -1;
  #code = 0;
  readonly #source: PackedBytes;

  constructor(source: PackedBytes) {
    this.#source = source;
  }

  start(): void {
    if (this.#source.byte() !== 0) throw damaged();
    this.#range = -1;
    this.#code = 0;
    for (let i = 0; i < 4; i++) this.#code = (this.#code << 8) | this.#source.byte();
  }

  bit(probabilities: Uint16Array, at: number): number {
    const probability = probabilities[at] as number;
    const bound = Math.imul(this.#range >>> 11, probability);
    let bit = 0;
    if ((this.#code ^ signBit) < (bound ^ signBit)) {
      this.#range = bound;
      probabilities[at] = probability + ((2048 - probability) >> 5);
    } else {
      this.#range = (this.#range - bound) | 0;
      this.#code = (this.#code - bound) | 0;
      probabilities[at] = probability - (probability >> 5);
      bit = 1;
    }
    if ((this.#range & topBits) === 0) this.#shift();
    return bit;
  }

  /** Bits of equal probability, the highest first. */
  direct(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      this.#range >>>= 1;
      const reached = (this.#code ^ signBit) >= (this.#range ^ signBit);
      if (reached) this.#code = (this.#code - this.#range) | 0;
      value = (value << 1) | (reached ? 1 : 0);
      if ((this.#range & topBits) === 0) this.#shift();
    }
    return value;
  }

  /** A number of `bits` bits, the highest first. */
  tree(probabilities: Uint16Array, from: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(probabilities, from + node);
    return node - (1 << bits);
  }

  /** A number of `bits` bits, the lowest first. */
  reversedTree(probabilities: Uint16Array, from: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(probabilities, from + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  #shift(): void {
    this.#range <<= 8;
    const { block, at } = this.#source;
    if (at < block.length) {
      this.#code = (this.#code << 8) | (block[at] as number);
      this.#source.at = at + 1;
    } else {
      this.#code = (this.#code << 8) | this.#source.byte();
    }
  }
}

/** The last bytes of the output, to which matches refer. */
class Window {
  readonly bytes: Uint8Array;
  at = 0;
  /** Bytes since the dictionary began, which is the position that contexts use. */
  filled = 0;

  constructor(byteSize: number) {
    this.bytes = new Uint8Array(byteSize);
  }

  get previous(): number {
    if (this.filled === 0) return 0;
    return this.bytes[(this.at === 0 ? this.bytes.length : this.at) - 1] as number;
  }

  put(byte: number): void {
    this.bytes[this.at++] = byte;
    this.filled++;
  }

  /** `distance` counts from 0. */
  byteBefore(distance: number): number {
    const from = this.at - distance - 1;
    return this.bytes[from < 0 ? from + this.bytes.length : from] as number;
  }

  has(distance: number): boolean {
    return distance < Math.min(this.filled, this.bytes.length);
  }

  copy(distance: number, length: number): void {
    const { bytes } = this;
    let from = this.at - distance - 1;
    if (from < 0) from += bytes.length;
    for (let i = 0; i < length; i++) {
      bytes[this.at++] = bytes[from++] as number;
      if (from === bytes.length) from = 0;
    }
    this.filled += length;
  }
}

class LengthDecoder {
  readonly #choice = new Uint16Array(2);
  readonly #low = new Uint16Array(positionStatesMax << 3);
  readonly #middle = new Uint16Array(positionStatesMax << 3);
  readonly #high = new Uint16Array(1 << 8);

  reset(): void {
    for (const each of [this.#choice, this.#low, this.#middle, this.#high]) {
      each.fill(halfProbability);
    }
  }

  read(range: RangeDecoder, positionState: number): number {
    if (range.bit(this.#choice, 0) === 0) return range.tree(this.#low, positionState << 3, 3);
    if (range.bit(this.#choice, 1) === 0)
      return 8 + range.tree(this.#middle, positionState << 3, 3);
    return 16 + range.tree(this.#high, 0, 8);
  }
}

/** Literal context bits, literal position bits, position bits. */
type Properties = { lc: number; lp: number; pb: number };

function propertiesOf(byte: number): Properties {
  if (byte >= 9 * 5 * 5) throw damaged();
  return { lc: byte % 9, lp: Math.trunc(byte / 9) % 5, pb: Math.trunc(byte / 45) };
}

class LzmaDecoder {
  readonly range: RangeDecoder;
  readonly #window: Window;
  #lc = 0;
  #literalMask = 0;
  #positionMask = 0;
  #literals = new Uint16Array(0);
  readonly #isMatch = new Uint16Array(stateCount << 4);
  readonly #isRepeat = new Uint16Array(stateCount);
  readonly #isRepeat0 = new Uint16Array(stateCount);
  readonly #isRepeat1 = new Uint16Array(stateCount);
  readonly #isRepeat2 = new Uint16Array(stateCount);
  readonly #isLongRepeat0 = new Uint16Array(stateCount << 4);
  readonly #slots = new Uint16Array(4 << 6);
  readonly #distances = new Uint16Array(1 + fullDistances);
  readonly #align = new Uint16Array(1 << alignBits);
  readonly #matchLengths = new LengthDecoder();
  readonly #repeatLengths = new LengthDecoder();
  #state = 0;
  #repeat0 = 0;
  #repeat1 = 0;
  #repeat2 = 0;
  #repeat3 = 0;
  /** What a match still has to copy after a full chunk. */
  #pending = 0;

  constructor(source: PackedBytes, window: Window) {
    this.range = new RangeDecoder(source);
    this.#window = window;
  }

  setProperties({ lc, lp, pb }: Properties): void {
    this.#lc = lc;
    this.#literalMask = (1 << lp) - 1;
    this.#positionMask = (1 << pb) - 1;
    this.#literals = new Uint16Array(0x300 << (lc + lp));
  }

  reset(): void {
    for (const each of [
      this.#literals,
      this.#isMatch,
      this.#isRepeat,
      this.#isRepeat0,
      this.#isRepeat1,
      this.#isRepeat2,
      this.#isLongRepeat0,
      this.#slots,
      this.#distances,
      this.#align,
    ]) {
      each.fill(halfProbability);
    }
    this.#matchLengths.reset();
    this.#repeatLengths.reset();
    this.#state = 0;
    this.#repeat0 = 0;
    this.#repeat1 = 0;
    this.#repeat2 = 0;
    this.#repeat3 = 0;
    this.#pending = 0;
  }

  get hasPending(): boolean {
    return this.#pending > 0;
  }

  /** Decodes `count` bytes into the window, which has room for them; fewer at an end mark. */
  decode(count: number): number {
    const window = this.#window;
    const end = window.at + count;
    while (window.at < end) {
      if (this.#pending > 0) {
        this.#copy(end);
        continue;
      }
      const positionState = window.filled & this.#positionMask;
      if (this.range.bit(this.#isMatch, (this.#state << 4) + positionState) === 0) {
        this.#literal();
        continue;
      }
      if (!this.#match(positionState)) break;
      if (this.#pending > 0) this.#copy(end);
    }
    return count - (end - window.at);
  }

  #copy(end: number): void {
    const length = Math.min(this.#pending, end - this.#window.at);
    this.#window.copy(this.#repeat0, length);
    this.#pending -= length;
  }

  #literal(): void {
    const window = this.#window;
    const { range } = this;
    const before = window.previous >> (8 - this.#lc);
    const context = ((window.filled & this.#literalMask) << this.#lc) + before;
    const literals = this.#literals;
    const from = 0x300 * context;
    let node = 1;
    if (this.#state >= 7) {
      let matched = window.byteBefore(this.#repeat0);
      do {
        const matchedBit = (matched >> 7) & 1;
        matched <<= 1;
        const bit = range.bit(literals, from + ((1 + matchedBit) << 8) + node);
        node = (node << 1) | bit;
        if (matchedBit !== bit) break;
      } while (node < 0x100);
    }
    while (node < 0x100) node = (node << 1) | range.bit(literals, from + node);
    window.put(node & 255);
    if (this.#state < 4) this.#state = 0;
    else this.#state -= this.#state < 10 ? 3 : 6;
  }

  /** Reads a match's length and distance; false at the end mark. */
  #match(positionState: number): boolean {
    const { range } = this;
    const state = this.#state;
    if (range.bit(this.#isRepeat, state) === 0) {
      this.#repeat3 = this.#repeat2;
      this.#repeat2 = this.#repeat1;
      this.#repeat1 = this.#repeat0;
      const length = this.#matchLengths.read(range, positionState);
      this.#state = state < 7 ? 7 : 10;
      const distance = this.#distance(length);
      if (distance === -1) return false;
      this.#repeat0 = distance;
      this.#begin(length + lengthMin);
      return true;
    }
    if (this.#window.filled === 0) throw damaged();
    if (range.bit(this.#isRepeat0, state) === 0) {
      if (range.bit(this.#isLongRepeat0, (state << 4) + positionState) === 0) {
        this.#state = state < 7 ? 9 : 11;
        this.#begin(1);
        return true;
      }
    } else {
      let distance = this.#repeat1;
      if (range.bit(this.#isRepeat1, state) !== 0) {
        if (range.bit(this.#isRepeat2, state) === 0) {
          distance = this.#repeat2;
        } else {
          distance = this.#repeat3;
          this.#repeat3 = this.#repeat2;
        }
        this.#repeat2 = this.#repeat1;
      }
      this.#repeat1 = this.#repeat0;
      this.#repeat0 = distance;
    }
    const length = this.#repeatLengths.read(range, positionState);
    this.#state = state < 7 ? 8 : 11;
    this.#begin(length + lengthMin);
    return true;
  }

  #begin(length: number): void {
    if (!this.#window.has(this.#repeat0)) throw damaged();
    this.#pending = length;
  }

  /** A distance from 0; -1 for the end mark. */
  #distance(length: number): number {
    const { range } = this;
    const slot = range.tree(this.#slots, Math.min(length, 3) << 6, 6);
    if (slot < endSlotMin) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + range.reversedTree(this.#distances, high - slot, bits);
    const middle = range.direct(bits - alignBits) << alignBits;
    const distance = (high + middle + range.reversedTree(this.#align, 0, alignBits)) | 0;
    // Distances of 2 GiB and more are beyond any window.
    if (distance < -1) throw damaged();
    return distance;
  }
}

/** The window that a stream needs: no more than its output. */
function windowFor(dictionaryBytes: number, byteSize: number): Window {
  return new Window(Math.max(windowBytesMin, Math.min(dictionaryBytes, byteSize)));
}

/** The size of the dictionary that the properties of LZMA or LZMA2 state. */
export function dictionaryBytesOf(kind: "lzma" | "lzma2", properties: Buffer): number {
  if (kind === "lzma") {
    if (properties.length < 5) throw damaged();
    return properties.readUInt32LE(1);
  }
  const bits = properties[0] ?? 255;
  if (bits > 40) throw damaged();
  return bits === 40 ? 0xffffffff : (2 | (bits & 1)) * 2 ** ((bits >> 1) + 11);
}

/** Decodes `byteSize` bytes of LZMA. */
export function* unpackLzma(
  source: PackedBytes,
  properties: Buffer,
  byteSize: number,
): Generator<Uint8Array> {
  const window = windowFor(dictionaryBytesOf("lzma", properties), byteSize);
  const decoder = new LzmaDecoder(source, window);
  decoder.setProperties(propertiesOf(properties[0] ?? 255));
  decoder.reset();
  decoder.range.start();
  for (let done = 0; done < byteSize; ) {
    const count = Math.min(chunkBytes, byteSize - done, window.bytes.length - window.at);
    const made = decoder.decode(count);
    yield window.bytes.slice(window.at - made, window.at);
    if (made < count) return;
    if (window.at === window.bytes.length) window.at = 0;
    done += made;
  }
}

/** Decodes `byteSize` bytes of LZMA2. */
export function* unpackLzma2(
  source: PackedBytes,
  properties: Buffer,
  byteSize: number,
): Generator<Uint8Array> {
  const window = windowFor(dictionaryBytesOf("lzma2", properties), byteSize);
  const decoder = new LzmaDecoder(source, window);
  let needs: "dictionary" | "properties" | "state" | null = "dictionary";
  const word = (): number => (source.byte() << 8) | source.byte();
  for (;;) {
    const control = source.byte();
    if (control === 0) return;
    if (control < 0x80) {
      if (control > 2 || (needs === "dictionary" && control !== 1)) throw damaged();
      if (control === 1) window.filled = 0;
      if (needs === "dictionary") needs = "properties";
      yield* stored(source, window, word() + 1);
      continue;
    }
    const length = ((control & 0x1f) << 16) + word() + 1;
    const packedBytes = word() + 1;
    const reset = (control >> 5) & 3;
    if (reset < requiredReset[needs ?? "none"]) throw damaged();
    if (reset === 3) window.filled = 0;
    if (reset >= 2) {
      const stated = propertiesOf(source.byte());
      if (stated.lc + stated.lp > 4) throw damaged();
      decoder.setProperties(stated);
    }
    if (reset >= 1) decoder.reset();
    needs = null;
    yield* chunk(source, window, decoder, { length, packedBytes });
  }
}

const requiredReset = { dictionary: 3, properties: 2, state: 1, none: 0 };

function* chunk(
  source: PackedBytes,
  window: Window,
  decoder: LzmaDecoder,
  { length, packedBytes }: { length: number; packedBytes: number },
): Generator<Uint8Array> {
  const end = source.position + packedBytes;
  decoder.range.start();
  for (let done = 0; done < length; ) {
    const count = Math.min(chunkBytes, length - done, window.bytes.length - window.at);
    const made = decoder.decode(count);
    if (made < count) throw damaged();
    yield window.bytes.slice(window.at - made, window.at);
    if (window.at === window.bytes.length) window.at = 0;
    done += made;
  }
  if (source.position !== end || decoder.hasPending) throw damaged();
}

function* stored(source: PackedBytes, window: Window, length: number): Generator<Uint8Array> {
  for (let done = 0; done < length; ) {
    const part = source.next(Math.min(length - done, window.bytes.length - window.at));
    if (part === null) throw new ArchiveFault("an entry is truncated");
    window.bytes.set(part, window.at);
    window.at += part.length;
    window.filled += part.length;
    done += part.length;
    yield Uint8Array.from(part);
    if (window.at === window.bytes.length) window.at = 0;
  }
}

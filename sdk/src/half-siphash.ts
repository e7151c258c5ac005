/** HalfSipHash-2-4 with 64 bits of output (github.com/veorq/SipHash): a keyed hash of texts. */

const mark = 0xee;

/**
 * Hashes a text as its UTF-16LE bytes. Without the key, nobody can compute a hash or construct a
 * text with a small one. State is kept in fields between calls: packages for this take ten times as
 * long.
 */
export class HalfSipHash {
  readonly #key0: number;
  readonly #key1: number;
  #v0 = 0;
  #v1 = 0;
  #v2 = 0;
  #v3 = 0;

  /** `key`: 64 bits as sixteen hexadecimal digits. */
  constructor(key: string) {
    if (!/^[\da-f]{16}$/i.test(key)) throw new Error("A key has 64 bits.");
    this.#key0 = wordOf(key.slice(0, 8));
    this.#key1 = wordOf(key.slice(8));
  }

  /** The first 48 bits of the hash, as an integer. */
  hash48(text: string): number {
    const low = this.#begin(text);
    return (this.#end() & 0xffff) * 2 ** 32 + low;
  }

  /** The whole hash as two unsigned words, the lower one first. */
  hash64(text: string): [low: number, high: number] {
    const low = this.#begin(text);
    return [low, this.#end()];
  }

  #begin(text: string): number {
    this.#v0 = this.#key0;
    this.#v1 = this.#key1 ^ mark;
    this.#v2 = this.#key0 ^ 0x6c796765;
    this.#v3 = this.#key1 ^ 0x74656462;
    const { length } = text;
    const pairs = length & ~1;
    for (let at = 0; at < pairs; at += 2) {
      this.#take(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
    }
    const rest = pairs < length ? text.charCodeAt(pairs) : 0;
    // The last word contains the number of bytes modulo 256.
    this.#take(((length * 2) << 24) | rest);
    this.#v2 ^= mark;
    this.#mix(4);
    return (this.#v1 ^ this.#v3) >>> 0;
  }

  #end(): number {
    this.#v1 ^= 0xdd;
    this.#mix(4);
    return (this.#v1 ^ this.#v3) >>> 0;
  }

  #take(word: number): void {
    this.#v3 ^= word;
    this.#mix(2);
    this.#v0 ^= word;
  }

  #mix(rounds: number): void {
    let v0 = this.#v0;
    let v1 = this.#v1;
    let v2 = this.#v2;
    let v3 = this.#v3;
    for (let round = 0; round < rounds; round++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    this.#v0 = v0;
    this.#v1 = v1;
    this.#v2 = v2;
    this.#v3 = v3;
  }
}

/** Four bytes in hexadecimal as a little-endian word. */
function wordOf(hex: string): number {
  const byte = (at: number) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
}

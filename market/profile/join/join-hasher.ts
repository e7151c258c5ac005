import { HalfSipHash } from "../../../sdk/src/half-siphash.ts";
import { hashValue } from "../../../sdk/src/value-sketch.ts";

/**
 * The stored hash of a value: a keyed one of its public hash, so that callers can send hashes instead of
 * values. Without the key, nobody can compute one or construct a value with a small one.
 */
export class JoinHasher {
  readonly #hasher: HalfSipHash;

  /** `key`: 64 bits as sixteen hexadecimal digits. */
  constructor(key: string) {
    this.#hasher = new HalfSipHash(key);
  }

  /** 48 bits, of a value that `normalizeValue` returned. */
  hashValue(normalized: string): number {
    return this.rehash(hashValue(normalized));
  }

  /** 48 bits, of a value's public hash. */
  rehash(publicHash: number): number {
    return this.#hasher.hash48(hashText(publicHash));
  }
}

/** 48 bits as three UTF-16 units, for hashing again. */
export function hashText(hash: number): string {
  const high = Math.floor(hash / 2 ** 32);
  return String.fromCharCode(high, (hash >>> 16) & 0xffff, hash & 0xffff);
}

/** SHA-256 of bytes that arrive in chunks (FIPS 180-4); Web Crypto hashes only whole buffers. */

/** An incremental hash; `node:crypto` has a faster one, which the `/node` entry uses. */
export type Hash = { update(bytes: Uint8Array): void; hex(): string };
export type CreateHash = () => Hash;

const BLOCK_BYTES = 64;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

export function createSha256(): Hash {
  const state = initial.slice();
  const words = new Int32Array(64);
  const rest = new Uint8Array(BLOCK_BYTES);
  let restBytes = 0;
  let total = 0;

  function take(bytes: Uint8Array, at: number): void {
    for (let i = 0; i < 16; i++) {
      const from = at + i * 4;
      words[i] =
        ((bytes[from] ?? 0) << 24) |
        ((bytes[from + 1] ?? 0) << 16) |
        ((bytes[from + 2] ?? 0) << 8) |
        (bytes[from + 3] ?? 0);
    }
    for (let i = 16; i < 64; i++) {
      const early = words[i - 15] ?? 0;
      const late = words[i - 2] ?? 0;
      const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[i] = ((words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + (words[i] ?? 0)) | 0;
      const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) {
      state[i] = ((state[i] ?? 0) + word) | 0;
    }
  }

  function update(bytes: Uint8Array): void {
    total += bytes.length;
    let at = 0;
    if (restBytes > 0) {
      at = Math.min(BLOCK_BYTES - restBytes, bytes.length);
      rest.set(bytes.subarray(0, at), restBytes);
      restBytes += at;
      if (restBytes < BLOCK_BYTES) return;
      take(rest, 0);
      restBytes = 0;
    }
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) take(bytes, at);
    rest.set(bytes.subarray(at));
    restBytes = bytes.length - at;
  }

  return {
    update,
    hex() {
      const bits = total * 8;
      const padding = new Uint8Array((restBytes < 56 ? 64 : 128) - restBytes);
      padding[0] = 0x80;
      const view = new DataView(padding.buffer);
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(padding.length - 4, bits >>> 0);
      update(padding);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

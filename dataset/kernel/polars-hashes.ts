/** How Polars seeds its hashes, and its hashes of some probe values. */
import pl from "nodejs-polars";

/**
 * The key of row hashes. It is the same for all files, so that every version shows the same rows,
 * and equal to that of `Series.hash`, so that the cells of a row need not be hashed again.
 */
export const rowHashKey = [0, 1, 2, 3] as const;

const mask = 0xffff_ffff_ffff_ffffn;
const fixedSeed = 0x082efa98ec4e6c89n;
const foldSeed = 0xc0ac29b7c97c50ddn;
const finishSeed = 0x243f6a8885a308d3n;
const keySeed = 0x452821e638d01377n;

function fold(a: bigint, b: bigint): bigint {
  const product = a * b;
  return (product & mask) ^ (product >> 64n);
}

/**
 * The state of Polars' number hasher with the keys of `Series.hash`: foldhash 0.2
 * (github.com/orlp/foldhash), seeded with the hashes of the keys, two words at a time.
 */
function stateOf(keys: readonly [bigint, bigint, bigint, bigint]): bigint {
  const first = fold(keys[0] ^ fixedSeed, keys[1] ^ foldSeed);
  const second = fold(keys[2] ^ first, keys[3] ^ foldSeed);
  return fold(fold(second, finishSeed), keySeed) ^ fixedSeed;
}

export const numberState = stateOf([0n, 1n, 2n, 3n]);

/** Polars' hash of a missing value, which also seeds texts, and its hashes of booleans. */
export type FixedHashes = { ofNone: bigint; ofTrue: bigint; ofFalse: bigint };

export function fixedHashes(): FixedHashes {
  const truths = pl.Series("truths", [null, true, false], pl.Bool);
  const [ofNone = 0n, ofTrue = 0n, ofFalse = 0n] = truths.hash().toTypedArray() as BigUint64Array;
  return { ofNone, ofTrue, ofFalse };
}

/** The hash of a text, or of the bits of a number. */
export type Probe = { bytes: Buffer; number: bigint | null; hash: bigint };

/** Text lengths that cover every hashing path, and numbers. */
const probedLengths = [1, 3, 4, 8, 9, 16, 17, 33, 65, 97, 128, 129, 240, 241, 1024, 1025, 5000];
const probedNumbers = [0, 1, -1.5, 1e300];
export const probedRow = { text: "a text", number: -1.5, truth: "true" } as const;

/** The hash of a row with a text, a number, a boolean, and a missing value of each kind. */
export function probeRow(): bigint {
  const { text, number } = probedRow;
  const frame = pl.DataFrame([
    pl.Series("text", [text], pl.Utf8),
    pl.Series("number", [number], pl.Float64),
    pl.Series("truth", [true], pl.Bool),
    pl.Series("no text", [null], pl.Utf8),
    pl.Series("no number", [null], pl.Float64),
    pl.Series("no truth", [null], pl.Bool),
  ]);
  const hashes = frame.hashRows(...rowHashKey).toTypedArray() as BigUint64Array;
  return hashes[0] as bigint;
}

export function probeHashes(): Probe[] {
  const texts = probedLengths.map((length) => {
    return String.fromCharCode(...Array.from({ length }, (_, i) => 33 + ((i * 7) % 90)));
  });
  const ofTexts = pl.Series("texts", texts, pl.Utf8).hash().toTypedArray() as BigUint64Array;
  const ofNumbers = pl.Series("numbers", probedNumbers, pl.Float64).hash();
  const numbers = ofNumbers.toTypedArray() as BigUint64Array;
  const bits = new BigUint64Array(Float64Array.from(probedNumbers).buffer);
  const none = Buffer.alloc(0);
  return [
    ...texts.map((text, i) => {
      return { bytes: Buffer.from(text), number: null, hash: ofTexts[i] as bigint };
    }),
    ...probedNumbers.map((_, i) => {
      return { bytes: none, number: bits[i] as bigint, hash: numbers[i] as bigint };
    }),
  ];
}

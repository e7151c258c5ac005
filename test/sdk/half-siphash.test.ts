/** The keyed hash of joins against its authors' test vectors. */
import { expect, test } from "bun:test";
import { HalfSipHash } from "../../sdk/src/half-siphash.ts";

/**
 * From vectors.h of github.com/veorq/SipHash (CC0): the message is the bytes 0, 1, 2, …, and so is
 * the key.
 */
const vectors: [bytes: number, hash: string][] = [
  [0, "218d1f59b9b83cc8"],
  [2, "064f39ef7c50eb57"],
  [4, "d5e78a175be52ea1"],
  [6, "ce3e91358aa2bc25"],
];

test.each(vectors)("%d bytes", (length, hash) => {
  const bytes = Buffer.from(Array.from({ length }, (_, at) => at));
  const hasher = new HalfSipHash("0001020304050607");
  const [low, high] = hasher.hash64(bytes.toString("utf16le"));
  const told = Buffer.alloc(8);
  told.writeUInt32LE(low, 0);
  told.writeUInt32LE(high, 4);
  expect(told.toString("hex")).toBe(hash);
  expect(hasher.hash48(bytes.toString("utf16le"))).toBe(told.readUIntLE(0, 6));
});

test("another key gives other hashes", () => {
  const one = new HalfSipHash("0001020304050607").hash48("value");
  expect(new HalfSipHash("0101020304050607").hash48("value")).not.toBe(one);
});

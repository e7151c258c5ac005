/** The kernel finds the same personal data in texts as the patterns. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import pl from "nodejs-polars";
import type { TextCounts } from "../../../dataset/kernel/cell-types.ts";
import { intoBytes } from "../../../dataset/kernel/counts.ts";
import { Kernel } from "../../../dataset/kernel/kernel.ts";
import { measureTextCells } from "../../../dataset/kernel/measure-texts.ts";
import { classify, holdsAddress } from "../../../dataset/measure/personal/counts.ts";
import { mergeTotals, noTotals, totalsOf } from "../../../dataset/measure/text-figures.ts";

const kernel = new Kernel(2 ** 24);
const wordBytes = 8;
const placeBytes = 4;

/** The results for adjacent texts with their multiplicities; an empty text is missing. */
function measure(texts: readonly string[], bound = 0n, often: readonly number[] | null = null) {
  kernel.freeAll();
  const rows = texts.length;
  const words = (): number => kernel.take(rows * wordBytes);
  const places = (): number => kernel.take(rows * placeBytes);
  const [cells, known, hashes, into] = [words(), words(), words(), kernel.take(intoBytes)];
  const lacking = kernel.take(rows);
  const encoded = texts.map((text) => Buffer.from(text));
  let at = kernel.take(encoded.reduce((sum, { length }) => sum + length, 64));
  const placed = kernel.hashesAt(cells, rows);
  for (const [row, bytes] of encoded.entries()) {
    placed[row] = bytes.length === 0 ? 0n : BigInt(at) | (BigInt(bytes.length) << 32n);
    kernel.bytes().set(bytes, at);
    at += bytes.length;
    kernel.hashesAt(known, rows)[row] = BigInt(row);
  }
  const weights = often ? places() : 0;
  if (often) kernel.countsAt(weights, rows).set(often);
  const asked = { cells, rows, known, weights, bound, hashes, lacking, into };
  const [shaped, doubted, kept] = [places(), places(), places()];
  const found = measureTextCells(kernel, { ...asked, shaped, doubted, places: kept });
  const rowsAt = ({ at, many }: { at: number; many: number }) => [...kernel.countsAt(at, many)];
  return {
    ...found,
    shaped: rowsAt(found.shaped),
    doubted: rowsAt(found.doubted),
    places: rowsAt({ at: kept, many: found.kept }),
  };
}

const part = fc.oneof(
  fc.constantFrom(
    "@",
    ":",
    "::",
    ".",
    "-",
    " ",
    "+",
    "(",
    ")",
    "/",
    "user",
    "example.org",
    "é",
    "𝄞",
  ),
  fc.constantFrom("a@b.co", "x@1x.png", "DE89370400440532013000", "GB82 WEST 1234 5698 7654 32"),
  fc.constantFrom("2001:db8::1", "192.168.1.20", "::1", "4111 1111 1111 1111", "078-05-1120"),
  fc.constantFrom("+49 30 901820", "(212) 555-0123", "2020-01-02 03:04:05", "some words of a note"),
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefXYZ.:@-_% "), maxLength: 24 }),
);
const text = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));

test("every text that is personal data is found, wherever it stands and whatever stands behind it", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), (texts) => {
      const { counts, doubted, shaped } = measure(texts);
      const sure = texts.filter((one, row) => holdsAddress(one) && !doubted.includes(row));
      expect(counts.addresses).toBe(sure.length);
      const personal = texts.flatMap((one, row) => {
        const kind = one.length >= 2 ? classify(one) : null;
        return kind !== null && kind !== "email" ? [row] : [];
      });
      expect(shaped).toEqual(expect.arrayContaining(personal));
    }),
    { numRuns: 2000 },
  );
});

test("personal data is distinguished from values that only begin like it", () => {
  const texts = [
    "DE89370400440532013000",
    "DE89370400440532013001",
    "2001:db8:0:0:0:0:0:1",
    "2020-01-02 03:04:05",
    "+49 30 901820",
    "4111 1111 1111 1111",
    "12:34",
  ];
  expect(measure(texts).shaped).toEqual([0, 2, 4, 5]);
  expect(
    measure(["user@example.org", "user@example", "@example.org", "a@b.c@d.eu"]).counts.addresses,
  ).toBe(2);
});

test("hashes below a bound are kept, and all of them where there is none", () => {
  const texts = ["one", "", "three", "four"];
  expect(measure(texts).places).toEqual([0, 2, 3]);
  expect(measure(texts, 3n).places).toEqual([0, 2]);
});

const charsOf = (one: string): number => [...one].length;

/** The counts for a single text. */
const ofText: Readonly<Record<keyof TextCounts, (one: string) => number>> = {
  shortest: charsOf,
  longest: charsOf,
  chars: charsOf,
  addresses: (one) => Number(holdsAddress(one)),
};

/** The totals of texts that are measured one by one. */
function oneByOne(texts: readonly string[]) {
  const found = noTotals();
  for (const one of texts) {
    const counts = Object.entries(ofText).map(([name, count]) => [name, count(one)]);
    mergeTotals(found, Object.fromEntries(counts));
  }
  return found;
}

/** The totals of a chunk by Polars. */
function byPolars(texts: readonly string[]) {
  const asked = Object.entries(totalsOf(pl.col("t"))).map(([name, expr]) => expr.alias(name));
  const frame = pl.DataFrame([pl.Series("t", texts, pl.Utf8)]).select(...asked);
  return frame.toRecords()[0] as object;
}

test("the kernel, Polars and a look at each text find the same totals", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), (texts) => {
      const there = texts.filter((one) => one.length > 0);
      if (there.length === 0) return;
      const expected = oneByOne(there);
      expect(measure(texts).counts).toMatchObject(expected);
      expect(byPolars(there)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("texts that count several times are counted as those that come so often", () => {
  const often = fc.tuple(text, fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(fc.array(often, { minLength: 1, maxLength: 20 }), (some) => {
      const all = some.flatMap(([one, many]) => Array<string>(many).fill(one));
      const [texts, counts] = [some.map(([one]) => one), some.map(([, many]) => many)];
      expect(measure(texts, 0n, counts).counts).toEqual(measure(all).counts);
    }),
    { numRuns: 500 },
  );
});

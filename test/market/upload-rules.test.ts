/** The rules of multipart uploads, as a table. */
import { describe, expect, test } from "bun:test";
import {
  faultyParts,
  issueRefusal,
  joinFaults,
  missingParts,
  partSize,
  planParts,
  recommendParts,
  smallParts,
} from "../../market/listing/upload/rules.ts";

const mebibyte = 1024 ** 2;
const gibibyte = 1024 * mebibyte;
const limits = {
  fileBytesMax: 5 * 1024 * gibibyte,
  putBytesMax: 5 * gibibyte,
  partBytesMin: 5 * mebibyte,
};

function sizesOf(byteSize: number, parts: number, partBytes: number | null): number[] {
  return Array.from({ length: parts }, (_, index) => {
    const size = partSize({ parts, partBytes }, byteSize, index + 1);
    if (size === undefined) throw new Error("the part has no size");
    return size;
  });
}

function expectPossible(sizes: number[], byteSize: number): void {
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(byteSize);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.putBytesMax);
  const allButLast = sizes.slice(0, -1);
  if (allButLast.length > 0) {
    expect(Math.min(...allButLast)).toBeGreaterThanOrEqual(limits.partBytesMin);
  }
}

test.each([
  [null, null],
  ["2026-11-28T09:00:00.000Z", 86_400],
  ["2026-11-27T10:00:00.500Z", 3601],
  ["2026-11-27T09:00:00.001Z", 1],
])("the first of a full day's uploads at %p: wait %p seconds", (first, seconds) => {
  const now = new Date("2026-11-28T09:00:00.000Z");
  const refusal = issueRefusal(first === null ? null : new Date(first), now);
  expect(refusal?.retryAfterSeconds ?? null).toBe(seconds);
});

describe("parts of a file whose size was announced", () => {
  const cases: [byteSize: number, parts: number, isPossible: boolean][] = [
    [1, 1, true],
    [1, 2, false],
    [10 * mebibyte, 2, true],
    [10 * mebibyte - 1, 2, false],
    [10 * mebibyte, 3, false],
    [11 * mebibyte + 1, 2, true],
    [5 * gibibyte, 1, true],
    [5 * gibibyte + 1, 1, false],
    [20 * gibibyte, 3, false],
    [20 * gibibyte, 4, true],
    [20 * gibibyte, 1000, true],
    [200_000_000_000, 10_000, true],
    [48 * 1024 * gibibyte, 9000, false],
  ];
  test.each(cases)("%d bytes in %d parts: possible is %p", (byteSize, parts, isPossible) => {
    const plan = planParts({ byte_size: byteSize, parts }, limits);
    if (plan === null || "pointer" in plan) return expect(isPossible).toBe(false);
    expect(isPossible).toBe(true);
    expectPossible(sizesOf(byteSize, plan.parts, plan.partBytes), byteSize);
  });

  const sizes = [
    1,
    16 * mebibyte,
    16 * mebibyte + 1,
    5 * gibibyte,
    20 * gibibyte,
    200_000_000_000,
    limits.fileBytesMax,
    ...Array.from({ length: 200 }, () => Math.ceil(Math.random() * limits.fileBytesMax)),
  ];
  test("are recommended within the store's limits, few enough and small enough", () => {
    for (const byteSize of sizes) {
      const { parts, partBytes } = recommendParts(byteSize, limits);
      expect(parts).toBeLessThanOrEqual(5000);
      expectPossible(sizesOf(byteSize, parts, partBytes), byteSize);
      const asked = { byte_size: byteSize, part_byte_size: Number(partBytes) };
      expect(planParts(asked, limits)).toEqual({ parts, partBytes });
    }
    expect(recommendParts(200_000_000_000, limits)).toEqual({
      parts: 4891,
      partBytes: 39 * mebibyte,
    });
  });

  test("are the recommended ones where one PUT cannot take it, and none where it can", () => {
    const large = 5 * gibibyte + 1;
    expect(planParts({ byte_size: large }, limits)).toEqual(recommendParts(large, limits));
    expect(planParts({ byte_size: 5 * gibibyte }, limits)).toBeNull();
    expect(planParts({}, limits)).toBeNull();
    expect(planParts({ parts: 7 }, limits)).toEqual({ parts: 7, partBytes: null });
  });
});

describe("obstacles to joining parts", () => {
  const arrived = (partNumber: number, byteSize: number, md5: string | null = null) => ({
    partNumber,
    byteSize,
    md5,
  });

  test("is named: ranges of missing ones, other sizes, other checksums", () => {
    const plan = { parts: 9, partBytes: 10 };
    const there = [arrived(2, 10, "aa"), arrived(5, 9), arrived(6, 10, "bb"), arrived(9, 4)];
    const md5s = new Map([
      [2, "aa"],
      [6, "cc"],
    ]);
    const missing = missingParts(9, there);
    expect(missing).toEqual([
      { first: 1, last: 1 },
      { first: 3, last: 4 },
      { first: 7, last: 8 },
    ]);
    const faulty = faultyParts(there, { plan, byteSize: 84, md5s });
    expect(joinFaults(missing, faulty).map(({ code, detail }) => `${code}: ${detail}`)).toEqual([
      "part_missing: part 1 has not arrived",
      "part_missing: parts 3 to 4 have not arrived",
      "part_missing: parts 7 to 8 have not arrived",
      "part_differs: part 5 has 9 bytes, not 10",
      "part_differs: part 6 has the MD5 bb, not cc",
    ]);
  });

  test("is nothing where all are there, and small ones are named by the store's floor", () => {
    const there = [arrived(1, mebibyte), arrived(2, 6 * mebibyte), arrived(3, 1)];
    expect(missingParts(3, there)).toEqual([]);
    const stated = { plan: { parts: 3, partBytes: null }, byteSize: null, md5s: new Map() };
    expect(faultyParts(there, stated)).toEqual([]);
    expect(smallParts(there, limits).map(({ partNumber }) => partNumber)).toEqual([1]);
  });

  test("names the first twenty of many", () => {
    expect(joinFaults(missingParts(100, oddOnes(100)), [])).toHaveLength(20);
  });

  const oddOnes = (count: number) =>
    Array.from({ length: count / 2 }, (_, index) => ({ partNumber: 2 * index + 1 }));
});

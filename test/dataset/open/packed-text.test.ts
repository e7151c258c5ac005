/** gzip and zstd text, decompressed while it is read: its bytes, limits and faults. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync, zstdCompressSync } from "node:zlib";
import pl from "nodejs-polars";
import { DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import { openFile } from "../../../dataset/base/open-file.ts";
import { isMachineFault } from "../../../dataset/child/machine-fault.ts";
import { dropPackedTexts, providePackedText } from "../../../dataset/open/packed-text.ts";
import { requireRoom } from "../../../dataset/open/require-room.ts";
import { unpack } from "../../../dataset/open/unpack.ts";
import { profileDataset } from "../../../dataset/profile-dataset.ts";
import { makeFolder, makeInput } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());
let count = 0;

/** More than the part that is held in memory. */
const text = Buffer.from(
  Array.from({ length: 400_000 }, (_, i) => `${10_000_000 + i},${i % 97}\n`).join(""),
);
const half = text.subarray(0, text.length / 2);
const rest = text.subarray(half.length);
const unstated = { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } };
const skipped = Buffer.from("502a4d1803000000616263", "hex");
const summed = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

function write(content: Uint8Array): { filePath: string; byteSize: number } {
  const filePath = join(folder.path, `packed-${count++}`);
  writeFileSync(filePath, content);
  return { filePath, byteSize: content.length };
}

function provide(compression: "gzip" | "zstd", content: Uint8Array) {
  const packed = write(content);
  const filePath = join(folder.path, "views", String(count));
  const limits = DEFAULT_LIMITS;
  return providePackedText({ filePath, packed, compression, storedBytes: packed.byteSize, limits });
}

describe("the unpacked bytes", () => {
  test.each([
    ["gzip", gzipSync(text)],
    ["gzip", Buffer.concat([gzipSync(half), gzipSync(rest)])],
    ["zstd", zstdCompressSync(text)],
    ["zstd", zstdCompressSync(text, unstated)],
    ["zstd", Buffer.concat([skipped, zstdCompressSync(half, summed), zstdCompressSync(rest)])],
  ] as const)("of %s are read at any place, forwards and back", (compression, content) => {
    const { filePath, byteSize } = provide(compression, content);
    expect(byteSize).toBeGreaterThan(2_097_152);
    const file = openFile(filePath);
    const whole = Buffer.alloc(text.length + 100);
    expect(file.readSync(whole, 0, whole.length, 0)).toBe(text.length);
    expect(whole.subarray(0, text.length).equals(text)).toBe(true);
    for (const at of [3_000_000, 2_097_100, 4_000_000, 10, text.length - 5, text.length + 1]) {
      const part = Buffer.alloc(100);
      const read = file.readSync(part, 0, 100, at);
      expect({ at, bytes: part.toString("latin1", 0, read) }).toEqual({
        ...{ at, bytes: text.toString("latin1", at, at + 100) },
      });
    }
    file.close();
  });

  test("of a small file have their true size, and are opened until their job is done", () => {
    const { filePath, byteSize } = provide("gzip", gzipSync("a,b\n1,2\n"));
    expect(byteSize).toBe(8);
    dropPackedTexts(join(folder.path, "views"));
    expect(() => openFile(filePath)).toThrow();
  });
});

test("a table that needs no text is opened in place on disk", async () => {
  // Random numbers that no Parquet codec shortens: larger than the part held in memory.
  const numbers = Float64Array.from({ length: 500_000 }, () => Math.random());
  const plain = join(folder.path, "plain.parquet");
  pl.DataFrame({ number: numbers }).writeParquet(plain);
  const packed = write(gzipSync(readFileSync(plain)));
  const workDir = join(folder.path, `job-${count++}`);
  mkdirSync(workDir);
  const unpacked = await unpack(makeInput(packed.filePath, workDir, {}), () => {});
  if (unpacked.kind !== "table") throw new Error(unpacked.kind);
  expect(unpacked.file.byteSize).toBe(statSync(plain).size);
  const file = openFile(unpacked.file.filePath);
  expect(file.byteSize).toBe(statSync(plain).size);
  file.close();
});

test("unpacking reserves room on disk; a lack of it is the machine's fault, not the file's", () => {
  requireRoom(folder.path, 1000);
  let fault: unknown = null;
  try {
    requireRoom(folder.path, Number.MAX_SAFE_INTEGER);
  } catch (error) {
    fault = error;
  }
  expect(String(fault)).toContain("9007199254740991 bytes would be unpacked");
  expect(isMachineFault(fault)).toBe(true);
});

/** Profiles a file, and returns the files in its folder at that time. */
async function profile(content: Uint8Array, limits = {}) {
  const { filePath } = write(content);
  const workDir = join(folder.path, `job-${count++}`);
  mkdirSync(workDir);
  const report = await profileDataset(makeInput(filePath, workDir, { limits }), () => {});
  return { report, left: readdirSync(workDir) };
}

const tight = { decompressedBytesFree: 3_000_000, decompressionRatioMax: 20, chunkBytes: 300_000 };
const equalRows = "day,mm\n".concat("2020-01-01,2.5\n".repeat(400_000));
const equalLines = '{"day":"2020-01-01","mm":2.5}\n'.repeat(200_000);

describe("a bomb of text", () => {
  test.each([
    ["rows in gzip", false, gzipSync(equalRows)],
    ["rows in zstd", false, zstdCompressSync(equalRows, unstated)],
    ["lines in gzip", false, gzipSync(equalLines)],
    ["lines in zstd", false, zstdCompressSync(equalLines, unstated)],
    ["lines in zstd that states its size", true, zstdCompressSync(equalLines)],
  ])("is refused by its unpacked or its stated size: %s", async (_, isStated, content) => {
    const { report, left } = await profile(content, tight);
    const error = { code: "decompression_ratio_exceeded" };
    expect(report).toMatchObject({ outcome: "no_sample", error });
    const few = await profile(content, { ...tight, decompressedBytesMax: 2_500_000 });
    const words = isStated ? "the limit is 2,500,000." : "has more than 2,500,000 bytes.";
    const told = { code: "decompressed_bytes_exceeded", detail: expect.stringContaining(words) };
    expect(few.report).toMatchObject({ error: told });
    expect(left.filter((name) => name.startsWith("unpacked"))).toEqual([]);
  });
});

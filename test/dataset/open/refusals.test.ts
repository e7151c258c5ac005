/** Files that give no sample, with the reported reasons. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { DatasetLimits } from "../../../dataset/base/limits.ts";
import { makeFolder, profileBytes, VEGA } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const read = (name: string): Buffer => readFileSync(join(VEGA, name));
const repeat = (text: string, times: number): string => text.repeat(times);

/** Bytes that look like no format, the same in every run. */
function noise(bytes: number): Buffer {
  const blocks: Buffer[] = [];
  for (let i = 0; i * 32 < bytes; i++) {
    blocks.push(createHash("sha256").update(`noise ${i}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, bytes);
}

const emptyZip = Buffer.from(`504b0506${"00".repeat(18)}`, "hex");
type Case = {
  name: string;
  content: string | Buffer;
  code: string;
  hint?: string;
  limits?: Partial<DatasetLimits>;
};

const cases: Case[] = [
  { name: "an empty file", content: "", code: "empty_file" },
  { name: "white space", content: "\n  \n", code: "empty_file" },
  { name: "a PNG", content: read("7zip.png"), code: "single_image" },
  {
    name: "a PNG that is called csv",
    content: read("ffox.png"),
    hint: "csv",
    code: "single_image",
  },
  { name: "an empty zip", content: emptyZip, code: "archive_without_data" },
  { name: "a gzip that was cut off", content: cutGzip(), code: "malformed_file" },
  { name: "a gzip of nothing", content: gzipSync(""), code: "empty_file" },
  {
    name: "a gzip with a wrong checksum",
    content: flipped(gzipSync("a,b\n1,2\n"), -6),
    code: "malformed_file",
  },
  {
    name: "something after a gzip",
    content: Buffer.concat([gzipSync("a,b\n1,2\n"), Buffer.from("tail, of text")]),
    code: "malformed_file",
  },
  {
    name: "a gzip bomb",
    content: gzipSync(Buffer.alloc(4_000_000, "1,2\n")),
    limits: { decompressedBytesFree: 100_000 },
    code: "decompression_ratio_exceeded",
  },
  {
    name: "a gzip of more bytes than allowed",
    content: gzipSync(Buffer.alloc(4_000_000, "1,2\n")),
    limits: { decompressedBytesMax: 1_000_000 },
    code: "decompressed_bytes_exceeded",
  },
  {
    name: "more compressions than allowed",
    content: gzipSync(gzipSync(gzipSync("a,b\n1,2\n"))),
    code: "compression_layers_exceeded",
  },
  {
    name: "a zstd that was cut off",
    content: zstdCompressSync("a,b\n1,2\n".repeat(500)).subarray(0, -5),
    code: "malformed_file",
  },
  {
    name: "something after a zstd",
    content: Buffer.concat([zstdCompressSync("a,b\n1,2\n"), Buffer.from("tail, of text")]),
    code: "malformed_file",
  },
  {
    name: "a zstd bomb",
    content: zstdCompressSync(Buffer.alloc(4_000_000, "1,2\n")),
    limits: { decompressedBytesFree: 100_000 },
    code: "decompression_ratio_exceeded",
  },
  { name: "a Feather file of version 1", content: feather1(), code: "unsupported_format" },
  { name: "random bytes", content: noise(5000), code: "unknown_format" },
  { name: "a few random bytes", content: noise(40), code: "unknown_format" },
  { name: "HTML", content: "<!doctype html><p>1,2\n3,4\n", code: "unsupported_format" },
  { name: "header only, said to be csv", content: "a,b,c\n", hint: "csv", code: "no_data_rows" },
  { name: "header only", content: "id,name,price (EUR)", code: "no_data_rows" },
  { name: "an empty JSON array", content: "[]", code: "no_data_rows" },
  {
    name: "a GeoJSON without features",
    content: '{"type":"FeatureCollection","features":[]}',
    code: "no_data_rows",
  },
  { name: "a JSON object without an array", content: '{"a": {"b": 1}}', code: "unknown_format" },
  { name: "a cut JSON array", content: '[{"a":1},{"a":', code: "malformed_file" },
  { name: "a cut JSON object", content: '{"rows":[{"a":1},{"a":2}', code: "malformed_file" },
  { name: "a broken JSON array", content: '[{"a":1},{"a":nope}]', code: "malformed_file" },
  { name: "something after a JSON array", content: '[{"a":1}] tail', code: "malformed_file" },
  { name: "a broken JSON line", content: '{"a":1}\n{"a":2}\n{"a"\n', code: "malformed_file" },
  { name: "deep JSON", content: repeat("[", 100_000), code: "json_depth_exceeded" },
  {
    name: "deep JSON in an object",
    content: `{"a":[${repeat('{"a":', 70)}1${repeat("}", 70)}]}`,
    code: "json_depth_exceeded",
  },
  {
    name: "a deep JSON line",
    content: `{"a":1}\n{"a":${repeat("[", 500)}${repeat("]", 500)}}\n`,
    code: "json_depth_exceeded",
  },
  {
    name: "a Parquet file that was cut off",
    content: read("flights-3m.parquet").subarray(0, 100_000),
    code: "malformed_file",
  },
  {
    name: "a Parquet file with a broken footer",
    content: Buffer.concat([
      Buffer.from("PAR1"),
      noise(200),
      Buffer.from("c8000000", "hex"),
      Buffer.from("PAR1"),
    ]),
    code: "malformed_file",
  },
  {
    name: "a Parquet file with broken pages",
    content: brokenPages(),
    code: "malformed_file",
  },
  {
    name: "more bytes than allowed",
    content: "a,b\n1,2\n",
    limits: { byteSizeMax: 4 },
    code: "byte_size_exceeded",
  },
  {
    name: "more columns than allowed",
    content: `${repeat("a,", 50)}b\n${repeat("1,", 50)}2\n`,
    limits: { columnsMax: 50 },
    code: "columns_exceeded",
  },
  {
    name: "more JSON keys than allowed",
    content: JSON.stringify(Array.from({ length: 60 }, (_, i) => ({ [`k${i}`]: 1 }))),
    limits: { columnsMax: 50 },
    code: "columns_exceeded",
  },
  {
    name: "a longer header than allowed",
    content: `${repeat("name,", 500)}b\n${repeat("1,", 500)}2\n`,
    limits: { headerBytesMax: 1000 },
    code: "header_bytes_exceeded",
  },
  {
    name: "a longer row than allowed",
    content: `a,b\n1,2\n3,${repeat("x", 5000)}\n`,
    limits: { rowBytesMax: 2000, chunkBytes: 1000 },
    code: "row_bytes_exceeded",
  },
  {
    name: "a longer row than allowed in a large chunk",
    content: `a,b\n1,2\n3,${repeat("x", 5000)}\n5,6\n`,
    limits: { rowBytesMax: 2000 },
    code: "row_bytes_exceeded",
  },
  {
    name: "a longer JSON record than allowed",
    content: JSON.stringify([{ a: 1 }, { a: repeat("x", 5000) }]),
    limits: { rowBytesMax: 2000, chunkBytes: 4000 },
    code: "row_bytes_exceeded",
  },
  {
    name: "more Parquet cells than allowed",
    content: read("flights-3m.parquet"),
    limits: { parquetCellsMax: 1_000_000 },
    code: "parquet_cells_exceeded",
  },
  {
    name: "a larger Parquet footer than allowed",
    content: read("flights-3m.parquet"),
    limits: { parquetFooterBytesMax: 100 },
    code: "parquet_footer_exceeded",
  },
  {
    name: "a larger Parquet column chunk than allowed",
    content: read("flights-3m.parquet"),
    limits: { parquetColumnChunkBytesMax: 1000 },
    code: "parquet_row_group_exceeded",
  },
];

function cutGzip(): Buffer {
  return gzipSync(noise(3000).toString("hex")).subarray(0, 1000);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8((copy.at(at) ?? 0) ^ 1, copy.length + at);
  return copy;
}

function feather1(): Buffer {
  return Buffer.concat([Buffer.from("FEA1"), Buffer.alloc(200), Buffer.from("FEA1")]);
}

function brokenPages(): Buffer {
  const bytes = Buffer.from(read("flights-3m.parquet"));
  noise(1_000_000).copy(bytes, 2_000_000);
  return bytes;
}

describe("files without a sample", () => {
  test.each(cases)("say why: $name", async ({ content, code, hint, limits }) => {
    const report = await profileBytes(folder.path, content, { hint, limits });
    expect(report.outcome).toBe("no_sample");
    if (report.outcome !== "no_sample") return;
    expect(report.error.code).toBe(code as never);
    expect(report.error.detail).toMatch(/^[A-Z].{10,300}\.?$/s);
  });

  test("a header without rows still has a profile of its columns", async () => {
    const report = await profileBytes(folder.path, "id,name\n", { hint: "csv" });
    expect(report).toMatchObject({
      outcome: "no_sample",
      error: { code: "no_data_rows" },
      format: "csv",
      profile: { row_count: 0, column_count: 2 },
    });
    expect(report.profile?.columns.map((column) => [column.name, column.type])).toEqual([
      ["id", "empty"],
      ["name", "empty"],
    ]);
  });

  test("JSON declared as csv is read as JSON, and the mismatch is reported", async () => {
    const report = await profileBytes(folder.path, '{"a":1}\n{"a":2}\n', { hint: "csv" });
    expect(report).toMatchObject({ outcome: "generated", format: "jsonl" });
    expect(report.profile?.alerts.map((alert) => alert.code)).toEqual(["format_mismatch"]);
  });
});

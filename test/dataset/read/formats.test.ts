/** Formats recognised by content: compression around a table, plain text, and wrong hints. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { Profile } from "../../../market/profile/schemas.ts";
import { alertCodes, generated, makeFolder, profileBytes, VEGA } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const table = readFileSync(join(VEGA, "seattle-weather.csv"));
const weather = await profileBytes(folder.path, table);

/** Everything that compression must not change: all but the stored size. */
function figures(profile: Profile): unknown {
  const { byte_size, file_sha256, ...rest } = profile;
  return { ...rest, columns: rest.columns.map((column) => ({ ...column, quantiles: null })) };
}

/**
 * A gzip member (RFC 1952) whose header has fields that `gzipSync` never writes; `flags` names
 * them.
 */
function gzipWith(flags: number, fields: Buffer, content: Buffer): Buffer {
  const head = Buffer.from("1f8b080014a4016b02ff", "hex");
  head[3] = flags;
  const sums = Buffer.alloc(8);
  sums.writeUInt32LE(crc32(content));
  sums.writeUInt32LE(content.length, 4);
  const headSum = Buffer.alloc(flags & 2);
  if (flags & 2) headSum.writeUInt16LE(crc32(Buffer.concat([head, fields])) & 0xffff);
  return Buffer.concat([head, fields, headSum, deflateRawSync(content, { level: 9 }), sums]);
}

/** An extra field as bgzip writes it, then the file's name, then a comment. */
const everyField = Buffer.from(
  "\x06\x00BC\x02\x00\x1b\x00weather.csv\x00made by a test\x00",
  "latin1",
);

const half = table.indexOf("\n", table.length / 2) + 1;
const parts = [table.subarray(0, half), table.subarray(half)];
const skippable = Buffer.from("502a4d1803000000010203", "hex");

const packed: [name: string, compression: string, bytes: Buffer][] = [
  ["gzip with a time, as Python's", "gzip", gzipWith(0, Buffer.alloc(0), table)],
  ["gzip with a name, as gzip's own", "gzip", gzipWith(8, Buffer.from("weather.csv\0"), table)],
  ["gzip with every field in its head", "gzip", gzipWith(2 + 4 + 8 + 16, everyField, table)],
  ["gzip of several members", "gzip", Buffer.concat(parts.map((part) => gzipSync(part)))],
  ["zstd", "zstd", zstdCompressSync(table)],
  ["zstd of several frames", "zstd", Buffer.concat(parts.map((part) => zstdCompressSync(part)))],
  [
    "zstd with frames to skip",
    "zstd",
    Buffer.concat([skippable, zstdCompressSync(table), skippable]),
  ],
];

describe("compressed files", () => {
  test.each(packed)("have the figures of the table in them: %s", async (_, compression, bytes) => {
    const report = await profileBytes(folder.path, bytes, { hint: "csv" });
    const { profile, sample } = generated(report);
    expect(report).toMatchObject({ format: "csv", compression });
    expect(profile.byte_size).toBe(bytes.length);
    expect(figures(profile)).toEqual(figures(generated(weather).profile));
    expect(sample.sampling.rows_total).toBe(1461);
  });

  test("are reported as compressed twice", async () => {
    const twice = zstdCompressSync(gzipSync('{"a":1}\n{"a":2}\n'));
    const report = await profileBytes(folder.path, twice);
    expect(report).toMatchObject({ format: "jsonl", compression: "zstd" });
    expect(alertCodes(generated(report).profile)).toEqual(["nested_compression"]);
  });

  test("agree with a hint that names the compression too", async () => {
    const report = await profileBytes(folder.path, gzipSync('[{"a":1},{"a":2}]'), {
      hint: "data.json.gz",
    });
    expect(report).toMatchObject({ format: "json", compression: "gzip" });
    expect(alertCodes(generated(report).profile)).toEqual([]);
  });
});

const prose = `It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness.

There were a king with a large jaw and a queen with a plain face,
on the throne of England; there were a king with a large jaw.

In both countries it was clearer than crystal.
`;

describe("plain text", () => {
  test("gives a row a paragraph where blank lines divide it", async () => {
    const { profile, sample } = generated(await profileBytes(folder.path, prose));
    expect(profile).toMatchObject({ format: "txt", row_count: 3, encoding: "utf-8" });
    expect(sample.columns).toEqual([
      { name: "text", type: "string" },
      { name: "line", type: "integer" },
    ]);
    expect(sample.rows.map(([, line]) => line)).toEqual([1, 4, 7]);
    expect(sample.rows[2]?.[0]).toBe("In both countries it was clearer than crystal.");
    expect(sample.rows[0]?.[0]).toBe(prose.split("\n\n")[0]);
  });

  test("gives a row a line else, whatever the chunk size and line ends", async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `[10:0${i % 10}] user ${i} said: it's ok`);
    const text = `${lines.join("\r\n")}\r\n`;
    const whole = generated(await profileBytes(folder.path, text));
    expect(whole.profile).toMatchObject({ format: "txt", row_count: 500 });
    expect(whole.sample.rows[0]?.[0]).toStartWith("[10:0");
    const limits = { chunkBytes: 400 };
    const chunked = generated(await profileBytes(folder.path, text, { limits }));
    expect(chunked.sample.rows).toEqual(whole.sample.rows);
    for (const [content, line] of chunked.sample.rows) {
      expect(content).toBe(lines[Number(line) - 1]);
    }
  });

  test("cuts paragraphs the same whatever the chunk size", async () => {
    const blocks = Array.from({ length: 200 }, (_, i) => `Part ${i} begins here\nand ends here.`);
    const text = blocks.join("\n\n\n");
    for (const chunkBytes of [300, 1000, 100_000]) {
      const { profile, sample } = generated(
        await profileBytes(folder.path, text, { limits: { chunkBytes } }),
      );
      expect(profile.row_count).toBe(200);
      for (const [content, line] of sample.rows) {
        expect(content).toBe(blocks[(Number(line) - 1) / 4]);
      }
    }
  });

  test("may be short, have commas and colours", async () => {
    const short = "It is. A text, that.\n\nA second one, here it\ngoes. On and on.\n";
    const log = Array.from({ length: 9 }, (_, i) => `\u001b[31mERROR\u001b[0m job ${i} failed`);
    for (const content of [short, "Hello, world.", log.join("\n")]) {
      expect(await profileBytes(folder.path, content)).toMatchObject({ format: "txt" });
    }
  });

  test("is read in its encoding", async () => {
    const text = "Die Straße führt über den Fluß und weiter.\nSchöne Grüße aus Köln am Rhein.\n";
    const latin = await profileBytes(folder.path, Buffer.from(text, "latin1"));
    expect(generated(latin).sample.rows.map(([line]) => line)).toEqual(text.trim().split("\n"));
    const utf16 = await profileBytes(folder.path, Buffer.from(`\ufeff${text}`, "utf16le"));
    expect(generated(utf16).profile).toMatchObject({ format: "txt", encoding: "utf-16le" });
  });

  test("is what the seller says of a list of words", async () => {
    const words = "alpha\nbeta\ngamma\ndelta\n";
    expect(await profileBytes(folder.path, words)).toMatchObject({ format: "csv" });
    expect(await profileBytes(folder.path, words, { hint: "txt" })).toMatchObject({
      format: "txt",
    });
  });
});

describe("a wrong hint", () => {
  const cases: [hint: string, content: string | Buffer, format: string][] = [
    ["parquet", "This is not parquet.\nIt is two lines of text.\n", "txt"],
    ["txt", "a\tb\n1\t2\n3\t4\n", "tsv"],
    ["xlsx", "a,b\n1,2\n3,4\n", "csv"],
    ["avro", '{"a":1}\n{"a":2}\n', "jsonl"],
    ["csv", readFileSync(join(VEGA, "barley.json")), "json"],
    ["json", gzipSync("a;b\n1;2\n3;4\n"), "csv"],
  ];
  test.each(cases)("is overruled and told: %s", async (hint, content, format) => {
    const report = await profileBytes(folder.path, content, { hint });
    expect(report.format).toBe(format);
    expect(alertCodes(generated(report).profile)).toContain("format_mismatch");
  });
});

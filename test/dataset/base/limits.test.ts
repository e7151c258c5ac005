/** Every limit that refuses a file does so with its own code, figure and advice. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as sheetJs from "@e965/xlsx";
import {
  type DatasetLimits,
  DEFAULT_LIMITS,
  limitRules,
  limitsForAttempt,
  type RefusingLimit,
} from "../../../dataset/base/limits.ts";
import { noSampleAdvice } from "../../../dataset/base/refusal.ts";
import { PARQUET_TEXT, parquetOf, parquetText } from "../hostile/parquet-writer.ts";
import { zipOf } from "../support/archive-files.ts";
import { makeFolder, profileBytes, VEGA } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Content = string | Uint8Array;
type Case = { content: () => Content | Promise<Content>; limits: Partial<DatasetLimits> };

const csv = `a,b\n${"1,2\n".repeat(500)}`;
const json = JSON.stringify(Array.from({ length: 60 }, (_, i) => ({ [`key${i}`]: 1 })));
const arrow = (): Buffer => readFileSync(join(VEGA, "flights-200k.arrow"));
const parquet = (): Buffer => parquetOf({ rows: 1000 });

function workbook(bookType: "xlsx" | "xls" = "xlsx"): Buffer {
  const sheet = sheetJs.utils.aoa_to_sheet([["a"], ["one text"], ["another text"]]);
  const book = sheetJs.utils.book_new();
  sheetJs.utils.book_append_sheet(book, sheet, "sheet");
  return sheetJs.write(book, { type: "buffer", bookType, bookSST: true });
}

/** A file that passes each limit until the limit is lowered this far. */
const cases: Record<RefusingLimit, Case> = {
  byteSizeMax: { content: () => csv, limits: { byteSizeMax: 100 } },
  decompressedBytesMax: { content: () => gzipSync(csv), limits: { decompressedBytesMax: 100 } },
  decompressionRatioMax: {
    content: () => gzipSync(csv),
    limits: { decompressionRatioMax: 2, decompressedBytesFree: 100 },
  },
  compressionLayersMax: {
    content: () => gzipSync(gzipSync(csv)),
    limits: { compressionLayersMax: 1 },
  },
  archiveEntriesMax: {
    content: () => zipOf({ "a.csv": csv, "b.md": "b" }),
    limits: { archiveEntriesMax: 1 },
  },
  archiveDirectoryBytesMax: {
    content: () =>
      zipOf(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.csv`, csv]))),
    limits: { archiveDirectoryBytesMax: 500 },
  },
  columnsMax: { content: () => csv, limits: { columnsMax: 1 } },
  sparseCellsPerByteMax: {
    content: () => json,
    limits: { sparseCellsPerByteMax: 2, sparseCellsFree: 100 },
  },
  columnNameBytesMax: {
    content: () => `${"n".repeat(50)},b\n1,2\n`,
    limits: { columnNameBytesMax: 49 },
  },
  headerBytesMax: { content: () => `${"n,".repeat(500)}n\n1\n`, limits: { headerBytesMax: 500 } },
  rowBytesMax: { content: () => `${csv}1,${"x".repeat(5000)}\n`, limits: { rowBytesMax: 2000 } },
  jsonDepthMax: { content: () => '[{"a":[[1]]}]', limits: { jsonDepthMax: 3 } },
  parquetCellsMax: { content: parquet, limits: { parquetCellsMax: 999 } },
  parquetCellsPerByteMax: {
    content: parquet,
    limits: { parquetCellsPerByteMax: 2, parquetCellsFree: 100 },
  },
  parquetFooterBytesMax: { content: parquet, limits: { parquetFooterBytesMax: 20 } },
  parquetColumnChunkBytesMax: { content: parquet, limits: { parquetColumnChunkBytesMax: 20 } },
  chunkTextBytesMax: {
    content: () =>
      parquetOf({ rows: 1000, type: PARQUET_TEXT, value: parquetText("x".repeat(1000)) }),
    limits: { chunkTextBytesMax: 500_000 },
  },
  batchBytesMax: { content: arrow, limits: { batchBytesMax: 1000 } },
  schemaBytesMax: { content: arrow, limits: { schemaBytesMax: 64 } },
  wholeFileBytesMax: { content: () => workbook("xls"), limits: { wholeFileBytesMax: 100 } },
  sharedTextBytesMax: { content: () => workbook(), limits: { sharedTextBytesMax: 20 } },
};

describe("a file that passes a limit", () => {
  const named = Object.keys(cases) as RefusingLimit[];
  test.each(named)("is refused with the code of %s, its figure and advice", async (limit) => {
    const { content, limits } = cases[limit];
    const report = await profileBytes(folder.path, await content(), { limits });
    if (report.outcome !== "no_sample") throw new Error("a sample was made");
    const { code, subject, unit } = limitRules[limit];
    expect(report.error.code).toBe(code);
    expect(report.error.detail).toStartWith(`${subject} has `);
    expect(report.error.detail).toContain(unit);
    expect(report.error.detail).toContain(String(limits[limit]?.toLocaleString("en-US")));
    expect(report.error.detail).toEndWith(noSampleAdvice[code]);
  });

  test("exceeds no other limit: defaults accept these files", async () => {
    for (const limit of ["columnsMax", "rowBytesMax", "chunkTextBytesMax"] as const) {
      const report = await profileBytes(folder.path, await cases[limit].content(), { hint: "csv" });
      expect(report.outcome).toBe("generated");
    }
  });
});

test("each advice is a sentence that tells the seller what to do", () => {
  for (const advice of Object.values(noSampleAdvice)) expect(advice).toMatch(/^[A-Z][^\n]{10,}\.$/);
});

test("each further attempt reads a quarter at a time, down to a least size", () => {
  const sizes = [1, 2, 3, 4, 9].map((n) => limitsForAttempt(DEFAULT_LIMITS, n).chunkBytes / 1024);
  expect(sizes).toEqual([16_384, 4096, 1024, 256, 256]);
});

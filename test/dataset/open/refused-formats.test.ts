/** Formats that are refused by their names, with what to do instead. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { utils, write } from "@e965/xlsx";
import { zipOf } from "../support/archive-files.ts";
import { makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

function workbook(bookType: "xlsb" | "ods"): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["id"], [1], [2]]), "one");
  return new Uint8Array(write(book, { type: "buffer", bookType }) as ArrayBuffer);
}

function database(): Uint8Array {
  using held = new Database(":memory:");
  held.run("CREATE TABLE t (id INTEGER)");
  return held.serialize();
}

const shapefile = () => zipOf({ "roads.shp": "\u0000\u0000'\n", "roads.dbf": "\u0003" });

test.each([
  ["xlsb", () => workbook("xlsb"), "save it as xlsx"],
  ["ods", () => workbook("ods"), "save it as xlsx"],
  ["sqlite", database, "each table as CSV"],
  ["shapefile", shapefile, "GeoJSON or GeoParquet"],
  ["parquet", () => Buffer.from(`PARE${"\0".repeat(99)}PARE`), "without encryption"],
  ["feather", () => Buffer.from(`FEA1${"\0".repeat(99)}FEA1`), "version 2"],
] as const)("%s", async (format, make, advice) => {
  const report = await profileBytes(folder.path, await make());
  expect(report).toMatchObject({
    outcome: "no_sample",
    format,
    error: { code: "unsupported_format", detail: expect.stringContaining(advice) },
  });
});

test("a table beside a file with a similar name is no Shapefile", async () => {
  const bytes = await zipOf({ "my.shpx-list.csv": "id,name\n1,a\n2,b\n" });
  expect(await profileBytes(folder.path, bytes)).toMatchObject({ outcome: "generated" });
});

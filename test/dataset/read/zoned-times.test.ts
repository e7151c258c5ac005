/** Times in zones: their order across chunks, and their form inside nested values. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import pl from "nodejs-polars";
import { generated, makeFolder, profileFile } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const zone = "America/New_York";
const inZone = pl.col("at").dt.convertTimeZone(zone);

/** A Parquet file of ascending times around the night in which clocks are set back. */
function writeTimes(rows: number): string {
  const start = Date.UTC(2024, 10, 3, 5, 20);
  const texts = Array.from({ length: rows }, (_, i) =>
    new Date(start + i * 1000).toISOString().replace("Z", "+0000"),
  );
  const at = pl.col("at").str.strptime(pl.Datetime("ms"), "%Y-%m-%dT%H:%M:%S%.f%z");
  const frame = pl
    .DataFrame({ at: texts })
    .select(at.alias("at"))
    .withColumns(inZone.alias("local"))
    .withColumns(pl.struct(pl.col("local").alias("local")).alias("nested"));
  const filePath = join(folder.path, `${rows}.parquet`);
  // nodejs-polars' types omit the row group size.
  const options = { compression: "zstd" as const, rowGroupSize: 500 };
  frame.writeParquet(filePath, options);
  return filePath;
}

test.each([1 << 12, 1 << 24])(
  "the extremes of local times are of instants: chunks of %d bytes",
  async (chunkBytes) => {
    const filePath = writeTimes(3000);
    const { profile } = generated(
      await profileFile(folder.path, filePath, { limits: { chunkBytes } }),
    );
    expect(profile.columns[0]).toMatchObject({
      min: "2024-11-03T05:20:00Z",
      max: "2024-11-03T06:09:59Z",
    });
    expect(profile.columns[1]).toMatchObject({
      min: "2024-11-03T01:20:00-04:00",
      max: "2024-11-03T01:09:59-05:00",
      dates: { granularity: "second", present: 3000 },
    });
  },
);

test("nested local times are shown with their offsets", async () => {
  const { sample } = generated(await profileFile(folder.path, writeTimes(3)));
  expect(sample.rows.map((row) => row[2])).toEqual([
    { local: "2024-11-03T01:20:00-04:00" },
    { local: "2024-11-03T01:20:01-04:00" },
    { local: "2024-11-03T01:20:02-04:00" },
  ]);
});

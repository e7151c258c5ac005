/**
 * Mixed notations in a real file's column: days among datetimes, short hours, stars for figures.
 */
import { afterAll, expect, test } from "bun:test";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

async function columnOf(name: string, values: readonly string[]): Promise<ColumnProfile> {
  const text = ["id,", name, "\n", ...values.map((value, row) => `${row},${value}\n`)].join("");
  const { profile } = generated(await profileBytes(folder.path, text, { hint: "csv" }));
  return profile.columns[1] as ColumnProfile;
}

/** Spreadsheets and csvkit omit the time at midnight. */
test("days among datetimes are datetimes at midnight", async () => {
  const values = ["1920-01-01", "1948-01-01T14:57:13", "1971-01-01 04:14:00.5", "N/A"];
  expect(await columnOf("seen", values)).toMatchObject({
    type: "datetime",
    null_count: 1,
    min: "1920-01-01T00:00:00",
    max: "1971-01-01T04:14:00.5",
  });
});

test("times with years of two digits begin with 1969, those of a past with years before 2000 with 1930", async () => {
  const values = [
    "01/01/69 00:00:01",
    "12/31/69 23:59:59",
    "02/29/68 10:00:00",
    "12/31/00 01:00:00",
  ];
  expect(await columnOf("valid_until", values)).toMatchObject({
    type: "datetime",
    min: "1969-01-01T00:00:01",
    max: "2068-02-29T10:00:00",
  });
  expect(await columnOf("seen", values)).toMatchObject({
    type: "datetime",
    min: "1968-02-29T10:00:00",
    max: "2000-12-31T01:00:00",
  });
});

test("a day that no month has keeps the column text", async () => {
  const column = await columnOf("seen", ["2024-02-30", "2024-01-31T10:00:00"]);
  expect(column.type).toBe("string");
});

test("hours of one digit are times where the name says so and some lie in the afternoon", async () => {
  const values = ["0:44:00", "13:13:00", "7:05:09"];
  expect(await columnOf("launch_time", values)).toMatchObject({
    type: "time",
    format: "H:mm:ss",
    min: "00:44:00",
    max: "13:13:00",
  });
  expect((await columnOf("launch", values)).type).toBe("string");
  expect((await columnOf("run_time", values)).type).toBe("string");
  expect((await columnOf("time", ["0:44:00", "3:13:00", "7:05:09"])).type).toBe("string");
});

/** As in `comp_gmsls.csv` of datasets/sea-level-rise, next to padded numbers (ODC-PDDL). */
test("blanks, also no-break ones, are missing", async () => {
  const cells = (values: readonly string[]) => [" \u00a0", ...values, "\t", " ", values[0] ?? ""];
  const missing = { null_count: 3 };
  expect(await columnOf("error", cells(["6.4", "8.0", "8.8"]))).toMatchObject({
    ...{ ...missing, type: "number", min: 6.4, max: 8.8, distinct_count: 3 },
  });
  expect(await columnOf("rows", cells(["1", "2", "3"]))).toMatchObject({
    ...{ ...missing, type: "integer" },
  });
  expect(await columnOf("day", cells(["2024-02-28", "2024-02-29"]))).toMatchObject({
    ...{ ...missing, type: "date", max: "2024-02-29" },
  });
  expect(await columnOf("open", cells(["Y", "N", "N"]))).toMatchObject({
    ...{ ...missing, type: "boolean" },
  });
  expect(await columnOf("word", cells(["a", "b"]))).toMatchObject({
    ...{ ...missing, type: "string", distinct_count: 2 },
  });
});

/** As in NASA's temperature tables. */
test("stars in place of figures are missing", async () => {
  const values = ["-43", "12", "****", "*****", "7"];
  expect(await columnOf("anomaly", values)).toMatchObject({ type: "integer", null_count: 2 });
  expect((await columnOf("stars", ["*", "**", "***"])).type).not.toBe("integer");
});

/**
 * Dates, times and numbers as people write them: parsed values, reported formats, and what stays
 * text.
 */
import { afterAll, describe, expect, test } from "bun:test";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Read = [values: string[], format: string, min: string | number, max: string | number];

/** Values, the reported format, and the intended figures. */
const dates: Record<string, Read> = {
  Postgres: [
    ["2024-01-31 10:00:00+00", "2024-01-31 10:00:00.123456+02"],
    "YYYY-MM-DD HH:mm:ssZ",
    "2024-01-31T08:00:00.123456Z",
    "2024-01-31T10:00:00Z",
  ],
  BigQuery: [
    ["2024-01-31 10:00:00 UTC", "2024-01-31 10:00:00.5 UTC"],
    "YYYY-MM-DD HH:mm:ss Z",
    "2024-01-31T10:00:00Z",
    "2024-01-31T10:00:00.5Z",
  ],
  "RFC 2822": [
    ["Tue, 05 Mar 2024 10:00:00 +0100", "Wed, 6 Mar 2024 23:59:59 GMT"],
    "ddd DD MMM YYYY HH:mm:ss Z",
    "2024-03-05T09:00:00Z",
    "2024-03-06T23:59:59Z",
  ],
  German: [
    ["31.12.2024 10:00", "1.1.2024 23:59"],
    "DD.MM.YYYY HH:mm",
    "2024-01-01T23:59:00",
    "2024-12-31T10:00:00",
  ],
  "AM and PM": [
    ["12/31/2024 12:05 AM", "01/01/2024 12:59 pm"],
    "MM/DD/YYYY hh:mm A",
    "2024-01-01T12:59:00",
    "2024-12-31T00:05:00",
  ],
  "a browser's locale": [
    ["12/31/2024, 10:00:00 AM", "1/1/2024, 12:59:01 a.m."],
    "MM/DD/YYYY hh:mm:ss A",
    "2024-01-01T00:59:01",
    "2024-12-31T10:00:00",
  ],
  months: [["2023-09", "1999-12"], "YYYY-MM", "1999-12-01", "2023-09-01"],
  "months by name": [["Jan 1974", "February 1975"], "MMM YYYY", "1974-01-01", "1975-02-01"],
  "months by name with a comma": [["January, 2016"], "MMM YYYY", "2016-01-01", "2016-01-01"],
  "months of two digits of the year": [["Jan-74", "Dec-01"], "MMM-YY", "1974-01-01", "2001-12-01"],
  "months of the IMF": [["1990M01", "1990M12"], "YYYYMMM", "1990-01-01", "1990-12-01"],
  quarters: [["2001-Q4", "2002-Q1"], "YYYY-Qn", "2001-10-01", "2002-01-01"],
  "quarters first": [["Q4 2001", "Q2 2002"], "Qn YYYY", "2001-10-01", "2002-04-01"],
  "days, months and years": [
    ["1980", "1981-05", "1982-05-31"],
    "YYYY-MM-DD",
    "1980-01-01",
    "1982-05-31",
  ],
  "named months": [["March 5, 2024", "Jan. 31, 2023"], "MMM DD YYYY", "2023-01-31", "2024-03-05"],
  "named months, day first": [
    ["5 Mar 2024", "31 january 2023"],
    "DD MMM YYYY",
    "2023-01-31",
    "2024-03-05",
  ],
  asctime: [
    ["Wed Oct 10 20:19:24 2018", "Tue Oct  9 20:19:24 2018"],
    "ddd MMM DD HH:mm:ss YYYY",
    "2018-10-09T20:19:24",
    "2018-10-10T20:19:24",
  ],
  JavaScript: [
    ["Wed Mar 06 2024 10:00:00 GMT+0100 (Central European Standard Time)"],
    "ddd MMM DD YYYY HH:mm:ss GMTZ",
    "2024-03-06T09:00:00Z",
    "2024-03-06T09:00:00Z",
  ],
  "a web server's log": [
    ["10/Oct/2000:13:55:36 -0700"],
    "DD/MMM/YYYY:HH:mm:ss Z",
    "2000-10-10T20:55:36Z",
    "2000-10-10T20:55:36Z",
  ],
  "a log with decimal commas": [
    ["2024-01-31 10:00:00,123", "2024-01-31 10:00:01,001"],
    "YYYY-MM-DD HH:mm:ss,SSS",
    "2024-01-31T10:00:00.123",
    "2024-01-31T10:00:01.001",
  ],
  "days of two digits of the year": [
    ["3/14/24", "12/31/99"],
    "MM/DD/YY",
    "1999-12-31",
    "2024-03-14",
  ],
  "month first with hyphens": [
    ["03-14-2024", "05-06-2024"],
    "MM-DD-YYYY",
    "2024-03-14",
    "2024-05-06",
  ],
  "missing tokens": [
    ["31.12.2024", "..", "n.a.", "#N/A", "01.02.2024"],
    "DD.MM.YYYY",
    "2024-02-01",
    "2024-12-31",
  ],
  "times of day": [["10:00:05", "23:59:01"], "HH:mm:ss", "10:00:05", "23:59:01"],
  "times with AM and PM": [["1:00 PM", "12:59 am"], "hh:mm A", "00:59:00", "13:00:00"],
};

const numbers: Record<string, [...Read, unit?: string]> = {
  dollars: [["$1,234.50", "$0.99", "-$3.00", "$-4"], "$#,##0.##", -4, 1234.5, "$"],
  accounts: [["$1,234", "($500)", "$12"], "$#,##0", -500, 1234, "$"],
  parentheses: [["123", "(45)", "6.5"], "0.##", -45, 123],
  euros: [["1.234,56 €", "0,99 €", "12.345.678,00 €"], "#.##0,## €", 0.99, 12_345_678, "EUR"],
  "whole euros": [["€1.234", "€ 999", "€12.000"], "€#.##0", 999, 12_000, "EUR"],
  reais: [["R$ 1.234,56", "R$ 9,90"], "R$#.##0,##", 9.9, 1234.56, "BRL"],
  "a code before": [["CHF 1'200.00", "CHF 90.50"], "CHF #'##0.##", 90.5, 1200, "CHF"],
  "a code behind": [["1,234.00 USD", "5 USD"], "#,##0.## USD", 5, 1234, "USD"],
  crowns: [["1 234 kr", "90 kr"], "# ##0 kr", 90, 1234, "kr"],
  percent: [["12%", "3.5 %", "-0.1%"], "0.##%", -0.1, 12, "%"],
  "percent with commas": [["12,5 %", "3 %"], "0,##%", 3, 12.5, "%"],
  thousands: [["1,234", "999", "12,345,678"], "#,##0", 999, 12_345_678],
  "thousands beside ungrouped ones": [["1965", "1,369", "27498"], "#,##0", 1369, 27_498],
  "one value with both separators": [["27498", "2,383,021.00"], "#,##0.##", 27_498, 2_383_021],
  "numbers of six digits": [["229,932", "110,040"], "#,##0", 110_040, 229_932],
  lakhs: [["98,765", "1,00,000", "999", "12,34,567"], "#,##,##0", 999, 1_234_567],
  "lakhs first": [["1,00,000", "98,765"], "#,##,##0", 98_765, 100_000],
  "lakhs of rupees": [
    ["₹1,00,000.50", "₹99", "-₹12,34,56,789.25"],
    "₹#,##,##0.##",
    -123_456_789.25,
    100_000.5,
    "INR",
  ],
  "blanks that do not break": [["1\u202f234,5", "12\u00a0345,0"], "# ##0,##", 1234.5, 12_345],
  "thousands with dots": [["1.234.567", "345.123", "12.500"], "#.##0", 12_500, 1_234_567],
  apostrophes: [["1’234", "12’000"], "#'##0", 1234, 12_000],
  "a minus sign of its own": [["−5", "3"], "0", -5, 3],
  "missing tokens beside": [["$5.00", "N/A", "..", "$7.00"], "$0.##", 5, 7, "$"],
};

/** Similar-looking values that are text. */
const texts: Record<string, string[]> = {
  versions: ["1.2.3", "2.0.1"],
  "versions of three digits": ["1.100.200", "2.000.100"],
  addresses: ["10.0.0.1", "127.0.0.1"],
  lists: ["1,2", "3,4"],
  "sizes of screens": ["640,480", "800,600"],
  "numbers of companies": ["123 456 789", "987 654 321"],
  "groups of both kinds": ["1,234,567", "12,34,567", "1,234"],
  "lists in the shape of lakhs": ["12,34,567", "98,76,543"],
  cards: ["1234 5678 9012 3456"],
  "telephone numbers": ["+49 123 456 789", "+49 30 123 456"],
  seasons: ["2008-09", "2009-10", "2010-11"],
  "impossible days": ["30.02.2024", "28.02.2024"],
  "hour 24": ["31.12.2024 24:00", "01.02.2024 10:00"],
  "hours beyond a day": ["10:00:05", "25:59:01"],
  "how long races took": ["02:09:40", "02:11:03"],
  ratios: ["10:12", "1:3"],
  "zones beside none": ["2024-01-31 10:00:00+00", "2024-01-31 10:00:00"],
  "two currencies": ["$5", "€6"],
  "leading zeros": ["007%", "5%"],
  "notes in parentheses": ["(1)", "(2)", "(3)"],
  garbage: ["1e5,3", "--1", "(1", "€"],
  "digits of full width": ["１２３", "４５"],
  "marks of direction": ["\u200f123", "45"],
  "years of five digits": ["01.01.99999", "01.01.2000"],
  "two digits without a name for it": ["03-14-24", "12-31-99"],
  ISBNs: ["978-3-16-148410-0", "978-0-306-40615-7"],
  genes: ["Y", "X", "Y"],
};

const quoted = (value: string): string => (value.includes(",") ? `"${value}"` : value);

/** The column of values with some more text around it, as CSV. */
async function columnOf(values: readonly string[], name = "value"): Promise<ColumnProfile> {
  const content = `row,${name}\n${values.map((value, i) => `r${i},${quoted(value)}\n`).join("")}`;
  for (const chunkBytes of [64, 1 << 20]) {
    const options = { limits: { chunkBytes } };
    const { profile, sample } = generated(await profileBytes(folder.path, content, options));
    const column = profile.columns[1] as ColumnProfile;
    if (chunkBytes > 64) {
      const written = sample.rows.flatMap((row) => row[1] ?? []).map(String);
      if (column.format) for (const cell of written) expect(values).toContain(cell);
      return column;
    }
  }
  throw new Error("unreachable");
}

describe("dates as people write them", () => {
  test.each(Object.entries(dates))("%s", async (_, [values, format, min, max]) => {
    expect(await columnOf(values)).toMatchObject({ format, min, max });
  });

  test("bare digits are a day if the name says so", async () => {
    const values = ["20240131", "20231231"];
    expect(await columnOf(values, "order_date")).toMatchObject({
      type: "date",
      format: "YYYYMMDD",
      min: "2023-12-31",
      max: "2024-01-31",
    });
    expect(await columnOf(values)).toMatchObject({ type: "integer", min: 20_231_231 });
    expect((await columnOf(["20240131", "20231331"], "order_date")).type).toBe("integer");
  });
});

describe("numbers as people write them", () => {
  test.each(Object.entries(numbers))("%s", async (_, [values, format, min, max, unit]) => {
    const column = await columnOf(values);
    expect(["integer", "number"]).toContain(column.type);
    expect(column).toMatchObject({ format, min, max });
    expect(column.unit).toBe(unit as string);
  });
});

/** Values of two words, the reported format, the number of true and of missing values. */
const booleans: [values: string[], format: string, yes: number, missing: number][] = [
  [["Yes", "no", "NO", "yes"], "yes/no", 2, 0],
  [["Y", "N", "NA", "Y", ""], "y/n", 2, 2],
  [["t", "f"], "t/f", 1, 0],
  [["ja", "nein", "Nein"], "ja/nein", 1, 0],
  [["oui", "NON"], "oui/non", 1, 0],
  [["Sí", "No"], "sí/no", 1, 0],
  [["on", "off"], "on/off", 1, 0],
  [[...Array.from({ length: 900 }, () => "no"), "yes"], "yes/no", 1, 0],
];

describe("booleans as people spell them", () => {
  test.each(booleans)("%# is told in words", async (values, format, yes, missing) => {
    const column = await columnOf(values);
    expect(column).toMatchObject({ type: "boolean", format, null_count: missing });
    expect(column.top_values).toContainEqual({ value: true, count: yes });
  });

  test("a single word, a third word and codes stay text, 0 and 1 integers", async () => {
    expect((await columnOf(["N", "N", "N"])).type).toBe("string");
    expect((await columnOf(["yes", "no", "maybe"])).type).toBe("string");
    expect((await columnOf(["SI", "NO"], "country")).type).toBe("string");
    expect((await columnOf(["0", "1"])).type).toBe("integer");
  });
});

describe("counts since 1970", () => {
  const seconds = ["1600000000", "1700000000"];

  test("are times where the name says so", async () => {
    expect(await columnOf(seconds, "created_at")).toMatchObject({
      type: "datetime",
      format: "unix_s",
      min: "2020-09-13T12:26:40Z",
      max: "2023-11-14T22:13:20Z",
      mean: null,
    });
    expect(await columnOf(["1600000000123", "1700000000000"], "ts")).toMatchObject({
      format: "unix_ms",
      min: "2020-09-13T12:26:40.123Z",
    });
  });

  test("are integers without such a name or among others", async () => {
    expect((await columnOf(seconds, "serial")).type).toBe("integer");
    expect((await columnOf(seconds, "elapsed_time")).type).toBe("integer");
    expect((await columnOf(["0", ...seconds], "ts")).type).toBe("integer");
  });

  test.each([8192, 1 << 20])("of JSON are times until one is none, in chunks of %d", async (n) => {
    const lines = Array.from({ length: 2000 }, (_, i) => `{"ts":${1_600_000_000 + i}}`);
    const options = { limits: { chunkBytes: n } };
    const read = async (more: string[]): Promise<ColumnProfile | undefined> => {
      const content = [...lines, ...more].join("\n");
      return generated(await profileBytes(folder.path, content, options)).profile.columns[0];
    };
    expect(await read([])).toMatchObject({
      type: "datetime",
      format: "unix_s",
      min: "2020-09-13T12:26:40Z",
      max: "2020-09-13T12:59:59Z",
      distinct_count: 2000,
      dates: { granularity: "second", present: 2000, missing: 0 },
    });
    expect(await read(['{"ts":7}'])).toMatchObject({ type: "integer", min: 7 });
    expect(await read(['{"ts":0.5}'])).toMatchObject({ type: "number", min: 0.5 });
    expect(await read(['{"ts":"x"}'])).toMatchObject({ type: "mixed" });
  });
});

test.each(Object.entries(texts))("%s stay text", async (_, values) => {
  const column = await columnOf(values);
  expect(column.type).toBe("string");
  expect([column.format, column.unit]).toEqual([undefined, undefined]);
});

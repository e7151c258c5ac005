/** When a column gets which alert. */
import { afterAll, describe, expect, test } from "bun:test";
import { COLUMN_ALERTS, type ColumnAlertCode } from "../../../market/profile/alerts.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const repeat = (count: number, value: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => value(i));

/** A number from 0 to 1 without a visible order. */
const noiseOf = (i: number): number => Math.abs((Math.sin(i * 12.9898) * 43_758.5453) % 1);

/** Values of a CSV column and the expected alerts; the profile is dated 2026-11-21. */
const cases: [name: string, values: string[], alerts: [ColumnAlertCode, RegExp][]][] = [
  ["ordinary numbers", repeat(100, (i) => String((i * 37) % 101)), []],
  ["ordinary words", repeat(100, (i) => `w${i % 9}`), []],
  ["no values", repeat(5, () => ""), [["all_missing", /no values/]]],
  [
    "half of the values",
    repeat(100, (i) => (i % 2 === 0 ? "" : String(i))),
    [["missing_values", /^50 of 100 values are missing/]],
  ],
  [
    "less than half of the values",
    repeat(100, (i) => (i < 51 ? "" : String(i))),
    [["mostly_missing", /^51 of 100 values are missing/]],
  ],
  [
    "words for missing",
    repeat(100, (i) => (i < 3 ? "NA" : String(i))),
    [
      ["missing_values", /^3 of 100/],
      ["missing_tokens", /^3 missing values/],
    ],
  ],
  ["one value only", repeat(30, () => "x"), []],
  [
    "hardly anything but one number",
    repeat(100, (i) => (i < 5 ? `${i}` : "7")),
    [["dominant_value", /^95 of 100 values are the same/]],
  ],
  ["one number a little less often", repeat(100, (i) => (i < 6 ? `${i}` : "7")), []],
  ["hardly anything but one word", repeat(100, (i) => (i < 5 ? `y${"abcde"[i]}` : "x")), []],
  ["text that never repeats", repeat(200, (i) => `name ${i * 7}`), []],
  [
    "numbers with a few words",
    repeat(100, (i) => (i < 4 ? "about ten" : String(i % 10))),
    [["mixed_types", /^4 of 100 values cannot be read as/]],
  ],
  [
    "infinite numbers",
    repeat(100, (i) => (i < 2 ? "inf" : `${i % 10}.5`)),
    [["non_finite_values", /^2 values/]],
  ],
  [
    "days that could be months",
    ["03/04/2026", "05/06/2026", "03/04/2026", "01/02/2026"],
    [["ambiguous_dates", /Read as MM\/DD\/YYYY, as is usual with \/\.$/]],
  ],
  [
    "a number for missing ones",
    repeat(100, (i) => (i % 20 === 0 ? "-999" : String((i * 7) % 50))),
    [
      ["sentinel_values", /^5 of 100 values are -999, far from all others/],
      ["implausible_numbers", /^5 % of the values have a different scale/],
    ],
  ],
  ["a large number", repeat(100, (i) => String(i === 0 ? 99 : (i * 7) % 50)), []],
  ["nines among nines", repeat(100, (i) => String(990 + (i % 10))), []],
  [
    "numbers far out",
    repeat(100, (i) => (i === 0 ? "200" : String(i % 50))),
    [["outliers", /^1 of 100 values lies far outside the usual range of 0 to /]],
  ],
  [
    "numbers far out, all of them negative",
    repeat(100, (i) => (i === 0 ? "-200" : String(-1 - (i % 50)))),
    [["outliers", /^1 of 100 values lies far outside the usual range of -\d+(\.\d+)? to 0\./]],
  ],
  [
    "numbers far out, on both sides of zero",
    repeat(100, (i) => (i < 2 ? "200" : String((i % 50) - 1))),
    [["outliers", /^2 of 100 values lie far outside the usual range of -/]],
  ],
  [
    "a long tail",
    repeat(200, (i) => (i === 0 ? "1000000" : String(i % 50))),
    [["skewed", /few values are very large: the skewness is 14/]],
  ],
  [
    "a long tail below",
    repeat(200, (i) => (i === 0 ? "-1000000" : String(i % 50))),
    [["skewed", /few values are very small: the skewness is -14/]],
  ],
  [
    "days with a gap",
    repeat(28, (i) => `2026-10-${String(i < 14 ? i + 1 : i + 4).padStart(2, "0")}`),
    [["date_gaps", /^3 of 31 periods \(day\) .* is 3, between 2026-10-14 and 2026-10-18/]],
  ],
  ["days of this year", repeat(28, (i) => `2026-10-${String(i + 1).padStart(2, "0")}`), []],
  ["days long past", repeat(28, (i) => `2016-10-${String(i + 1).padStart(2, "0")}`), []],
  [
    "numbers with the noise of binary fractions",
    repeat(100, (i) => String((i % 10) * 0.1 + (i % 3) * 0.2)),
    [],
  ],
  [
    "days to come",
    ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"],
    [["future_dates", /2026-11-23, is later than/]],
  ],
  ["times to come", ["2026-11-21 10:00:00", "2026-11-21 11:00:00", "2026-11-21 12:00:00"], []],
  [
    "addresses",
    repeat(30, (i) => `user${i % 10}@example.org`),
    [["personal_data", /^30 values look like email/]],
  ],
];

const other: [name: string, content: string, code: ColumnAlertCode][] = [
  ["numbers in quotes", `[${repeat(25, (i) => `{"value": "${i}.5"}`).join()}]`, "numbers_as_text"],
  [
    "names of people",
    `row,surname\n${repeat(9, (i) => `${i},Lovelace`).join("\n")}`,
    "possible_personal_data",
  ],
  ["thousands or fractions", "id\tn\n1\t1,234\n2\t12,345\n", "ambiguous_numbers"],
  ["years of two digits", "id,day\n1,12/31/99\n2,1/1/04\n", "two_digit_years"],
  ["empty JSON strings", '[{"value": ""}, {"value": "a"}]', "empty_text"],
  [
    "an id that comes again",
    `id,word\n${repeat(90, (i) => `x${Math.max(2, i)},w${i % 7}`).join("\n")}`,
    "nearly_key",
  ],
  [
    "characters that a decoder lost",
    `row,place\n${repeat(90, (i) => `${i},${i % 9 === 0 ? "Montr\uFFFDal" : "Ulm"}`).join("\n")}`,
    "broken_characters",
  ],
  [
    "numbers among words",
    `row,place\n${repeat(90, (i) => `${i},${i % 9 === 0 ? i * 7 : "Ulm am See"}`).join("\n")}`,
    "odd_values",
  ],
  [
    "heights in metres among those in centimetres",
    `row,height\n${repeat(90, (i) => `${i},${(150 + ((i * 7) % 41)) / (i % 9 === 0 ? 100 : 1)}`).join("\n")}`,
    "implausible_numbers",
  ],
  [
    "times out of order",
    `seconds,word\n${repeat(200, (i) => `${i % 10 === 3 ? (i * 37) % 200 : i},w${i % 7}`).join("\n")}`,
    "broken_order",
  ],
  [
    "random numbers",
    `u,v\n${repeat(300, (i) => `${noiseOf(i)},${noiseOf(i + 0.5)}`).join("\n")}`,
    "noise",
  ],
  ["an id that never changes", `id,n\n${repeat(30, (i) => `7,${i}`).join("\n")}`, "constant"],
  [
    "a status that never repeats",
    `row,status\n${repeat(200, (i) => `${i},s${i * 7}`).join("\n")}`,
    "high_cardinality",
  ],
  ["coordinates that are none", "row,lat\na,95\nb,-3\n", "coordinates_out_of_range"],
];

describe("alerts of a column", () => {
  test.each(cases)("%s", async (_, values, expected) => {
    const content = `row,value\n${values.map((value, i) => `r${i},${value}\n`).join("")}`;
    const { profile } = generated(await profileBytes(folder.path, content));
    const alerts = profile.columns[1]?.alerts ?? [];
    expect(alerts.map((alert) => alert.code)).toEqual(expected.map(([code]) => code));
    for (const [i, [, detail]] of expected.entries()) expect(alerts[i]?.detail).toMatch(detail);
  });

  test.each(other)("%s", async (_, content, code) => {
    const { profile } = generated(await profileBytes(folder.path, content));
    const codes = profile.columns.flatMap((column) => column.alerts.map((alert) => alert.code));
    expect(codes).toContain(code);
  });

  test("each of the table is raised above", () => {
    const raised = [...cases.flatMap(([, , alerts]) => alerts.map(([code]) => code))];
    const all = new Set([...raised, ...other.map(([, , code]) => code), "stale_dates"]);
    expect([...all].toSorted()).toEqual(Object.keys(COLUMN_ALERTS).toSorted() as ColumnAlertCode[]);
  });

  test.each([
    ["day", true, /2016-10-04, is 3700 days older/],
    ["day", false, null],
    ["birth_date", true, null],
  ])("%s is stale if the listing promises updates: %p", async (name, promisesUpdates, detail) => {
    const content = `row,${name}\na,2016-10-02\nb,2016-10-04\n`;
    const described = { titleLength: 1, descriptionLength: 1, tagCount: 0, hasLicense: false };
    const documentation = { ...described, promisesUpdates };
    const { profile } = generated(await profileBytes(folder.path, content, { documentation }));
    const stale = profile.columns[1]?.alerts.find(({ code }) => code === "stale_dates");
    if (detail === null) expect(stale).toBeUndefined();
    else expect(stale?.detail).toMatch(detail);
  });
});

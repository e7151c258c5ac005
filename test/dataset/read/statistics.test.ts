/** Files of statistics programs. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  typesOf,
} from "../support/dataset-files.ts";
import { stataOf } from "../support/stata-file.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

test.each([true, false])(
  "labels, dates and missing values of Stata, most bytes first: %p",
  async (isBig) => {
    const bytes = stataOf(
      [
        { name: "sex", type: 251, labelSet: "sexes", values: [1, 2, 1, 101] },
        { name: "age", type: 252, labelSet: "ages", values: [30, 41, 99, 32_741] },
        { name: "day", type: 255, display: "%td", values: [0, 22_000, -1, 2 ** 1023] },
        { name: "month", type: 252, display: "%tm", values: [0, 751, -1, 32_767] },
        { name: "city", type: 9, values: ["Bonn", "Köln", "", "Trier"] },
      ],
      { sexes: { 1: "male", 2: "female" }, ages: { 99: "not told" } },
      isBig,
    );
    const report = await profileBytes(folder.path, bytes);
    const { profile, sample } = generated(report);
    expect(report).toMatchObject({ format: "dta" });
    expect(JSON.parse(JSON.stringify(sample.rows))).toEqual([
      ["male", 30, "1960-01-01", "1960-01", "Bonn"],
      ["female", 41, "2020-03-26", "2022-08", "Köln"],
      ["male", 99, "1959-12-31", "1959-12", null],
      [null, null, null, null, "Trier"],
    ]);
    expect(profile.documents?.[0]?.text).toContain("sex: About sex (1 = male; 2 = female)");
  },
);

test("any numbers are read as Stata stores them", async () => {
  const seed = Date.now();
  const row = fc.tuple(
    fc.integer({ min: -127, max: 100 }),
    fc.integer({ min: -32_767, max: 32_740 }),
    fc.double({ min: -1e300, max: 1e300, noNaN: true }),
  );
  const rows = fc.sample(row, { seed, numRuns: 50 });
  const values = [0, 1, 2].map((column) => rows.map((cells) => cells[column] ?? 0));
  const bytes = stataOf(
    [251, 252, 255].map((type, i) => ({ name: `v${i}`, type, values: values[i] ?? [] })),
  );
  const { profile } = generated(await profileBytes(folder.path, bytes));
  const figures = profile.columns.map(({ min, max }) => ({ seed, min, max }));
  expect(figures).toEqual(
    values.map((all) => ({ seed, min: Math.min(...all) + 0, max: Math.max(...all) + 0 })),
  );
});

test("a Stata file whose header states more than it holds is refused", async () => {
  const whole = stataOf([{ name: "a", type: 251, labelSet: "s", values: [1, 2] }], {
    s: { 1: "x" },
  });
  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(whole);
    change(bytes);
    return bytes;
  };
  for (const bytes of [
    whole.subarray(0, 150),
    changed((each) => each.writeUInt32LE(0xffff_ffff, 6)),
    changed((each) => each.writeUInt16LE(9000, 4)),
    // The number of labels.
    changed((each) => each.writeUInt32LE(0x7fff_ffff, each.length - 18)),
    Buffer.concat([
      Buffer.from("<stata_dta><header><release>118</release><byteorder>LSF</byteorder><K>"),
      Buffer.alloc(200, 255),
    ]),
  ]) {
    expect(await profileBytes(folder.path, bytes)).toMatchObject({
      outcome: "no_sample",
      format: "dta",
      error: { code: expect.stringMatching(/^(malformed_file|columns_exceeded)$/) },
    });
  }
});

const fixtures = join(import.meta.dirname, "../fixtures/statistics");

/** Files of haven (MIT). */
test.each([
  [
    "iris.dta",
    150,
    "sepallength:number sepalwidth:number petallength:number petalwidth:number species:string",
  ],
  [
    "types.dta",
    2,
    "vfloat:number vdouble:number vlong:integer vint:integer vbyte:integer vstr:string vdate:date vdatetime:datetime",
  ],
  ["notes.dta", 5, "id:integer female:integer treatment:integer outcome:integer"],
  ["datetime-d.dta", 1, "date:date"],
  ["tagged-na-double.dta", 8, "x:integer"],
  ["tagged-na-int.dta", 8, "x:integer"],
] as const)("a real file: %s", async (file, rows, types) => {
  const { profile } = generated(await profileFile(folder.path, join(fixtures, file)));
  expect([profile.row_count, typesOf(profile).join(" ")]).toEqual([rows, types]);
  expect(alertCodes(profile)).not.toContain("unreadable_columns");
});

/** Files of haven (MIT) and pyreadstat (Apache 2.0), with the values that its tests expect. */
test.each([
  [
    "sample.zsav",
    [
      ["a", 1.1, "2018-05-06", "2018-05-06T10:10:10", "Male", "low", "10:10:10"],
      ["b", 1.2, "1880-05-06", "1880-05-06T10:10:10", "Female", "medium", "23:10:10"],
      ["c", -1000.3, "1960-01-01", "1960-01-01T00:00:00", "Male", "high", "00:00:00"],
      ["d", -1.4, "1583-01-01", "1583-01-01T00:00:00", "Female", "low", "16:10:10"],
      ["e", 1000.3, null, null, "Male", "low", null],
    ],
  ],
  [
    "sample.xpt",
    [
      ["a", 1.1, "2018-05-06", "2018-05-06T10:10:10", 1, 1, "10:10:10"],
      ["b", 1.2, "1880-05-06", "1880-05-06T10:10:10", 2, 2, "23:10:10"],
      ["c", -1000.3, "1960-01-01", "1960-01-01T00:00:00", 1, 3, "00:00:00"],
      ["d", -1.4, "1583-01-01", "1583-01-01T00:00:00", 2, 1, "16:10:10"],
      ["e", 1000.3, null, null, 1, 1, null],
    ],
  ],
  ["tegulu.sav", [[210, "నేను గతంలో వాడిన బ�"]]],
  ["labelled-str.sav", [["Male"], ["Female"]]],
])("values of a real file: %s", async (file, rows) => {
  const { sample } = generated(await profileFile(folder.path, join(fixtures, file)));
  expect(JSON.parse(JSON.stringify(sample.rows))).toEqual(rows);
});

test.each([
  ["iris.sav", 150, "number number number number string"],
  ["sample_missing.sav", 7, "string number date datetime string string time"],
  [
    "simple_alltypes.sav",
    6,
    "integer date number string integer integer integer string string string date date",
  ],
  ["dates_xpt_v8.xpt", 19, "datetime datetime string date date time time integer integer"],
] as const)("types of a real file: %s", async (file, rows, types) => {
  const { profile } = generated(await profileFile(folder.path, join(fixtures, file)));
  expect([profile.row_count, profile.columns.map(({ type }) => type).join(" ")]).toEqual([
    rows,
    types,
  ]);
});

test.each(["sample.zsav", "iris.sav", "sample.xpt", "dates_xpt_v8.xpt"])(
  "%s cut off or changed anywhere ends as a refusal or a table",
  async (file) => {
    const whole = readFileSync(join(fixtures, file));
    for (let at = 100; at < whole.length; at += Math.ceil(whole.length / 12)) {
      const changed = Buffer.from(whole);
      changed.fill(0xff, at, at + 8);
      for (const bytes of [whole.subarray(0, at), changed]) {
        expect(["generated", "no_sample"]).toContain(
          (await profileBytes(folder.path, bytes)).outcome,
        );
      }
    }
  },
);

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

test.each([105, 108, 110, 111, 113])("Stata's format %p", async (format) => {
  // Until format 111 only the largest number of a type was missing.
  const [byte, int] = format < 113 ? [127, 32_767] : [101, 32_741];
  const bytes = stataOf(
    [
      { name: "sex", type: 251, labelSet: "sexes", values: [1, 2, byte] },
      { name: "age", type: 252, values: [30, int, 32_740] },
      { name: "day", type: 255, display: "%d", values: [0, 22_000, 2 ** 1023] },
      { name: "city", type: 9, values: ["Bonn", "", "Trier"] },
    ],
    { sexes: { 1: "male", 2: "female" } },
    format === 108,
    format,
  );
  const { profile, sample } = generated(await profileBytes(folder.path, bytes));
  const [male, female] = format < 108 ? [1, 2] : ["male", "female"];
  expect(sample.rows).toEqual([
    [male, 30, "1960-01-01", "Bonn"],
    [female, null, "2020-03-26", null],
    [null, 32_740, null, "Trier"],
  ]);
  expect(profile.documents?.[0]?.text).toContain("sex: About sex");
});

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

test.each([
  ...["sample.zsav", "iris.sav", "sample.xpt", "dates_xpt_v8.xpt"],
  ...["types", "binary", "ietest2", "data_page_with_deleted"].map((name) => `${name}.sas7bdat`),
])("%s cut off or changed anywhere ends as a refusal or a table", async (file) => {
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
});

/**
 * Files of SASLib.jl (MIT) and Parso (Apache 2.0): both byte orders and word sizes, both
 * compressions, deleted rows. Figures are those of haven 2.5; it shows deleted rows, Parso does not.
 */
test.each([
  ["datetime", 5, "desc:string mtg:date dt:datetime tm:time"],
  [
    "types",
    3,
    "vfloat:number vdouble:number vlong:integer vint:integer vbyte:integer vstring:string",
  ],
  ["airline", 32, "YEAR:integer Y:number W:number R:number L:number K:number"],
  ["cp950", 1, "VAR1:string"],
  ["ietest2", 1, "IETEST:string"],
  ["mix_and_missing", 48, "x1:integer x2:integer x3:string x4:string x5:string"],
] as const)("a real SAS file: %s", async (file, rows, types) => {
  const path = join(fixtures, `${file}.sas7bdat`);
  const { profile } = generated(await profileFile(folder.path, path));
  expect([profile.row_count, typesOf(profile).join(" ")]).toEqual([rows, types]);
});

test.each([
  ["airline", "Y", 321.606001734734],
  ["airline", "R", 11.357_800_051_569_9],
  ["binary", "I9", 5050],
  ["54-cookie", "W", 25_229.9],
  ["54-cookie", "A", 331.92],
] as const)("the sum of a column of a real SAS file: %s, %s", async (file, column, sum) => {
  const path = join(fixtures, `${file}.sas7bdat`);
  const { profile } = generated(await profileFile(folder.path, path));
  const found = profile.columns.find(({ name }) => name === column);
  expect((found?.mean ?? 0) * profile.row_count).toBeCloseTo(sum, 8);
});

test.each([
  ["all_rand_normal_with_deleted2", 32],
  ["data_page_with_deleted", 997],
])("a SAS file's deleted rows are not shown: %s", async (file, rows) => {
  const path = join(fixtures, `${file}.sas7bdat`);
  expect(generated(await profileFile(folder.path, path)).profile.row_count).toBe(rows);
});

test("values of a real SAS file", async () => {
  const path = join(fixtures, "datetime.sas7bdat");
  const { sample } = generated(await profileFile(folder.path, path));
  expect(sample.rows.slice(0, 2)).toEqual([
    ["one", "2017-11-24", "2018-03-17T00:00:00", "00:00:00"],
    ["two", "2017-12-28", null, "00:00:05"],
  ]);
});

test("a SAS file that states more than it holds is refused", async () => {
  const whole = readFileSync(join(fixtures, "airline.sas7bdat"));
  const rowSize = whole.indexOf(Buffer.from("f7f7f7f7", "hex"));
  const columnSize = whole.indexOf(Buffer.from("f6f6f6f6", "hex"));
  const firstPage = whole.readUInt32LE(196);
  for (const [at, code] of [
    [196, "malformed_file"],
    [200, "schema_bytes_exceeded"],
    [204, "malformed_file"],
    [firstPage + 24, "malformed_file"],
    [rowSize + 20, "row_bytes_exceeded"],
    [rowSize + 24, "parquet_cells_exceeded"],
    [columnSize + 4, "columns_exceeded"],
  ] as const) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt32LE(0xffff_fff0, at);
    const report = await profileBytes(folder.path, bytes);
    expect([at, report.format, report]).toMatchObject([at, "sas7bdat", { error: { code } }]);
  }
});

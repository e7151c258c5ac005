/** The shapes of JSON documents that contain a table, and what is reported about the rest. */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { generated, makeFolder, profileBytes, typesOf } from "../support/dataset-files.ts";
import { readTable } from "../support/read-table.ts";

/** Ends a hanging test; a busy machine may need minutes. */
const propertyMs = 300_000;

const folder = makeFolder();
afterAll(() => folder.remove());

type Cell = string | number | boolean | null;
type Table = { names: string[]; rows: Cell[][] };

const json = JSON.stringify;
const member = (key: string, value: string): string => `${json(key)}:${value}`;
const object = (members: string[]): string => `{${members.join(",")}}`;
const array = (items: string[]): string => `[${items.join(", ")}]`;
const record = ({ names }: Table, row: Cell[]): string =>
  object(names.map((name, i) => member(name, json(row[i] ?? null))));
const records = (table: Table): string[] => table.rows.map((row) => record(table, row));
const cellsOf = ({ rows }: Table, column: number): Cell[] => rows.map((row) => row[column] ?? null);
const labelled = (cells: Cell[], labelOf: (row: number) => string): string =>
  object(cells.map((cell, row) => member(labelOf(row), json(cell))));
const withFirst = ({ names, rows }: Table, name: string, cellOf: (row: number) => Cell): Table => ({
  names: [name, ...names],
  rows: rows.map((row, i) => [cellOf(i), ...row]),
});

/** A day for each row, as pandas labels the rows of time series. */
const dayOf = (row: number): string =>
  new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10);

type Written = { text: string; table: Table };

/** How a table is written, and the table it must be read back as. */
const WRITERS: Readonly<Record<string, (table: Table) => Written>> = {
  records: (table) => ({ text: array(records(table)), table }),
  list: (table) => ({
    text: object(table.names.map((name, i) => member(name, json(cellsOf(table, i))))),
    table,
  }),
  index: (table) => ({
    text: object(records(table).map((text, i) => member(String(i), text))),
    table: withFirst(table, "key", String),
  }),
  "index by key": (table) => ({
    text: object([...records(table), record(table, [])].map((text, i) => member(`k${i}`, text))),
    table: withFirst({ ...table, rows: [...table.rows, []] }, "key", (i) => `k${i}`),
  }),
  columns: (table) => ({
    text: object(table.names.map((name, i) => member(name, labelled(cellsOf(table, i), String)))),
    table,
  }),
  "columns by day": (table) => ({
    text: object(table.names.map((name, i) => member(name, labelled(cellsOf(table, i), dayOf)))),
    table: withFirst(table, "key", dayOf),
  }),
  values: (table) => ({
    text: json(table.rows),
    table: { ...table, names: table.names.map((_, i) => `column_${i + 1}`) },
  }),
  split: (table) => ({
    text: json({ columns: table.names, index: table.rows.map((_, i) => i), data: table.rows }),
    table,
  }),
  "split by day": (table) => ({
    text: json({
      columns: table.names,
      index: table.rows.map((_, i) => dayOf(i)),
      data: table.rows,
    }),
    table: withFirst(table, "index", dayOf),
  }),
  table: (table) => {
    const indexed = withFirst(table, "index", (i) => i);
    const fields = json(indexed.names.map((name) => ({ name })));
    const data = array(records(indexed));
    return { text: `{"schema":{"fields":${fields}},"data":${data}}`, table: indexed };
  },
  wrapped: (table) => ({
    text: `{"page":1,"answer":{"data":{"items":${array(records(table))}}},"links":[]}`,
    table,
  }),
  printed: (table) => ({
    text: `${records(table)
      .map((text) => `${json(JSON.parse(text), null, 2)}\n`)
      .join("")}{}`,
    table: withEmptyRow(table),
  }),
  concatenated: (table) => ({ text: `${records(table).join("")}{}`, table: withEmptyRow(table) }),
  "sequence (RFC 7464)": (table) => ({
    text: records(table)
      .map((text) => `\x1e${text}\n`)
      .join(""),
    table,
  }),
};

function withEmptyRow(table: Table): Table {
  return { ...table, rows: [...table.rows, []] };
}

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, min: -1e12, max: 1e12 }).map((value) => (value === 0 ? 0 : value)),
  fc.string({ unit: fc.constantFrom(...'ab"\\\n\té日😀,{}[]:NaN'), maxLength: 12 }),
  fc.boolean(),
  fc.constant(null),
);
const tables: fc.Arbitrary<Table> = fc
  .uniqueArray(fc.string({ unit: fc.constantFrom(...'az"\\é😀 ,:{'), maxLength: 6 }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((names) =>
    fc.record({
      names: fc.constant(names.map((name) => `n${name}`)),
      rows: fc.array(fc.array(cell, { minLength: names.length, maxLength: names.length }), {
        minLength: 1,
        maxLength: 40,
      }),
    }),
  );

describe("a random table is read back as it was written, in", () => {
  test.each(Object.keys(WRITERS))(
    "%s",
    async (name) => {
      await fc.assert(
        fc.asyncProperty(tables, fc.integer({ min: 16, max: 4000 }), async (given, chunkBytes) => {
          const written = WRITERS[name]?.(given);
          if (!written) throw new Error(name);
          const { table, text } = written;
          const rows = table.rows.map((row) => table.names.map((_, i) => row[i] ?? null));
          const read = await readTable(folder.path, text, { limits: { chunkBytes } });
          expect(read).toEqual({ names: table.names, rows });
        }),
        { numRuns: 40 },
      );
    },
    propertyMs,
  );
});

const point = '{"type":"Point","coordinates":[1,2]}';
const feature = (n: number, geometry = point): string =>
  `{"type":"Feature","geometry":${geometry},"properties":{"n":${n}}}`;

type Shape = [what: string, text: string, format: string, rows: number, types: string[]];

const SHAPES: Shape[] = [
  [
    "a mapping",
    '{"Montgomery":"Alabama","Juneau":"Alaska"}',
    "json",
    2,
    ["key:string", "value:string"],
  ],
  ["one pair", '{"Montgomery":"Alabama"}', "json", 1, ["key:string", "value:string"]],
  ["a series", '{"0":1,"1":2}', "json", 2, ["key:string", "value:integer"]],
  [
    "records with a field key",
    '{"a":{"key":1},"b":{"key":2}}',
    "json",
    2,
    ["key_2:string", "key:integer"],
  ],
  ["repeated keys", '{"a":1,"a":2,"a":3}', "json", 3, ["key:string", "value:integer"]],
  [
    "columns beside single values",
    `{"unit":"C","t":[${"1,".repeat(9)}1],"u":[${"2,".repeat(9)}2]}`,
    "json",
    10,
    ["t:integer", "u:integer"],
  ],
  [
    "statistics as R writes them: columns beside shorter lists and single values",
    `{"sd":[3],"hat":[${"1.5,".repeat(11)}1],"cor":[1,2,3],"res":[${"2,".repeat(11)}2]}`,
    "json",
    12,
    ["hat:number", "res:integer"],
  ],
  [
    "words by language, of which two lists are as long as each other (npm stopwords-iso is 58 such lists)",
    `{${Array.from({ length: 20 }, (_, i) => `"l${i}":[${'"w",'.repeat(9 + Math.max(1, i))}"z"]`).join()}}`,
    "json",
    20,
    ["key:string", "value:array"],
  ],
  [
    "languages",
    '{"en":{"hi":"hello","bye":"bye"},"de":{"hi":"hallo"}}',
    "json",
    2,
    ["key:string", "hi:string", "bye:string"],
  ],
  [
    "columns of the same name",
    '{"columns":["a","a"],"data":[[1,2],[3,4,5]]}',
    "json",
    2,
    ["a:integer", "a_2:integer", "column_3:integer"],
  ],
  [
    "features a line",
    `${feature(1)}\n${feature(2, "null")}\n`,
    "geojson",
    2,
    ["n:integer", "geometry:geometry"],
  ],
  [
    "features in a sequence (RFC 8142)",
    `\x1e${feature(1)}\n\x1e${feature(2)}\n`,
    "geojson",
    2,
    ["n:integer", "geometry:geometry"],
  ],
  ["a feature alone", feature(1), "geojson", 1, ["n:integer", "geometry:geometry"]],
  ["objects on lines of several", '{"a":1} {"a":2}\n{"a":3}', "jsonl", 3, ["a:integer"]],
  [
    "values in a sequence",
    '\x1e{"a":1}\n\x1e2.5\n\x1e"x"\n',
    "jsonl",
    3,
    ["a:integer", "value:mixed"],
  ],
];

describe("JSON documents are read as the tables they are:", () => {
  test.each(SHAPES)("%s", async (_, text, format, rows, types) => {
    const { profile } = generated(await profileBytes(folder.path, text));
    expect(profile).toMatchObject({ format, row_count: rows });
    expect(typesOf(profile)).toEqual(types);
    const utf16 = await profileBytes(folder.path, Buffer.from(`\ufeff${text}`, "utf16le"));
    expect(typesOf(generated(utf16).profile)).toEqual(types);
  });

  test("printed objects, also when the seller calls them lines", async () => {
    const printed = '{\n "a": 1,\n "b": {"c": 2}\n}\n{\n "a": 3\n}\n';
    const { profile } = generated(await profileBytes(folder.path, printed, { hint: "jsonl" }));
    expect([profile.row_count, ...typesOf(profile)]).toEqual([2, "a:integer", "b:object"]);
  });

  test("Python's NaN and Infinity are numbers that count as not finite", async () => {
    const record = (n: string): string => `{"a":${n},"t":"NaN, -Infinity \\" NaN","l":[NaN]}`;
    const given = ["NaN", "Infinity", "-Infinity", "1.5"].map(record);
    for (const text of [given.join("\n"), `[${given}]`, given.join("")]) {
      const { profile, sample } = generated(await profileBytes(folder.path, text));
      expect(typesOf(profile)).toEqual(["a:number", "t:string", "l:array"]);
      const [column] = profile.columns;
      const alert = column?.alerts.find(({ code }) => code === "non_finite_values");
      expect(alert?.detail).toStartWith("3 ");
      expect(sample.rows[0]?.[1]).toBe('NaN, -Infinity " NaN');
    }
  });

  test.each(["[NaNa]", '{"a":nan}\n{"a":1}', "[Infinity1]", '[{"a":-NaN}]'])(
    "%s is no number",
    async (text) => {
      const report = await profileBytes(folder.path, text, { hint: "json" });
      expect(report).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
    },
  );
});

describe("members of a document next to its table", () => {
  const alertOf = async (text: string): Promise<string | undefined> => {
    const { profile } = generated(await profileBytes(folder.path, text));
    return profile.alerts.find(({ code }) => code === "unread_members")?.detail;
  };

  test("is named and counted", async () => {
    const text =
      '{"ok":true,"data":{"items":[{"a":1,"b":[1,2]},{"a":2}],"total":2},"links":[{"rel":"x"}]}';
    expect(await alertOf(text)).toBe(
      "Only data.items (2 records) is read; the document also has 3 values outside of it, among them links (1 record).",
    );
  });

  test("is what stands beside columns", async () => {
    const text = `{"sd":[3],"hat":[${"1.5,".repeat(11)}1],"cor":[1,2,3],"res":[${"2,".repeat(11)}2]}`;
    expect(await alertOf(text)).toContain("the document also has 4 values outside of it");
  });

  test("is counted where there is too much to name, by less than the names would take", async () => {
    const parts = Array.from({ length: 16 }, (_, i) => `"${"p".repeat(90)}${i}":[{"a":${i}}]`);
    const detail = await alertOf(`{"deep":{${parts}},"big":[{"a":1,"b":2},{"a":3,"b":4}]}`);
    expect(detail).toContain("has 16 values outside of it");
    expect(detail).toEndWith("8 more tables.");
    expect(detail?.length).toBeLessThan(1000);
  });

  test.each([
    '{"a":{"x":1},"b":{"x":2}}',
    '{"data":{"items":[{"a":1}]}}',
    '{"schema":{"fields":[{"name":"a"}],"pandas_version":"1.4.0"},"data":[{"a":1}]}',
    '{"columns":["a"],"index":[0],"data":[[1]]}',
    '{"a":[1,2],"b":[[1],[2,3]]}',
  ])("is nothing in %s", async (text) => {
    expect(await alertOf(text)).toBeUndefined();
  });

  test("is all that lies deeper than tables are looked for", async () => {
    const text = '{"a":{"b":{"c":[{"x":1},{"x":2}],"d":0}},"e":[{"y":1}]}';
    const limits = { jsonTableDepthMax: 2 };
    const { profile } = generated(await profileBytes(folder.path, text, { limits }));
    expect(typesOf(profile)).toEqual(["y:integer"]);
    expect(profile.alerts.find(({ code }) => code === "unread_members")?.detail).toContain(
      "the document also has 3 values outside of it",
    );
  });
});

test("years in quotes are years if their name says so, and codes otherwise", async () => {
  const records = ["1992", "1993", "2001"].map((year) => ({ year, code: year }));
  const { profile } = generated(await profileBytes(folder.path, JSON.stringify(records)));
  expect(profile.columns.map(({ type, format, precision }) => [type, format, precision])).toEqual([
    ["date", "YYYY", "year"],
    ["string", undefined, undefined],
  ]);
});

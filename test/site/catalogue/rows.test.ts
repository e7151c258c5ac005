/** Parsing the address of a table's rows, as a table. */
import { describe, expect, test } from "bun:test";
import type { ColumnProfile, Sample } from "../../../market/profile/schemas.ts";
import { readStatement } from "../../../market/query/plan-query.ts";
import { queryBody } from "../../../market/query/schemas.ts";
import { ColumnHead } from "../../../site/catalogue/rows/column-head.tsx";
import { Grid } from "../../../site/catalogue/rows/grid.tsx";
import { queryOf, readRowsWish, rowsQuery } from "../../../site/catalogue/rows/read-wish.ts";
import { rowsOfSample } from "../../../site/catalogue/rows/sample-rows.ts";
import { sqlExamples } from "../../../site/catalogue/sql/examples.ts";

const columns = ["id:integer", "price:number", "is_new:boolean", "day:date", "name:string"].map(
  (one) => {
    const [name = "", type = ""] = one.split(":");
    return { name, type };
  },
);

const asked = (query: string) => queryOf(readRowsWish(new URLSearchParams(query)), columns);
const filterOf = (column: string, op: string, value: string) => {
  const wanted = new URLSearchParams({ column, op, value });
  return asked(String(wanted)).filter?.all?.[0];
};

describe("a filter", () => {
  const cases: [column: string, op: string, value: string, sent: unknown][] = [
    ["id", "eq", "12", 12],
    ["id", "eq", "9007199254740993", "9007199254740993"],
    ["id", "gt", "1,204", 1204],
    ["price", "lte", "-1.5e3", -1500],
    ["price", "lte", "cheap", "cheap"],
    ["is_new", "eq", "TRUE", true],
    ["day", "gte", "2026-01-31", "2026-01-31"],
    ["name", "eq", "12", "12"],
    ["unknown", "eq", "12", "12"],
  ];
  for (const [column, op, value, sent] of cases) {
    test(`${column} ${op} ${value} is sent as ${JSON.stringify(sent)}`, () => {
      expect(filterOf(column, op, value)).toEqual({
        column,
        op: op as "eq",
        value: sent as string,
      });
    });
  }

  test("looks for words whatever their case, and for what is missing without a value", () => {
    expect(filterOf("name", "contains", "Ada")).toMatchObject({ ignore_case: true, value: "Ada" });
    expect(filterOf("name", "is_null", "left")).toEqual({ column: "name", op: "is_null" });
  });

  test("that is none is left out, and no more than ten are asked", () => {
    for (const query of ["column=id&op=eq", "column=id&op=drop&value=1", "column=id", "op=eq"]) {
      expect(asked(query).filter).toBeUndefined();
    }
    const many = Array.from({ length: 30 }, (_, at) => `column=id&op=eq&value=${at}`).join("&");
    expect(asked(many).filter?.all).toHaveLength(10);
  });
});

test("an address is read and written back the same, and another filter starts at the first row", () => {
  const query = "table=a+b&column=id&op=is_null&value=&sort=day&order=desc&offset=50&from=100";
  const wish = readRowsWish(new URLSearchParams(query));
  expect(rowsQuery(wish, { offset: wish.offset })).toBe(`?${query}`);
  expect(rowsQuery(wish, { conditions: [], sort: null, first: 0 })).toBe("?table=a+b");
});

test("whatever is typed, the query is one that the API takes", () => {
  const strange = ["\ud800", "x".repeat(5_000), "-1", "99999999", "__proto__", "\u0000"];
  for (const text of strange) {
    const given = { column: text, op: "eq", value: text, sort: text, offset: text, from: text };
    const query = new URLSearchParams({ ...given, table: text });
    expect(queryBody.safeParse(queryOf(readRowsWish(query), columns)).error).toBeUndefined();
  }
});

test("a wide table is asked for the columns that are shown, in fewer rows", () => {
  const wide = Array.from({ length: 120 }, (_, at) => ({ name: `c${at}`, type: "number" }));
  const query = queryOf(readRowsWish(new URLSearchParams("from=100")), wide);
  expect(query.columns).toEqual(wide.slice(100).map(({ name }) => name));
  expect(queryOf(readRowsWish(new URLSearchParams()), wide).limit).toBe(24);
});

describe("words to find", () => {
  test("are looked for in every text that is shown, whatever their case, beside the filters", () => {
    const { filter, count } = asked("column=id&op=gt&value=3&words=Ada+L");
    const holds = { column: "name", op: "contains", value: "Ada L", ignore_case: true } as const;
    expect(filter).toEqual({ all: [{ column: "id", op: "gt", value: 3 }, { any: [holds] }] });
    expect(count).toBe(true);
  });

  test("stay in the address, and ask for nothing where no column holds text", () => {
    const wish = readRowsWish(new URLSearchParams("words=+Ada+&sort=id"));
    expect(rowsQuery(wish, {})).toBe("?words=Ada&sort=id");
    expect(queryOf(wish, columns.slice(0, 2)).filter).toBeUndefined();
  });
});

describe("above a column", () => {
  const bare = { null_count: 0, histogram: null, top_values: null } as unknown as ColumnProfile;
  const head = async (column: Partial<ColumnProfile>, query = "") => {
    const wish = readRowsWish(new URLSearchParams(query));
    const html = await ColumnHead({
      column: { ...bare, ...column },
      wish,
      path: "",
      rows: 10,
      hasBarLinks: true,
    });
    return { html, links: [...html.matchAll(/href="([^"]+)"/g)].map(([, to = ""]) => linked(to)) };
  };
  const linked = (to: string): unknown =>
    asked(to.replaceAll(/&(#38|amp);/g, "&").slice(1)).filter?.all;

  test("each bar leads to its rows, the last edge included, and integers are asked whole", async () => {
    const drawn = { method: "exact" as const, bin_edges: [1, 3.5, 6], counts: [4, 6] };
    const { html, links } = await head({ name: "id", type: "integer", histogram: drawn });
    expect(links).toEqual([
      [
        { column: "id", op: "gte", value: 1 },
        { column: "id", op: "lt", value: 4 },
      ],
      [
        { column: "id", op: "gte", value: 4 },
        { column: "id", op: "lte", value: 6 },
      ],
    ]);
    expect(html).toContain("id from 1 to 6: most, 6 of 10, lie from 3.5 to 6");
    expect(html.match(/tabindex="-1"/g)).toHaveLength(2);
  });

  test("a frequent value and what is missing are links beside the filters in use", async () => {
    const top = [{ value: `<b>"&`, count: 4 }];
    const { html, links } = await head(
      { name: "name", type: "string", null_count: 2, top_values: top },
      "column=id&op=eq&value=1",
    );
    const id = { column: "id", op: "eq", value: 1 };
    expect(links).toEqual([
      [id, { column: "name", op: "is_null" }],
      [id, { column: "name", op: "eq", value: `<b>"&` }],
    ]);
    expect(html).toContain("50 %");
    expect(html).toContain("20 % missing");
    expect(html).not.toContain("<b>");
  });
});

describe("rows of the sample", () => {
  const sample = {
    columns: [
      { name: "id", type: "integer" },
      { name: "name", type: "string" },
      { name: "price", type: "number" },
    ],
    rows: [
      [1, "Ada", 9.5],
      [2, "bob", null],
      [3, "Cy", 100],
    ],
    sampling: { method: "uniform", rows_total: 1200, truncated_cells: 0 },
  } as unknown as Sample;
  const shown = (query: string) => rowsOfSample(sample, readRowsWish(new URLSearchParams(query)));
  const cases: [query: string, numbers: number[]][] = [
    ["", [1, 2, 3]],
    ["words=AD", [1]],
    ["rows=bob", [2]],
    ["column=price&op=gt&value=20", [3]],
    ["column=price&op=lte&value=9.5", [1]],
    ["column=price&op=is_null", [2]],
    ["column=price&op=ne&value=100", [1]],
    ["column=name&op=starts_with&value=B", [2]],
    ["column=nothing&op=eq&value=1", []],
    ["sort=price", [1, 3, 2]],
    ["sort=price&order=desc", [3, 1, 2]],
    ["offset=2", [3]],
  ];
  for (const [query, numbers] of cases) {
    test(`${query || "without a choice"} are ${numbers.join(", ") || "none"}`, () => {
      expect(shown(query).numbers).toEqual(numbers);
    });
  }

  test("have the chosen columns, and say how they were drawn", () => {
    const { columns, rows, summary } = shown("columns=price, id&words=cy");
    expect(columns.map(({ name }) => name)).toEqual(["id", "price"]);
    expect(rows).toEqual([[3, 100]]);
    expect(summary).toContain(
      "1 row with these filters. The sample has 3 rows, drawn at random from 1,200",
    );
  });

  test("of a wide table with long values stay below 60 kB", async () => {
    const columns = Array.from({ length: 60 }, (_, at) => ({ name: `c${at}`, type: "string" }));
    const rows = Array.from({ length: 100 }, () => columns.map(() => "x".repeat(200)));
    const wish = readRowsWish(new URLSearchParams());
    const wide = rowsOfSample({ ...sample, columns, rows } as unknown as Sample, wish);
    const html = String(
      await Grid({ shown: wide, wish, profile: null, path: "/datasets/1", label: "Sample" }),
    );
    expect([wide.columns.length, wide.rows.length, wide.nextOffset]).toEqual([20, 24, 24]);
    expect(html.length).toBeLessThan(50_000);
  });
});

test("examples of SQL are made from the columns, and are queries that the API takes", () => {
  const examples = sqlExamples([...columns, { name: 'a "b"', type: "string" }]);
  expect(examples.map(({ label }) => label)).toEqual([
    "The highest price",
    "Mean price for each is_new",
    "Rows for each is_new",
    "The number of rows",
  ]);
  for (const { sql } of examples) {
    expect(readStatement({ sql })).toHaveProperty("from");
  }
  expect(sqlExamples([])).toHaveLength(1);
});

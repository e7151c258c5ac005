/** What the address of a table's rows asks for, by a table. */
import { describe, expect, test } from "bun:test";
import { queryBody } from "../../../market/query/schemas.ts";
import { queryOf, readRowsWish, rowsQuery } from "../../../site/catalogue/rows/read-wish.ts";

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
  expect(queryOf(readRowsWish(new URLSearchParams()), wide).limit).toBe(20);
});

/** How SQL is read: a plan in brief, or a refusal with its place, one case a line. */
import { expect, test } from "bun:test";
import {
  QUERY_EXPRESSIONS_MAX,
  QUERY_JOINS_MAX,
  QUERY_LIST_VALUES_MAX,
  QUERY_SQL_CHARS_MAX,
  QUERY_SQL_DEPTH_MAX,
} from "../../../market/query/limits.ts";
import type { PlannedExpression, QueriedColumn, QueryPlan } from "../../../market/query/plan.ts";
import { planQuery } from "../../../market/query/plan-query.ts";
import { queryBody } from "../../../market/query/schemas.ts";

const trees: QueriedColumn[] = [
  { name: "id", kind: "integer" },
  { name: "kind", kind: "string" },
  { name: "height", kind: "number" },
  { name: "price", kind: "number", storedAs: "decimal" },
  { name: "day", kind: "date" },
  { name: "seen", kind: "datetime" },
  { name: "fine", kind: "datetime", storedAs: "nanoseconds" },
  { name: "tall", kind: "boolean" },
  { name: "Leaf Form", kind: "string" },
  { name: "photo", kind: "binary" },
];
const soils: QueriedColumn[] = [
  { name: "id", kind: "integer" },
  { name: "kind", kind: "string" },
  { name: "depth", kind: "number" },
];

/** An expression as a short text: calls with their settings, columns as `table.name`. */
function brief(expression: PlannedExpression): string {
  switch (expression.is) {
    case "column":
      return `${expression.table}.${expression.column.name}`;
    case "literal": {
      const { value } = expression;
      return value === null ? "null" : String("digits" in value ? value.digits : value.value);
    }
    case "call": {
      const parts = [...expression.of.map(brief), ...expression.settings.map((one) => `‹${one}›`)];
      return `${expression.call}(${parts.join(" ")}):${expression.kind}`;
    }
    case "case": {
      const branches = expression.branches.map(
        ({ when, value }) => `${brief(when)}→${brief(value)}`,
      );
      return `case(${branches.join(" ")} ${brief(expression.otherwise)}):${expression.kind}`;
    }
    case "group":
      return `${expression.of === "keys" ? "k" : "a"}${expression.position}`;
    case "aggregate": {
      const of = expression.of === null ? "*" : brief(expression.of);
      return `${expression.function}(${of}${expression.filter ? ` if ${brief(expression.filter)}` : ""})`;
    }
    case "all":
    case "any":
      return `${expression.is}(${expression.of.map(brief).join(" ")})`;
    case "compare":
      return `${brief(expression.left)} ${expression.op} ${brief(expression.right)}`;
    case "in":
      return `${brief(expression.of)} in ${expression.values.length}`;
    case "text":
      return `${expression.op}(${brief(expression.of)} ${expression.value})`;
    default:
      return `${expression.is}(${brief(expression.of)})`;
  }
}

function plan(sql: string, more: Record<string, unknown> = {}): QueryPlan | string {
  const parsed = queryBody.safeParse({ sql, ...more });
  if (!parsed.success) return "schema";
  const planned = planQuery(parsed.data, [trees, soils, soils, soils]);
  if (!Array.isArray(planned)) return planned;
  return planned.map(({ pointer, detail }) => `${pointer} ${detail}`).join(" | ");
}

function planned(sql: string): QueryPlan {
  const made = plan(sql);
  if (typeof made === "string") throw new Error(made);
  return made;
}

test.each([
  ["id", "0.id"],
  ["ID", "0.id"],
  ['"Leaf Form"', "0.Leaf Form"],
  ['"leaf form"', "0.Leaf Form"],
  ["t.kind", "0.kind"],
  ["1", "1"],
  ["'it''s'", "it's"],
  ["E'a\\nb'", "a\nb"],
  ["id + 1", "add(0.id 1):integer"],
  ["id + 1.5", "add(cast(0.id ‹double›):decimal 1.5):decimal"],
  ["id + height", "add(cast(0.id ‹double›):number 0.height):number"],
  ["id + 1e0", "add(cast(0.id ‹double›):number 1):number"],
  ["-id", "negate(0.id):integer"],
  ["+id", "0.id"],
  ["id / 2", "divide(cast(0.id ‹double›):number cast(2 ‹double›):number):number"],
  ["6 / 10", "0.6"],
  ["id // 2", "quotient(0.id 2):integer"],
  ["id % 2", "remainder(0.id 2):integer"],
  ["height ^ 2", "power(0.height ‹2›):number"],
  ["day + 1", "add_days(0.day 1):date"],
  ["day - day", "days_between(0.day 0.day):integer"],
  ["day + INTERVAL '2 months'", "add_interval(cast(0.day ‹datetime›):datetime ‹2› ‹0›):datetime"],
  ["seen - INTERVAL '1' DAY", "add_interval(0.seen ‹0› ‹-86400000000›):datetime"],
  ["extract(year FROM day)", "date_part(0.day ‹year›):integer"],
  ["date_trunc('Month', seen)", "date_trunc(0.seen ‹month›):datetime"],
  ["date_diff('day', day, seen)", "date_diff(0.day 0.seen ‹day›):integer"],
  ["kind || id", "concatenate(0.kind cast(0.id ‹text›):string):string"],
  ["substring(kind FROM 2 FOR 3)", "substring(0.kind ‹2› ‹3›):string"],
  ["position('a' IN kind)", "position(0.kind ‹a›):integer"],
  ["trim(kind)", "trim(0.kind):string"],
  ["CAST(height AS integer)", "cast(0.height ‹integer›):integer"],
  ["id::text", "cast(0.id ‹text›):string"],
  ["DATE '1970-01-02'", "1"],
  ["TIMESTAMP '1970-01-01 00:00:01'", "1000000"],
  ["coalesce(id, height)", "coalesce(cast(0.id ‹double›):number 0.height):number"],
  ["CASE WHEN tall THEN 1 ELSE 2.5 END", "case(0.tall→cast(1 ‹double›):decimal 2.5):decimal"],
  ["CASE kind WHEN 'a' THEN id END", "case(0.kind eq a→0.id null):integer"],
  ["round(height, 2)", "round(0.height ‹2›):number"],
  ["round(id)", "0.id"],
] as const)("SELECT %s", (expression, expected) => {
  const [output] = planned(`SELECT ${expression} FROM dataset AS t`).outputs;
  expect(output === undefined ? null : brief(output.expression)).toBe(expected);
});

test.each([
  ["id = 1", "0.id eq 1"],
  ["1 < id", "0.id gt 1"],
  ["id > 1.5", "0.id gt 1.5"],
  ["id <> 12345678901234567890", "0.id ne 12345678901234567890"],
  ["day >= '1970-01-03'", "0.day gte 2"],
  ["day < TIMESTAMP '1970-01-01 12:00:00'", "cast(0.day ‹datetime›):datetime lt 43200000000"],
  ["kind IN ('a', 'b')", "0.kind in 2"],
  ["kind NOT IN ('a')", "not(0.kind in 1)"],
  ["id BETWEEN 1 AND 3", "all(0.id gte 1 0.id lte 3)"],
  ["kind IS NULL", "null(0.kind)"],
  ["kind IS NOT NULL", "not(null(0.kind))"],
  ["tall IS NOT TRUE", "not(coalesce(0.tall false):boolean)"],
  ["kind IS DISTINCT FROM NULL", "not(null(0.kind))"],
  ["kind LIKE 'a_%.'", "matches(0.kind ‹(?s)^a..*\\x{2e}$›):boolean"],
  ["kind LIKE 'a!%' ESCAPE '!'", "matches(0.kind ‹(?s)^a%$›):boolean"],
  ["kind ILIKE 'A%'", "matches(lower(0.kind):string ‹(?s)^a.*$›):boolean"],
  ["starts_with(kind, 'a')", "starts_with(0.kind a)"],
  ["tall AND NOT (id = 1 OR id = 2)", "all(0.tall not(any(0.id eq 1 0.id eq 2)))"],
  ["((((id = 1))))", "0.id eq 1"],
] as const)("WHERE %s", (condition, expected) => {
  const { filter } = planned(`SELECT id FROM dataset WHERE ${condition}`);
  expect(filter === null ? null : brief(filter)).toBe(expected);
});

test("groups, their order and their conditions become keys and aggregates, each once", () => {
  const made = planned(`SELECT upper(kind) AS k, count(*) AS n, sum(height) / count(*) AS mean
    FROM dataset WHERE tall GROUP BY k HAVING n > 2 AND max(id) > 5 ORDER BY sum(height) DESC, k LIMIT 7 OFFSET 2`);
  expect(made.groups?.keys.map(brief)).toEqual(["upper(0.kind):string"]);
  expect(made.groups?.aggregates.map(brief)).toEqual(["count(*)", "sum(0.height)", "max(0.id)"]);
  expect(made.groups?.having && brief(made.groups.having)).toBe("all(a0 gt 2 a2 gt 5)");
  expect(made.outputs.map(({ name }) => name)).toEqual(["k", "n", "mean"]);
  expect(made.order.map(({ by, isDescending }) => [brief(by), isDescending])).toEqual([
    ["a1", true],
    ["k0", false],
  ]);
  expect([made.resultRowsMax, made.resultOffsetRows, made.limitRows]).toEqual([7, 2, 100]);
});

test("a join has keys; conditions of an inner join filter, those of a left join filter its table", () => {
  const inner = planned("SELECT * FROM dataset a JOIN soils b ON a.kind = b.kind AND b.depth > 1");
  expect(inner.joins).toMatchObject([{ table: 1, kind: "inner", filter: null }]);
  expect(inner.joins[0]?.keys.map(({ before, joined }) => [brief(before), brief(joined)])).toEqual([
    ["0.kind", "1.kind"],
  ]);
  expect(inner.filter && brief(inner.filter)).toBe("1.depth gt 1");
  const left = planned("SELECT a.id FROM dataset a LEFT JOIN soils b USING (kind)");
  expect(left.joins[0]?.keys.map(({ before, joined }) => [brief(before), brief(joined)])).toEqual([
    ["0.kind", "1.kind"],
  ]);
  const own = planned(
    "SELECT a.id FROM dataset a LEFT JOIN soils b ON a.id = b.id AND b.depth > 1",
  );
  expect(own.joins[0]?.filter && brief(own.joins[0].filter)).toBe("1.depth gt 1");
  expect(inner.outputs.map(({ name }) => name).slice(-3)).toEqual(["id_2", "kind_2", "depth"]);
});

const L1 = "/sql Line 1, column";

test.each([
  ["SELECT FROM dataset", `${L1} 1: SELECT names no column.`],
  ["SELEC id FROM dataset", `${L1} 1: Syntax error at or near "SELEC".`],
  [
    "SELECT id\nFROM dataset\nWHERE é = FROM",
    '/sql Line 3, column 11: Syntax error at or near "FROM".',
  ],
  ["SELECT 'é', 🤦 FROM dataset WHERE", "/sql Line 1, column 33: Syntax error at end of input."],
  [
    "SELECT 'abc FROM dataset",
    `${L1} 8: Unterminated quoted string at or near "'abc FROM dataset".`,
  ],
  ["SELECT id FROM dataset; DROP TABLE x", `${L1} 25: Send one SELECT only.`],
  ["DROP TABLE listings", `${L1} 1: Only SELECT is possible.`],
  ["EXPLAIN SELECT id FROM dataset", `${L1} 1: Only SELECT is possible.`],
  ["COPY dataset TO '/tmp/x'", `${L1} 1: Only SELECT is possible.`],
  ["-- nothing", `${L1} 1: There is no SELECT.`],
  ["SELECT id", `${L1} 1: There is no FROM: the table is called dataset.`],
  ["SELECT id INTO x FROM dataset", `${L1} 8: SELECT INTO is not supported: queries only read.`],
  ["SELECT id FROM dataset FOR UPDATE", `${L1} 8: FOR UPDATE is not supported: queries only read.`],
  [
    "WITH a AS (SELECT 1) SELECT id FROM dataset",
    `${L1} 29: WITH is not supported: write one SELECT.`,
  ],
  [
    "SELECT id FROM dataset UNION SELECT id FROM dataset",
    `${L1} 1: UNION, INTERSECT and EXCEPT are not supported: send two queries.`,
  ],
  ["VALUES (1)", `${L1} 1: VALUES is not supported: select from a table.`],
  [
    "SELECT id FROM (SELECT 1) x",
    `${L1} 24: FROM takes tables and JOIN, no subqueries and no functions.`,
  ],
  [
    "SELECT id FROM read_csv('/etc/passwd')",
    `${L1} 16: FROM takes tables and JOIN, no subqueries and no functions.`,
  ],
  [
    "SELECT id FROM pg_catalog.pg_class",
    `${L1} 16: A table is dataset, "a table's name", "a dataset's id", or "a dataset's id"."a table's name".`,
  ],
  ["SELECT id FROM a.b.c", `${L1} 16: This form is not supported here.`],
  ["SELECT id FROM dataset, soils", `${L1} 25: Write JOIN … ON … instead of a comma.`],
  [
    "SELECT 1 FROM dataset CROSS JOIN soils",
    `${L1} 34: A join needs ON with equal columns: there are no cross joins.`,
  ],
  [
    "SELECT 1 FROM dataset a JOIN soils b ON true",
    `${L1} 30: A join needs a column of each table that are equal: there are no cross joins.`,
  ],
  [
    "SELECT 1 FROM dataset a JOIN soils b ON a.id < b.id",
    `${L1} 30: A join needs a column of each table that are equal: there are no cross joins.`,
  ],
  [
    "SELECT 1 FROM dataset a JOIN soils b ON a.id = a.id",
    `${L1} 30: A join needs a column of each table that are equal: there are no cross joins.`,
  ],
  [
    "SELECT 1 FROM dataset a FULL JOIN soils b ON a.id = b.id",
    `${L1} 35: Only INNER JOIN and LEFT JOIN are supported.`,
  ],
  ["SELECT 1 FROM dataset a NATURAL JOIN soils b", `${L1} 38: This form is not supported here.`],
  [
    "SELECT 1 FROM dataset JOIN dataset ON true",
    `${L1} 28: Two tables are named dataset: add AS with another name.`,
  ],
  [
    "SELECT 1 FROM dataset a LEFT JOIN soils b ON a.id = b.id AND a.id > 2",
    `${L1} 67: ON of a LEFT JOIN takes equal columns, and conditions on the joined table.`,
  ],
  [
    "SELECT 1 FROM dataset a JOIN soils b ON a.id = b.kind",
    `${L1} 46: Values of the types integer and string cannot be compared: CAST one of them.`,
  ],
  [
    "SELECT id FROM dataset a JOIN soils b USING (kind)",
    `${L1} 8: Several columns are named "id". Write a."id" or b."id".`,
  ],
  [
    "SELECT (SELECT 1) FROM dataset",
    `${L1} 8: Subqueries are not supported: join the table, or send two queries.`,
  ],
  [
    "SELECT id FROM dataset WHERE id IN (SELECT 1)",
    `${L1} 33: Subqueries are not supported: join the table, or send two queries.`,
  ],
  [
    "SELECT count(*) OVER () FROM dataset",
    `${L1} 8: Window functions (OVER) are not supported: use GROUP BY.`,
  ],
  [
    "SELECT now() FROM dataset",
    `${L1} 8: The function now is not supported. The current time is not available: write it as a constant.`,
  ],
  [
    "SELECT current_date FROM dataset",
    `${L1} 8: The current time is not available: write it as a constant.`,
  ],
  ["SELECT pg_sleep(10) FROM dataset", `${L1} 8: There is no function "pg_sleep".`],
  [
    "SELECT pg_catalog.length(kind) FROM dataset",
    `${L1} 8: A function has no schema: write its name only.`,
  ],
  ["SELECT constructor(id) FROM dataset", `${L1} 8: There is no function "constructor".`],
  ["SELECT __proto__(id) FROM dataset", `${L1} 8: There is no function "__proto__".`],
  ["SELECT __proto__ FROM dataset", `${L1} 8: There is no column "__proto__".`],
  ["SELECT $1 FROM dataset", `${L1} 8: Parameters are not supported: write the value.`],
  ["SELECT ARRAY[id] FROM dataset", `${L1} 8: Arrays are not supported.`],
  [
    "SELECT id FROM dataset GROUP BY ROLLUP(id)",
    `${L1} 33: GROUPING SETS, ROLLUP and CUBE are not supported: send one query for each.`,
  ],
  [
    "SELECT DISTINCT ON (id) id FROM dataset",
    `${L1} 21: DISTINCT ON is not supported: use GROUP BY with min or max.`,
  ],
  ["SELECT kin FROM dataset", `${L1} 8: There is no column "kin". The nearest name is "kind".`],
  ["SELECT t.id FROM dataset", `${L1} 8: There is no table of this query "t".`],
  [
    "SELECT id FROM dataset WHERE id",
    `${L1} 30: A condition is true or false; this is of type integer.`,
  ],
  [
    "SELECT id FROM dataset WHERE kind = NULL",
    `${L1} 37: Nothing equals NULL: write IS NULL or IS NOT NULL.`,
  ],
  [
    "SELECT id FROM dataset WHERE kind = 5",
    `${L1} 37: Column "kind" is of type string and compares with a string.`,
  ],
  [
    "SELECT id FROM dataset WHERE day > 'tomorrow'",
    `${L1} 36: Column "day" is of type date and compares with a date such as "2026-01-31".`,
  ],
  [
    "SELECT id FROM dataset WHERE id = kind",
    `${L1} 33: Values of the types integer and string cannot be compared: CAST one of them.`,
  ],
  [
    "SELECT id FROM dataset WHERE photo = 'x'",
    `${L1} 36: Column "photo" is of type binary: it can only be tested with is_null.`,
  ],
  [
    "SELECT id FROM dataset WHERE id * 0.1 = 0.3",
    `${L1} 39: This value has an exact decimal fraction, which cannot be compared here: write CAST(… AS DOUBLE).`,
  ],
  [
    "SELECT id FROM dataset WHERE kind LIKE 'a\\%'",
    `${L1} 40: A backslash in a pattern needs ESCAPE: write ESCAPE '\\' or another one.`,
  ],
  ["SELECT id FROM dataset WHERE kind LIKE kind", `${L1} 40: The pattern is a text constant.`],
  [
    "SELECT id FROM dataset WHERE kind ~ 'a'",
    `${L1} 35: The operator ~ is not supported. Regular expressions are not supported: use LIKE.`,
  ],
  [
    "SELECT id FROM dataset WHERE kind SIMILAR TO 'a'",
    `${L1} 35: SIMILAR TO is not supported: use LIKE.`,
  ],
  [
    "SELECT id + kind FROM dataset",
    `${L1} 11: \`+\` takes numbers; column "kind" is of type string. CAST it if that is meant.`,
  ],
  [
    "SELECT id // 2 + 1 FROM dataset",
    `${L1} 11: Around // stand columns, numbers and functions, because SQL systems read a + b // c differently: write CAST(trunc((a + b) / c) AS BIGINT).`,
  ],
  [
    "SELECT round(price, 1) FROM dataset",
    `${L1} 8: SQL rounds decimals and doubles differently: round(CAST(… AS DOUBLE), digits).`,
  ],
  [
    "SELECT price::int FROM dataset",
    `${L1} 13: SQL rounds decimals and doubles differently: CAST it AS DOUBLE first, or use round().`,
  ],
  [
    "SELECT year(fine) FROM dataset",
    `${L1} 13: This column stores nanoseconds: it can be shown, sorted, and compared with a constant.`,
  ],
  [
    "SELECT CAST(id AS DECIMAL(10, 2)) FROM dataset",
    `${L1} 8: DECIMAL is not supported: use DOUBLE, and round() for digits.`,
  ],
  [
    "SELECT CAST(height AS TEXT) FROM dataset",
    `${L1} 8: A value of type number cannot be cast to text. Use strftime for times; numbers with fractions have no text that is the same everywhere.`,
  ],
  [
    "SELECT seen AT TIME ZONE 'UTC' FROM dataset",
    `${L1} 13: The function timezone is not supported. Times are in UTC; add an INTERVAL.`,
  ],
  [
    "SELECT seen - seen FROM dataset",
    `${L1} 13: The difference of two times is date_diff('second', from, to).`,
  ],
  [
    "SELECT INTERVAL '1 day' FROM dataset",
    `${L1} 8: An interval is added to a date or subtracted from it.`,
  ],
  [
    "SELECT day + INTERVAL '1 day 2 hours' FROM dataset",
    `${L1} 14: An interval is such as INTERVAL '3 days', of one unit: year, quarter, month, week, day, hour, minute, second.`,
  ],
  ["SELECT sum(kind) FROM dataset", `${L1} 12: Column "kind" is of type string, which has no sum.`],
  ["SELECT sum(DISTINCT id) FROM dataset", `${L1} 8: DISTINCT is for count, min and max only.`],
  ["SELECT sum(sum(id)) FROM dataset", `${L1} 12: Aggregates do not stand within each other.`],
  [
    "SELECT id FROM dataset WHERE sum(id) > 1",
    `${L1} 30: An aggregate stands in SELECT, HAVING or ORDER BY, not here.`,
  ],
  [
    "SELECT id, count(*) FROM dataset",
    `${L1} 8: Column "id" has to be in GROUP BY, or in an aggregate.`,
  ],
  [
    "SELECT kind FROM dataset GROUP BY kind ORDER BY id",
    `${L1} 49: Column "id" has to be in GROUP BY, or in an aggregate.`,
  ],
  [
    "SELECT DISTINCT kind FROM dataset ORDER BY id",
    `${L1} 44: Column "id" has to be in SELECT, because of DISTINCT.`,
  ],
  ["SELECT kind FROM dataset GROUP BY 2", `${L1} 35: A position is a number from 1 to 1.`],
  [
    "SELECT photo FROM dataset ORDER BY photo",
    `${L1} 36: Column "photo" is of type binary, which has no order.`,
  ],
  ["SELECT id FROM dataset LIMIT -1", `${L1} 30: LIMIT is a whole number.`],
  ["SELECT id FROM dataset LIMIT id", `${L1} 30: LIMIT is a whole number.`],
  [
    "SELECT substr(kind, 0) FROM dataset",
    `${L1} 21: \`substr\` takes a whole number from 1 to 1000000, as a constant here.`,
  ],
  [
    "SELECT date_trunc('century', day) FROM dataset",
    `${L1} 19: \`date_trunc\` takes one of year, quarter, month, week, day, hour, minute, second, as a text constant here.`,
  ],
  ["SELECT length(kind, kind) FROM dataset", `${L1} 8: \`length\` takes 1 values, not 2.`],
  ["SELECT count(kind, id) FROM dataset", `${L1} 8: An aggregate takes one value.`],
] as const)("%s is refused", (sql, refusal) => {
  expect(plan(sql)).toStartWith(refusal);
});

const nested = (open: string, inner: string, close: string, depth: number) =>
  open.repeat(depth) + inner + close.repeat(depth);

test("what is within a limit is planned, and beyond it the limit is named", () => {
  const from = "FROM dataset";
  const joins = (count: number) =>
    Array.from({ length: count }, (_, at) => `JOIN s${at} ON s${at}.id = t.id`).join(" ");
  const values = (count: number) => Array.from({ length: count }, (_, at) => at).join(",");
  const within: [limit: number, make: (size: number) => string][] = [
    [QUERY_SQL_DEPTH_MAX, (size) => `SELECT ${nested("abs(", "id", ")", size - 1)} ${from}`],
    [QUERY_JOINS_MAX, (size) => `SELECT t.id ${from} t ${joins(size)}`],
    [QUERY_LIST_VALUES_MAX, (size) => `SELECT id ${from} WHERE id IN (${values(size)})`],
  ];
  for (const [limit, make] of within) {
    expect(plan(make(limit))).toBeObject();
    expect(plan(make(limit + 1))).toMatch(new RegExp(`\\b${limit}\\b`));
  }
  const many = (count: number) => `SELECT id ${from} WHERE ${"id=1 OR ".repeat(count)}id=1`;
  expect(plan(many(300))).toBeObject();
  expect(plan(many(520))).toContain(`${QUERY_EXPRESSIONS_MAX} columns, values and operators`);
  const spaces = (chars: number) => `SELECT id ${from}`.padEnd(chars);
  expect(plan(spaces(QUERY_SQL_CHARS_MAX))).toBeObject();
  expect(plan(spaces(QUERY_SQL_CHARS_MAX + 1))).toBe("schema");
  expect(plan(`SELECT ${nested("(", "id", ")", 1000)} ${from}`)).toBeObject();
  expect(plan(`SELECT ${"/* */".repeat(51)} id ${from}`)).toContain("up to 50 comments");
  expect(plan(`SELECT 1 ${"+-".repeat(40)} 1 ${from}`)).toContain("up to 32");
});

test("only limit, offset and count can be combined with sql", () => {
  expect(plan("SELECT id FROM dataset", { limit: 5, offset: 2, count: true })).toMatchObject({
    ...{ limitRows: 5, offsetRows: 2, countsRows: true, resultRowsMax: null },
  });
  const filter = { column: "id", op: "eq", value: 1 };
  expect(plan("SELECT id FROM dataset", { filter })).toBe(
    "/filter `filter` cannot be combined with `sql`: write it in the statement.",
  );
});

test("both forms make the same plan", () => {
  const structured = planQuery(
    queryBody.parse({
      filter: {
        all: [
          { column: "id", op: ">", value: 3 },
          { column: "kind", op: "in", value: ["a"] },
        ],
      },
      group_by: ["kind"],
      aggregates: [{ function: "avg", column: "height", as: "h" }],
      order_by: [{ column: "h", direction: "desc" }],
    }),
    [trees],
  );
  const sql = plan(
    "SELECT kind, avg(height) AS h FROM dataset WHERE id > 3 AND kind IN ('a') GROUP BY kind ORDER BY h DESC",
  );
  const withoutPlaces = (value: unknown) =>
    JSON.stringify(value, (name, inner) => (name === "at" ? undefined : inner));
  expect(withoutPlaces(sql)).toBe(withoutPlaces(structured));
});

/** Statements on a table of which only some columns are known yet. */
import { expect, test } from "bun:test";
import type { QueriedColumn } from "../../../market/query/plan.ts";
import { findOpenFaults, planQuery } from "../../../market/query/plan-query.ts";
import { randomQuery, writtenQueries } from "../../workers/query/sql-queries.ts";

const facts: QueriedColumn[] = [
  { name: "id", kind: "integer" },
  { name: "n", kind: "integer" },
  { name: "x", kind: "number" },
  { name: "kind", kind: "string" },
  { name: "day", kind: "date" },
  { name: "ts", kind: "datetime" },
  { name: "flag", kind: "boolean" },
];

const isPlanned = (sql: string) =>
  !sql.includes("GROUP BY") && !Array.isArray(planQuery({ sql }, [facts]));

test("a figure that some file can answer has no fault, whichever columns are known", () => {
  const seed = Math.floor(Math.random() * 1e9);
  let state = seed;
  const random = () => {
    state = (state * 48_271 + 1) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const made = Array.from({ length: 300 }, () => randomQuery(random));
  const possible = [...writtenQueries, ...made].filter(isPlanned);
  expect(possible.length).toBeGreaterThan(100);
  for (const sql of possible) {
    const known = facts.filter(() => random() < 0.5);
    for (const columns of [[], known, facts]) {
      const names = columns.map(({ name }) => name).join();
      expect([seed, sql, names, findOpenFaults(sql, columns)]).toEqual([seed, sql, names, []]);
    }
  }
});

test.each([
  ["SELECT count(*) FILTER (WHERE frob(a) > 1) FROM dataset", "column 31: There is no function"],
  ["SELECT count(*) FROM dataset WHERE regexp_matches(a, 'x')", "Use LIKE"],
  ["SELECT max(read_text('/etc/passwd')) FROM dataset", "There is no function"],
  ["SELECT max(a) >= now() FROM dataset", "now is not supported"],
  ["SELECT max(n) = 'a' FROM dataset", "integer"],
  ["SELECT count(*) FROM dataset WHERE a LIKE 'x' AND sum(n) > 1", "aggregate"],
])("no file can answer %s", (sql, words) => {
  expect(findOpenFaults(sql, facts)[0]?.detail).toContain(words);
});

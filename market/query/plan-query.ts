/** Plans a query, in either form, for the columns of its tables. Pure. */
import type { FieldFault } from "../errors.ts";
import { checkSelect } from "./check-select.ts";
import { Checks } from "./checks.ts";
import type { QueriedColumn, QueryPlan } from "./plan.ts";
import { readSql } from "./read-sql.ts";
import { pageOf, readStructured } from "./read-structured.ts";
import type { AskedQuery } from "./schemas.ts";
import type { Select } from "./select.ts";

/** What SQL replaces; `limit`, `offset` and `count` show a page of its result. */
const structuredFields = ["filter", "columns", "group_by", "aggregates", "order_by"] as const;

/** The statement of `sql`, or its faults. */
export function readStatement(asked: AskedQuery & { sql: string }): Select | FieldFault[] {
  const checks = new Checks([], asked.sql);
  for (const field of structuredFields) {
    if (asked[field] === undefined) continue;
    checks.refuse(
      `/${field}`,
      `\`${field}\` cannot be combined with \`sql\`: write it in the statement.`,
    );
  }
  return checks.faults.length > 0 ? checks.faults : readSql(asked.sql, pageOf(asked));
}

/** The plan, or all faults of the query. `tables` has the columns of each table, in its order. */
export function planQuery(
  asked: AskedQuery,
  tables: readonly (readonly QueriedColumn[])[],
): QueryPlan | FieldFault[] {
  const { sql } = asked;
  if (sql === undefined) {
    const checks = new Checks([{ name: "dataset", columns: tables[0] ?? [] }], null);
    return checkSelect(readStructured(asked, checks), checks);
  }
  const select = readStatement({ ...asked, sql });
  if (Array.isArray(select)) return select;
  const named = [select.from, ...select.joins.map(({ table }) => table)];
  const checked = named.map(({ name }, at) => ({ name, columns: tables[at] ?? [] }));
  return checkSelect(select, new Checks(checked, sql));
}

/** Plans a query, in either form, for the columns of its tables. Pure. */
import type { FieldFault } from "../errors.ts";
import { isFunction, unknownFunction } from "./check-call.ts";
import { checkSelect } from "./check-select.ts";
import { Checks } from "./checks.ts";
import type { QueriedColumn, QueryPlan } from "./plan.ts";
import { readSql } from "./read-sql.ts";
import { pageOf, readStructured } from "./read-structured.ts";
import type { AskedQuery } from "./schemas.ts";
import { partsOfSelect, type Select, type SelectExpression } from "./select.ts";

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

/** The faults of a statement of one figure, of whose table only some columns are known. */
export function findOpenFaults(sql: string, columns: readonly QueriedColumn[]): FieldFault[] {
  const select = readStatement({ sql });
  if (Array.isArray(select)) return select;
  const checks = new Checks([{ name: select.from.name, columns }], sql, { isOpen: true });
  // The plan leaves out what follows from an unknown column.
  for (const { name, at } of callsOf(select)) {
    if (!isFunction(name)) checks.refuse(at, unknownFunction(name));
  }
  if (checks.faults.length > 0) return checks.faults;
  const planned = checkSelect(select, checks);
  return Array.isArray(planned) ? planned : [];
}

function callsOf({ outputs, filter, having }: Select) {
  const shown = outputs.flatMap(({ of }) => (of.is === "star" ? [] : [of]));
  return [...shown, filter, having].flatMap((one) => (one === null ? [] : callsIn(one)));
}

type Call = Extract<SelectExpression, { is: "call" }>;

function callsIn(expression: SelectExpression): Call[] {
  const inner = partsOfSelect(expression).flatMap(callsIn);
  return expression.is === "call" ? [expression, ...inner] : inner;
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

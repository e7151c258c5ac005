/** What the SQL of a check must be, and its faults in a contract's words. Pure. */
import { readSql, requestedTable } from "../read-sql.ts";
import { hasAggregate } from "../select.ts";
import { noClock } from "../sql-expression.ts";
import { sqlFault } from "./compile.ts";

const page = { limitRows: 1, offsetRows: 0, countsRows: false };

/**
 * Why a statement is not one aggregated figure of the contract's table, null if it is. Its columns are not
 * looked up. `table`: the contract's name for the table.
 */
export function figureFault(sql: string, table: string | undefined): string | null {
  const long = sqlFault(sql);
  if (long !== null) return long;
  const select = readSql(sql, page);
  if (Array.isArray(select)) return inContract(select[0]?.detail ?? "It cannot be read.");
  const [output, ...others] = select.outputs;
  const { datasetId, table: named } = select.from.reference;
  const isNamed = named === null || named.toLowerCase() === table?.toLowerCase();
  if (select.joins.length > 0 || datasetId !== null || !isNamed) {
    return "It may read only the file that is checked: FROM {object}.";
  }
  const isFigure = output !== undefined && output.of.is !== "star" && hasAggregate(output.of);
  if (others.length > 0 || !isFigure || select.groupBy.length > 0) {
    return "It must be one aggregated value, such as count(*).";
  }
  return null;
}

/** A fault of the query engine, with the placeholders of contracts. */
export function inContract(detail: string): string {
  return detail
    .replace(`the table is called ${requestedTable}`, "write FROM {object}")
    .replace(noClock, "Write {today}, the date of the check.");
}

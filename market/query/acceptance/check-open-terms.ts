/** Checks a contract for data that does not exist yet. */
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import type { Context } from "../../context.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { readSql } from "../read-sql.ts";
import { hasAggregate } from "../select.ts";
import { compileTerms, todayOf } from "./compile.ts";

const page = { limitRows: 1, offsetRows: 0, countsRows: false };

/**
 * Throws if a `query` cannot be read, is not one aggregated figure, or reads another table than the delivered
 * one, with the place of each fault. Columns are known only once something is delivered.
 * Errors: invalid_acceptance.
 */
export function checkOpenTerms({ now }: Pick<Context, "now">, terms: AcceptanceTerms): void {
  const { figures } = compileTerms(terms, todayOf(now()));
  const faults = figures.flatMap(({ pointer, measure }): FieldFault[] => {
    const detail = "sql" in measure ? faultOf(measure.sql) : null;
    if (detail === null) return [];
    return [{ pointer: `/bounty/acceptance${pointer}`, code: "invalid_acceptance", detail }];
  });
  if (faults.length === 0) return;
  throw new MarketError("invalid_acceptance", faults[0]?.detail ?? "", { faults });
}

function faultOf(sql: string): string | null {
  const select = readSql(sql, page);
  if (Array.isArray(select)) return select[0]?.detail ?? "It cannot be read.";
  const [output, ...others] = select.outputs;
  const { datasetId, table } = select.from.reference;
  if (select.joins.length > 0 || datasetId !== null || table !== null) {
    return "It may read only the delivered file: FROM {object}.";
  }
  const isFigure = output !== undefined && output.of.is !== "star" && hasAggregate(output.of);
  if (others.length > 0 || !isFigure || select.groupBy.length > 0) {
    return "It must be one aggregated value, such as count(*).";
  }
  return null;
}

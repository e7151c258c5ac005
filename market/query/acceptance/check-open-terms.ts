/** Checks a contract for data that does not exist yet. */
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import type { Context } from "../../context.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { compileTerms, todayOf } from "./compile.ts";
import { figureFault } from "./figure-sql.ts";

/**
 * Throws if a `query` cannot be read, is not one aggregated figure, or reads another table than the delivered
 * one, with the place of each fault. Columns are known only once something is delivered.
 * Errors: invalid_acceptance.
 */
export function checkOpenTerms({ now }: Pick<Context, "now">, terms: AcceptanceTerms): void {
  const { figures } = compileTerms(terms, todayOf(now()));
  const faults = figures.flatMap(({ pointer, measure, table }): FieldFault[] => {
    const detail = "sql" in measure ? figureFault(measure.sql, table) : null;
    if (detail === null) return [];
    return [{ pointer: `/bounty/acceptance${pointer}`, code: "invalid_acceptance", detail }];
  });
  if (faults.length === 0) return;
  throw new MarketError("invalid_acceptance", faults[0]?.detail ?? "", { faults });
}

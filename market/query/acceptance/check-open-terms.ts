/** Checks a contract for data that does not exist yet. */

import { yieldToOthers } from "../../../platform/yield-to-others.ts";
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import type { Context } from "../../context.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import type { QueriedColumn } from "../plan.ts";
import { findOpenFaults } from "../plan-query.ts";
import { compileTerms, kindOfType, todayOf } from "./compile.ts";
import { figureFault, inContract } from "./figure-sql.ts";

/**
 * Throws if a check cannot be computed whatever is delivered, with the place of each fault: a `query` that cannot
 * be read, is not one aggregated figure, reads another table, calls an unknown function, or does not fit the types
 * that the contract demands. Other columns are known only once something is delivered.
 * Errors: invalid_acceptance.
 */
export async function checkOpenTerms(
  { now }: Pick<Context, "now">,
  terms: AcceptanceTerms,
): Promise<void> {
  const { figures } = compileTerms(terms, todayOf(now()));
  const faults: FieldFault[] = [];
  for (const { pointer, measure, table } of figures) {
    if (!("sql" in measure)) continue;
    // The parser takes up to a millisecond for each.
    await yieldToOthers();
    const { sql } = measure;
    const detail = figureFault(sql, table) ?? typedFault(sql, columnsOf(terms, table));
    if (detail === null) continue;
    faults.push({ pointer: `/bounty/acceptance${pointer}`, code: "invalid_acceptance", detail });
  }
  if (faults.length === 0) return;
  throw new MarketError("invalid_acceptance", faults[0]?.detail ?? "", { faults });
}

function typedFault(sql: string, columns: readonly QueriedColumn[]): string | null {
  const [fault] = findOpenFaults(sql, columns);
  return fault === undefined ? null : inContract(fault.detail);
}

/** The columns whose kind the contract decides. */
function columnsOf({ schema }: AcceptanceTerms, table: string | undefined): QueriedColumn[] {
  const properties = schema.flatMap((one) => (one.name === table ? (one.properties ?? []) : []));
  return properties.flatMap(({ name, logicalType }) => {
    const kind = logicalType === undefined ? null : kindOfType(logicalType);
    return kind === null ? [] : [{ name, kind }];
  });
}

/**
 * Faults that only the values show, such as a division by zero. An expression raises one by a cast
 * that fails: Polars reports the text that it could not cast.
 */
import pl, { type Expr } from "nodejs-polars";
import type { Place } from "../../market/query/plan.ts";
import type { ValueFault } from "../../market/query/value-faults.ts";
import { markOf } from "./fault-mark.ts";

/** Null in every row; the task fails if `isFaulty` is true in a row. */
export function faultIf(isFaulty: Expr, code: ValueFault, at: Place): Expr {
  return pl
    .when(isFaulty)
    .then(pl.lit(markOf(code, at)))
    .otherwise(pl.lit(null))
    .cast(pl.Int64, true);
}

import type { Context } from "../context.ts";
import { increments } from "./increments.ts";
import { hardEndHours } from "./rules.ts";
import type { IncrementsView } from "./schemas.ts";
import { softCloseSeconds } from "./standing.ts";

/** The figures by which auctions run. */
export function listIncrements(ctx: Context): IncrementsView {
  return {
    currency: ctx.config.CURRENCY,
    soft_close_seconds: softCloseSeconds,
    hard_end_hours: hardEndHours,
    increments: increments.map(({ fromCents, incrementCents }) => ({
      from_cents: fromCents,
      increment_cents: incrementCents,
    })),
  };
}

import type { AccountActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";

/** Another account's counts as missing. Errors: subscription_not_found. */
export function requireOwnSubscription<Row extends { accountId: string }>(
  row: Row | null | undefined,
  actor: AccountActor,
): Row {
  if (row != null && row.accountId === actor.accountId) return row;
  throw new MarketError("subscription_not_found", "You have no subscription with this id.");
}

/** The first checks of every call about a waiting purchase. */
import type { Database } from "../../../db/client.ts";
import {
  findWaitingPurchase,
  type WaitingPurchaseRow,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import type { AccountActor } from "../../../db/vocabulary/actor.ts";
import { MarketError } from "../../errors.ts";

/** Another account's counts as missing. Errors: waiting_purchase_not_found. */
export function requireOwned<Row extends Pick<WaitingPurchaseRow, "accountId">>(
  row: Row | null,
  actor: AccountActor,
): Row {
  if (row !== null && row.accountId === actor.accountId) return row;
  throw new MarketError("waiting_purchase_not_found", "You have no waiting purchase with this id.");
}

/** Reads without a lock. Errors: waiting_purchase_not_found. */
export async function requireOwnWaiting(
  db: Database,
  actor: AccountActor,
  id: string,
): Promise<WaitingPurchaseRow> {
  return requireOwned(await findWaitingPurchase(db, id), actor);
}

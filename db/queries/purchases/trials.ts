/** Paid trials, and purchases whose price they lowered. */
import { and, asc, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { purchases } from "../../schema/index.ts";
import type { ChargebackState, PurchaseState } from "../../vocabulary/purchase.ts";
import type { PurchaseRow } from "./purchases.ts";

type PaidTrials = {
  accountId: string;
  listingId: string;
  exceptChargebacks: readonly ChargebackState[];
  rowsMax: number;
};

/**
 * Locks the account's paid trials of a listing, which are neither disputed nor refunded, by id. Call it
 * before the listing is locked.
 */
export async function lockPaidTrials(tx: Database, trials: PaidTrials): Promise<PurchaseRow[]> {
  return tx
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.accountId, trials.accountId),
        eq(purchases.listingId, trials.listingId),
        // Literals, so that prepared statements can use the partial index.
        sql`${purchases.state} in ('in_escrow', 'released') and ${purchases.trialRows} is not null`,
        or(
          isNull(purchases.chargeback),
          notInArray(purchases.chargeback, [...trials.exceptChargebacks]),
        ),
      ),
    )
    .orderBy(asc(purchases.id))
    .limit(trials.rowsMax)
    .for("update");
}

/** Which of these trials lowered the price of a purchase in one of these states. */
export async function readCreditedTrials(
  db: Database,
  trialIds: readonly string[],
  states: readonly PurchaseState[],
): Promise<string[]> {
  if (trialIds.length === 0) return [];
  const rows = await db
    .select({ id: purchases.creditedTrialId })
    .from(purchases)
    .where(
      and(inArray(purchases.creditedTrialId, [...trialIds]), inArray(purchases.state, [...states])),
    );
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

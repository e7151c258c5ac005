/** The purchases that were opened with a purse share its outcome, in its transaction. */
import type { Database } from "../../../db/client.ts";
import type { PurseRow } from "../../../db/queries/purchases/charged.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import { lockPendingOfPurse, updatePurse } from "../../../db/queries/purchases/purses.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { PURSE_PURCHASES_MAX } from "../limits.ts";
import { movePurchase } from "../move-purchase.ts";
import { postOnce } from "../post-once.ts";
import { beginEscrow, escrowEnd } from "../settlement/begin-escrow.ts";
import { settler } from "../settlement/outcome.ts";
import { lastLookAt } from "../settlement/rules.ts";
import { mailPurse } from "./notify.ts";

/** Pays a pending purchase out of its locked and captured purse. */
export async function fundPurchase(
  tx: Database,
  { config }: Pick<Context, "config">,
  { purse, purchase, now }: { purse: PurseRow; purchase: PurchaseRow; now: Date },
): Promise<PurchaseRow> {
  const { id: reference, priceCents: amountCents } = purchase;
  await postOnce(tx, purse, { posting: "allotted", reference, amountCents, now });
  const releaseDueAt = escrowEnd({ config }, purchase, now);
  const { paymentIntentId, chargeId } = purse;
  const paid = await movePurchase(
    tx,
    purchase,
    {
      state: "in_escrow",
      paymentIntentId,
      chargeId,
      paidAt: now,
      releaseDueAt,
      settleDueAt: lastLookAt({ releaseDueAt }, now),
      settleAttempts: 0,
    },
    { now, posting: "funded" },
  );
  const detail = { charge_id: chargeId, purse_id: purse.id };
  await auditPurchase(tx, paid.id, { actor: settler, action: "purchase.paid", detail }, now);
  await beginEscrow(tx, paid, { isBundled: purse.kind === "bundle", now });
  return paid;
}

/** Pays all purchases that waited for the charge of this locked purse. */
export async function fundPending(
  tx: Database,
  ctx: Pick<Context, "config">,
  purse: PurseRow,
  now: Date,
): Promise<void> {
  const pending = await lockPendingOfPurse(tx, purse.id, PURSE_PURCHASES_MAX);
  for (const purchase of pending) await fundPurchase(tx, ctx, { purse, purchase, now });
  if (purse.kind !== "bundle") return;
  await mailPurse(tx, purse.id, "bundle_bought", now);
  await mailPurse(tx, purse.id, "bundle_sold", now);
}

/** The bank asks the holder of this locked purse: its pending purchases wait as long. Returns them. */
export async function askPending(
  tx: Database,
  { id, actionAskedAt, actionDueAt }: PurseRow,
  now: Date,
): Promise<PurchaseRow[]> {
  const asked: PurchaseRow[] = [];
  for (const purchase of await lockPendingOfPurse(tx, id, PURSE_PURCHASES_MAX)) {
    const change = { actionAskedAt, actionDueAt, updatedAt: now };
    asked.push(await updatePurchase(tx, purchase, change));
  }
  return asked;
}

/** Ends all purchases that waited for the charge of this locked purse as it ended itself. */
export async function endPending(tx: Database, purse: PurseRow, now: Date): Promise<void> {
  const { state, failureCode, declineCode, failureDetail } = purse;
  const pending = await lockPendingOfPurse(tx, purse.id, PURSE_PURCHASES_MAX);
  for (const purchase of pending) {
    const change = { state, failureCode, declineCode, failureDetail, settleDueAt: null };
    await movePurchase(tx, purchase, change, { now });
    const detail = { code: failureCode, decline_code: declineCode, purse_id: purse.id };
    const action = state === "cancelled" || state === "expired" ? state : "payment_failed";
    await auditPurchase(
      tx,
      purchase.id,
      { actor: settler, action: `purchase.${action}`, detail },
      now,
    );
  }
  await updatePurse(tx, purse, { allottedCents: 0 });
}

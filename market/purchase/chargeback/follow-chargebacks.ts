/** Records bank disputes: rows, postings, states, events and mails. */
import type { Database } from "../../../db/client.ts";
import {
  type ChargebackRow,
  insertChargeback,
  lockChargeback,
  lockChargebacksOf,
  updateChargeback,
} from "../../../db/queries/purchases/chargebacks.ts";
import { type ChargedRow, isPurse, updateCharged } from "../../../db/queries/purchases/charged.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import type { ChargebackState } from "../../../db/vocabulary/purchase.ts";
import type { Answer, BankDispute, Intent } from "../../../platform/payments/port.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { notifyOfPurchase } from "../emit-purchase-event.ts";
import { postOnce } from "../post-once.ts";
import { followPurseDisputes, ownDisputes } from "../purse/disputes.ts";
import { debitedCents } from "../purse/rules.ts";
import { mailPurchase } from "../settlement/end-escrow.ts";
import { settler } from "../settlement/outcome.ts";
import { takeFromSale } from "../take-from-sale.ts";
import { noteAnswer } from "./note-answer.ts";
import { chargebackOf, notifiedSides } from "./rules.ts";
import { unbookedLossCents } from "./unbooked-loss.ts";

/** The intent's bank disputes; the provider is not called if the intent reports none. */
export async function findBankDisputes(
  ctx: Pick<Context, "payments">,
  intentId: string,
  intent: Pick<Intent, "bankDispute">,
): Promise<Answer<BankDispute[]>> {
  if (intent.bankDispute === "none") return { kind: "ok", value: [] };
  return ctx.payments.listBankDisputes(intentId);
}

/**
 * Writes each bank dispute into its row and into the ledger of the locked purchase or purse; of a shared
 * charge its part. Idempotent: each movement is recorded once.
 */
export async function followChargebacks<R extends ChargedRow>(
  tx: Database,
  row: R,
  disputes: BankDispute[],
  now: Date,
): Promise<R> {
  if (disputes.length === 0) return row;
  const own = await ownDisputes(tx, row, disputes, now);
  if (own.length === 0) return row;
  const followed = isPurse(row)
    ? await followPurseDisputes(tx, row, own, now)
    : await followOfPurchase(tx, row, own, now);
  return (await lookAgain(tx, followed, now)) as R;
}

async function followOfPurchase(
  tx: Database,
  purchase: PurchaseRow,
  disputes: BankDispute[],
  now: Date,
): Promise<PurchaseRow> {
  const chargeback = chargebackOf(disputes.map(({ state }) => state));
  const isNews = chargeback !== purchase.chargeback;
  await lockChargebacksOf(tx, purchase.id);
  const noted = isNews
    ? await updatePurchase(tx, purchase, { chargeback, chargebackAt: now, updatedAt: now })
    : purchase;
  let followed = noted;
  for (const dispute of disputes.toReversed()) followed = await follow(tx, followed, dispute, now);
  return followed;
}

/**
 * A bank takes months to decide, and the webhook may be lost. Nothing else would report the decision,
 * whether the money is in escrow, released or refunded.
 */
async function lookAgain(tx: Database, row: ChargedRow, now: Date): Promise<ChargedRow> {
  const { chargeback, settleDueAt } = row;
  if (chargeback !== "open" || settleDueAt !== null) return row;
  return updateCharged(tx, row, { settleDueAt: new Date(now.getTime() + 7 * dayMs) });
}

async function follow(
  tx: Database,
  purchase: PurchaseRow,
  dispute: BankDispute,
  now: Date,
): Promise<PurchaseRow> {
  const row = (await lockChargeback(tx, dispute.id)) ?? (await open(tx, purchase, dispute, now));
  await postMovements(tx, purchase, dispute, now);
  await updateChargeback(tx, row.id, {
    providerStatus: dispute.providerStatus,
    evidenceDueAt: dispute.evidenceDueAt,
  });
  if (dispute.isAnswered) await noteAnswer(tx, { purchase, row, now });
  if (row.state !== "open" || dispute.state === "open") return purchase;
  const isLost = dispute.state === "lost";
  const loss = isLost ? await postLoss(tx, purchase, dispute, now) : { purchase, owedCents: 0 };
  const closed = { state: dispute.state, closedAt: now, debtCents: loss.owedCents };
  await updateChargeback(tx, row.id, closed);
  await notify(tx, loss.purchase, { row, state: dispute.state, now });
  return loss.purchase;
}

async function open(
  tx: Database,
  purchase: PurchaseRow,
  dispute: BankDispute,
  now: Date,
): Promise<ChargebackRow> {
  const { id, amountCents, currency, reason, providerStatus, evidenceDueAt } = dispute;
  const row = await insertChargeback(tx, {
    ...{ id, amountCents, currency, reason, providerStatus, evidenceDueAt },
    purchaseId: purchase.id,
    sellerAccountId: purchase.sellerAccountId,
    state: "open",
    openedAt: dispute.createdAt,
  });
  await notify(tx, purchase, { row, state: "open", now });
  return row;
}

/** The bank's debits and credits, each posted once by the provider's id. */
async function postMovements(
  tx: Database,
  purchase: PurchaseRow,
  { movements }: BankDispute,
  now: Date,
): Promise<void> {
  for (const { id: reference, amountCents } of movements) {
    const posting = amountCents < 0 ? "dispute_withdrawn" : "dispute_reinstated";
    await postOnce(tx, purchase, { posting, reference, amountCents: Math.abs(amountCents), now });
  }
}

/**
 * The buyer keeps what the bank took. Money that was held has already left by `charged_back` or
 * `refund_charged_back`; the platform pays the rest, and claims the seller's part of it as `owedCents`.
 */
async function postLoss(
  tx: Database,
  purchase: PurchaseRow,
  dispute: BankDispute,
  now: Date,
): Promise<{ purchase: PurchaseRow; owedCents: number }> {
  const { id: reference } = dispute;
  const taken = debitedCents(dispute);
  await postOnce(tx, purchase, { posting: "dispute_closed", reference, amountCents: taken, now });
  const amountCents = await unbookedLossCents(tx, purchase);
  const lost = { posting: "chargeback_lost", reference, amountCents, now } as const;
  if (purchase.state === "released") return takeFromSale(tx, purchase, lost);
  await postOnce(tx, purchase, lost);
  return { purchase, owedCents: 0 };
}

type ChargebackNotice = { row: ChargebackRow; state: ChargebackState; now: Date };

async function notify(
  tx: Database,
  purchase: PurchaseRow,
  { row, state, now }: ChargebackNotice,
): Promise<void> {
  const isOpen = state === "open";
  const action = isOpen ? "purchase.chargeback_opened" : "purchase.chargeback_closed";
  const detail = { dispute_id: row.id, reason: row.reason, state };
  await auditPurchase(tx, purchase.id, { actor: settler, action, detail }, now);
  const cause = isOpen ? row.reason : state;
  await notifyOfPurchase(tx, purchase, { type: action, sides: ["buyer", "seller"], cause, now });
  const notice = isOpen ? "chargeback_opened" : (`chargeback_${state}` as const);
  for (const side of notifiedSides(purchase, state)) {
    await mailPurchase(tx, purchase.id, `${notice}_${side}`, now);
  }
}

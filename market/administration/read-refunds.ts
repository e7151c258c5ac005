/** Refunds for administrators: owed, failed, or paid another way. */
import { findDispute, readLedger, readTrail } from "../../db/queries/accounts/administration.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { pageRefunds, type RefundFilter } from "../../db/queries/purchases/refunds.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { maskEmail } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { purchaseNotFound } from "../purchase/own-purchase.ts";
import { isParty } from "../purchase/rules.ts";
import {
  type RefundStanding,
  refundObstacle,
  refundStanding,
} from "../purchase/settlement/refund-rules.ts";
import { viewDisputeRow, viewLedger, viewTrail } from "./dispute-view.ts";
import type { DisputeView, LedgerView, TrailView } from "./schemas.ts";

export type RefundView = {
  purchaseId: string;
  title: string;
  standing: RefundStanding;
  amountCents: number;
  currency: string;
  /** Since when it has been owed. */
  owedSince: Date | null;
  /** How often the card refund failed. */
  failures: number;
  failedAt: Date | null;
  /** In the provider's vocabulary. */
  failureReason: string | null;
  nextTryAt: Date | null;
  paidAt: Date | null;
  paidReference: string | null;
  buyer: { accountId: string; email: string };
};

/** Owed longest first. */
export async function listRefunds(
  ctx: Context,
  _admin: AdminActor,
  page: { filter: RefundFilter; limit: number; offset: number },
): Promise<{ items: RefundView[]; total: number }> {
  const { rows, total } = await pageRefunds(ctx.db, page);
  return { items: rows.map(({ purchase, buyerEmail }) => view(purchase, buyerEmail)), total };
}

export type RefundDetail = RefundView & {
  dispute: DisputeView;
  /** Why no step is allowed; null: one is. */
  obstacle: string | null;
  trail: TrailView[];
  ledger: LedgerView[];
};

const trailRowsMax = 200;

/** One refund with its history. Errors: purchase_not_found. */
export async function viewRefund(
  ctx: Context,
  admin: AdminActor,
  purchaseId: string,
): Promise<RefundDetail> {
  const row = await findDispute(ctx.db, purchaseId);
  if (row === null || row.purchase.state !== "refunded") throw purchaseNotFound();
  const [trail, ledger] = await Promise.all([
    readTrail(ctx.db, purchaseId, trailRowsMax),
    readLedger(ctx.db, purchaseId),
  ]);
  const own = isParty(admin.accountId, row.purchase) ? "You bought or sold this." : null;
  return {
    ...view(row.purchase, row.buyer.email),
    dispute: viewDisputeRow(ctx.config, row),
    obstacle: own ?? refundObstacle(row.purchase),
    trail: viewTrail(row, trail),
    ledger: viewLedger(ledger),
  };
}

function view(purchase: PurchaseRow, buyerEmail: string): RefundView {
  return {
    purchaseId: purchase.id,
    title: purchase.title,
    standing: refundStanding(purchase),
    amountCents: purchase.priceCents,
    currency: purchase.currency,
    owedSince: purchase.refundedAt,
    failures: purchase.refundFailures,
    failedAt: purchase.refundFailedAt,
    failureReason: purchase.refundFailureReason,
    nextTryAt: purchase.refundPaidAt === null ? purchase.settleDueAt : null,
    paidAt: purchase.refundPaidAt,
    paidReference: purchase.refundPaidReference,
    buyer: { accountId: purchase.accountId, email: maskEmail(buyerEmail) },
  };
}

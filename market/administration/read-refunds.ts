/** Refunds for administrators: owed, failed, or paid another way. */
import {
  findDispute,
  readLedger,
  readPurseLedger,
  readTrail,
} from "../../db/queries/accounts/administration.ts";
import {
  findPurseDetail,
  type PurseDetail,
  readPurchasesOfPurse,
} from "../../db/queries/purchases/purses.ts";
import {
  pageRefunds,
  type RefundFilter,
  type RefundRow,
} from "../../db/queries/purchases/refunds.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { PurseKind } from "../../db/vocabulary/purchase.ts";
import { maskEmail } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { PURSE_PURCHASES_MAX } from "../purchase/limits.ts";
import { purchaseNotFound } from "../purchase/own-purchase.ts";
import { refundableCents } from "../purchase/purse/rules.ts";
import { isParty } from "../purchase/rules.ts";
import {
  type RefundStanding,
  refundObstacle,
  refundStanding,
} from "../purchase/settlement/refund-rules.ts";
import { viewDisputeRow, viewLedger, viewSide, viewTrail } from "./dispute-view.ts";
import type { DisputeSide, DisputeView, LedgerView, TrailView } from "./schemas.ts";

export type RefundView = {
  /** Of the purchase, or of the charge that pays several. */
  id: string;
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
  return { items: rows.map(view), total };
}

/** A charge that pays several purchases. Its rest is refunded. */
export type SharedCharge = {
  kind: PurseKind;
  chargedCents: number;
  buyer: DisputeSide;
  requestId: string | null;
  purchases: { id: string; title: string; priceCents: number }[];
};

export type RefundDetail = RefundView & {
  /** One of the two. */
  dispute: DisputeView | null;
  charge: SharedCharge | null;
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
  id: string,
): Promise<RefundDetail> {
  const row = await findDispute(ctx.db, id);
  if (row === null) return viewPurseRefund(ctx, admin, id);
  if (row.purchase.state !== "refunded") throw purchaseNotFound();
  const [trail, ledger] = await Promise.all([
    readTrail(ctx.db, id, trailRowsMax),
    readLedger(ctx.db, id),
  ]);
  const own = isParty(admin.accountId, row.purchase) ? "You bought or sold this." : null;
  return {
    ...view({ ...row.purchase, buyerEmail: row.buyer.email, refundCents: null }),
    dispute: viewDisputeRow(ctx.config, row),
    charge: null,
    obstacle: own ?? refundObstacle(row.purchase),
    trail: viewTrail(row.purchase, trail),
    ledger: viewLedger(ledger),
  };
}

async function viewPurseRefund(
  { db }: Context,
  admin: AdminActor,
  id: string,
): Promise<RefundDetail> {
  const found = await findPurseDetail(db, id);
  if (found === null || found.purse.state !== "refunded") throw purchaseNotFound();
  const { purse, buyer } = found;
  const [trail, ledger, charge] = await Promise.all([
    readTrail(db, id, trailRowsMax, "purse"),
    readPurseLedger(db, id),
    viewCharge(db, found),
  ]);
  const own = isParty(admin.accountId, purse) ? "You paid this charge." : null;
  return {
    ...view({ ...purse, buyerEmail: buyer.email }),
    ...{ dispute: null, charge },
    obstacle: own ?? refundObstacle(purse),
    trail: viewTrail(purse, trail),
    ledger: viewLedger(ledger),
  };
}

async function viewCharge(db: Context["db"], of: PurseDetail): Promise<SharedCharge> {
  const { purse, buyer, requestId } = of;
  const paid = await readPurchasesOfPurse(db, purse.id, PURSE_PURCHASES_MAX);
  return {
    kind: purse.kind,
    chargedCents: purse.priceCents,
    buyer: viewSide(purse.accountId, buyer),
    requestId,
    purchases: paid.map(({ id, title, priceCents }) => ({ id, title, priceCents })),
  };
}

function view(row: RefundRow): RefundView {
  return {
    id: row.id,
    title: row.title,
    standing: refundStanding(row),
    amountCents: refundableCents({ ...row, refundCents: row.refundCents ?? row.priceCents }),
    currency: row.currency,
    owedSince: row.refundedAt,
    failures: row.refundFailures,
    failedAt: row.refundFailedAt,
    failureReason: row.refundFailureReason,
    nextTryAt: row.refundPaidAt === null ? row.settleDueAt : null,
    paidAt: row.refundPaidAt,
    paidReference: row.refundPaidReference,
    buyer: { accountId: row.accountId, email: maskEmail(row.buyerEmail) },
  };
}

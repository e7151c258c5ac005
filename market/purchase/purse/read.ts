/** A shared charge as its buyer sees it. */
import type { PurseRow } from "../../../db/queries/purchases/charged.ts";
import { findPurseDetail, type PurseDetail } from "../../../db/queries/purchases/purses.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { PurseKind, PurseState } from "../../../db/vocabulary/purchase.ts";
import type { Context } from "../../context.ts";
import { type NextActionView, viewNextAction } from "../next-action.ts";
import { requireOwnPurchase } from "../own-purchase.ts";

export type PaymentView = {
  id: string;
  kind: PurseKind;
  status: PurseState;
  title: string;
  priceCents: number;
  refundCents: number;
  /** Null: nothing is refunded. */
  refundState: "owed" | "failed" | "paid" | null;
  /** The administrator's reference for a refund that was paid another way. */
  refundReference: string | null;
  currency: string;
  card: PurseDetail["card"];
  createdAt: Date;
  nextAction: NextActionView | null;
  failure: string | null;
  /** The data request whose bounty it pays. */
  requestId: string | null;
  /** The bundle that it buys. */
  bundleId: string | null;
};

/** A shared charge of the owner's account. Errors: purchase_not_found, purchase_not_yours. */
export async function getOwnPayment(
  { db, config }: Context,
  owner: OwnerActor,
  purseId: string,
): Promise<PaymentView> {
  const found = await findPurseDetail(db, purseId);
  const purse = found?.purse ?? null;
  requireOwnPurchase(purse, owner);
  const { id, kind, state, title, priceCents, refundCents, currency, createdAt } = purse;
  return {
    ...{ id, kind, status: state, title, priceCents, refundCents, currency, createdAt },
    refundState: refundStateOf(purse),
    refundReference: purse.refundPaidReference,
    card: found?.card ?? { brand: "", last4: "" },
    nextAction: viewNextAction(config.PUBLIC_BASE_URL, { ...purse, purseId }),
    failure: purse.failureDetail,
    requestId: found?.requestId ?? null,
    bundleId: purse.bundleId,
  };
}

function refundStateOf({
  state,
  refundPaidAt,
  refundFailedAt,
}: PurseRow): PaymentView["refundState"] {
  if (state !== "refunded") return null;
  if (refundPaidAt !== null) return "paid";
  return refundFailedAt === null ? "owed" : "failed";
}

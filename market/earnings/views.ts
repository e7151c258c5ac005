/** Builds a seller's views of sales and payouts, without data about the buyer. */
import type { SoldRow } from "../../db/queries/purchases/seller-sales.ts";
import type { Config } from "../../platform/config.ts";
import { sellerCents } from "../purchase/ledger.ts";
import { viewDispute } from "../purchase/purchase-view.ts";
import { instant, view } from "../view.ts";
import { payoutStatus, payoutWait, payoutWaitWords, type ReleasedSale } from "./rules.ts";
import { type PayoutView, type SaleView, saleView } from "./schemas.ts";

const soldFields = ({ purchase }: SoldRow) => ({
  id: purchase.id,
  dataset_id: purchase.listingId,
  dataset_title: purchase.title,
  dataset_version: purchase.version,
  agent_id: purchase.sellerAgentId,
  price_cents: purchase.priceCents,
  fee_cents: purchase.feeCents,
  currency: purchase.currency,
});

/** A sale that was paid. */
export function viewSale(config: Pick<Config, "PUBLIC_BASE_URL">, row: SoldRow): SaleView {
  const { purchase, payableCents, paidOutCents } = row;
  const { state, paidAt, listingId } = purchase;
  const isSold =
    state === "in_escrow" || state === "disputed" || state === "released" || state === "refunded";
  if (!isSold || paidAt === null) throw new Error(`sale ${purchase.id} was never paid`);
  return view(saleView, purchase, {
    ...soldFields(row),
    status: state,
    net_cents: sellerCents(purchase),
    payable_cents: payableCents,
    paid_out_cents: paidOutCents,
    sold_at: paidAt.toISOString(),
    dispute: viewDispute(purchase),
    links: {
      listing: `${config.PUBLIC_BASE_URL}/listings/${listingId}`,
      dataset: `${config.PUBLIC_BASE_URL}/datasets/${listingId}`,
    },
  });
}

/** The payout of one released sale. */
export function viewPayout(row: SoldRow): PayoutView {
  const { purchase, payableCents, paidOutCents, keptCents, setOffCents, reversedCents } = row;
  const { releasedAt, transferredAt } = purchase;
  if (releasedAt === null) throw new Error(`sale ${purchase.id} was never released`);
  const sale: ReleasedSale = { ...purchase, ...row };
  const wait = payoutWait(sale);
  return {
    ...soldFields(row),
    status: payoutStatus(sale),
    amount_cents: payableCents + paidOutCents + reversedCents,
    set_off_cents: setOffCents,
    kept_cents: keptCents,
    reversed_cents: reversedCents,
    waits_for: wait === null ? null : { code: wait, detail: payoutWaitWords[wait] },
    released_at: releasedAt.toISOString(),
    sent_at: instant(transferredAt),
    transfer_id: purchase.transferId,
  };
}

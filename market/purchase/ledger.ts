/**
 * Postings of each step of a purchase (double entry). Pure.
 *
 * | posting               | from           | to                                                |
 * |-----------------------|----------------|---------------------------------------------------|
 * | captured              | buyer          | escrow                                            |
 * | released              | escrow         | seller_payable, platform_fee                      |
 * | transferred           | seller_payable | seller_paid                                       |
 * | refund_owed           | escrow         | refund_payable                                    |
 * | refund_paid           | refund_payable | buyer                                             |
 * | refund_failed         | buyer          | refund_payable (the bank sent the refund back)    |
 * | refund_kept           | refund_payable | platform_funds (the bank took the money as well)  |
 * | refund_charged_back   | refund_payable | buyer (the card's bank took it before the refund) |
 * | refunded_at_provider  | platform_funds | buyer (refunded by hand after the release)        |
 * | refund_paid_otherwise | refund_payable | buyer; platform_outside pays it to platform_funds |
 * | charged_back          | escrow         | buyer (the card's bank took it back)              |
 * | dispute_withdrawn     | platform_funds | bank (it holds the money while it decides)        |
 * | dispute_reinstated    | bank           | platform_funds                                    |
 * | dispute_closed        | bank           | platform_funds (its claim ends with the loss)     |
 * | chargeback_lost       | platform_funds | buyer                                             |
 * | fee_returned          | platform_fee   | platform_funds                                    |
 * | payable_kept          | seller_payable | platform_funds                                    |
 * | transfer_reversed     | seller_paid    | platform_funds                                    |
 * | set_off               | seller_payable | platform_funds                                    |
 * | written_off           | platform_loss  | platform_funds                                    |
 * | provider_fee          | platform_funds | provider_fees (what the provider kept)            |
 * | allotted              | escrow         | allotted (of a purse, for one of its purchases)   |
 * | funded                | allotted       | escrow (of that purchase)                         |
 *
 * README.md in this folder describes the accounts and each posting's reference.
 */

import type { Entry, LedgerAccount, PostingKind } from "../../db/vocabulary/ledger.ts";

/** `amountCents` is the amount of postings that do not move the whole price, fee or seller's share. */
export type Amounts = { priceCents: number; feeCents: number; amountCents?: number };

const move = (from: LedgerAccount, to: LedgerAccount, amountCents: number): Entry[] => [
  { account: from, amountCents: -amountCents },
  { account: to, amountCents },
];
const given = ({ amountCents }: Amounts): number => {
  if (amountCents === undefined) throw new Error("this posting needs its own amount");
  return amountCents;
};

const entriesOf: Record<PostingKind, (amounts: Amounts) => Entry[]> = {
  captured: ({ priceCents }) => move("buyer", "escrow", priceCents),
  released: ({ priceCents, feeCents }) => [
    { account: "escrow", amountCents: -priceCents },
    { account: "seller_payable", amountCents: priceCents - feeCents },
    { account: "platform_fee", amountCents: feeCents },
  ],
  transferred: (amounts) =>
    move("seller_payable", "seller_paid", amounts.amountCents ?? sellerCents(amounts)),
  refund_owed: ({ priceCents, amountCents }) =>
    move("escrow", "refund_payable", amountCents ?? priceCents),
  refund_paid: ({ priceCents, amountCents }) =>
    move("refund_payable", "buyer", amountCents ?? priceCents),
  refund_failed: ({ priceCents }) => move("buyer", "refund_payable", priceCents),
  refund_kept: ({ priceCents, amountCents }) =>
    move("refund_payable", "platform_funds", amountCents ?? priceCents),
  refund_charged_back: (amounts) => move("refund_payable", "buyer", given(amounts)),
  refunded_at_provider: (amounts) => move("platform_funds", "buyer", given(amounts)),
  refund_paid_otherwise: ({ priceCents, amountCents = priceCents }) => [
    ...move("refund_payable", "buyer", amountCents),
    ...move("platform_outside", "platform_funds", amountCents),
  ],
  charged_back: ({ priceCents, amountCents }) => move("escrow", "buyer", amountCents ?? priceCents),
  dispute_withdrawn: (amounts) => move("platform_funds", "bank", given(amounts)),
  dispute_reinstated: (amounts) => move("bank", "platform_funds", given(amounts)),
  dispute_closed: (amounts) => move("bank", "platform_funds", given(amounts)),
  chargeback_lost: (amounts) => move("platform_funds", "buyer", given(amounts)),
  fee_returned: (amounts) => move("platform_fee", "platform_funds", given(amounts)),
  payable_kept: (amounts) => move("seller_payable", "platform_funds", given(amounts)),
  transfer_reversed: (amounts) => move("seller_paid", "platform_funds", given(amounts)),
  set_off: (amounts) => move("seller_payable", "platform_funds", given(amounts)),
  written_off: (amounts) => move("platform_loss", "platform_funds", given(amounts)),
  provider_fee: (amounts) => move("platform_funds", "provider_fees", given(amounts)),
  allotted: (amounts) => move("escrow", "allotted", given(amounts)),
  funded: ({ priceCents }) => move("allotted", "escrow", priceCents),
};

/** The entries of a posting, in cents; they sum to zero, and none of them is zero. */
export function postingEntries(kind: PostingKind, amounts: Amounts): Entry[] {
  return entriesOf[kind](amounts).filter(({ amountCents }) => amountCents !== 0);
}

/** The seller's share of the price, in cents. */
export function sellerCents({ priceCents, feeCents }: Amounts): number {
  return priceCents - feeCents;
}

/**
 * What seller and platform bring of a price of which `backCents` went back to the buyer after the release, in
 * cents: the fee falls in proportion, rounded down.
 */
export function splitAfterReturn(
  { priceCents, feeCents }: Amounts,
  backCents: number,
): { feeCents: number; sellerCents: number } {
  const left = Math.max(0, priceCents - backCents);
  const fee = Math.floor((feeCents * left) / priceCents);
  return { feeCents: fee, sellerCents: left - fee };
}

/** The amount to transfer, in cents: not what debts of earlier sales or a return to the buyer took. */
export function payableCents(
  purchase: Amounts & { setOffCents: number; keptCents: number },
): number {
  return sellerCents(purchase) - purchase.setOffCents - purchase.keptCents;
}

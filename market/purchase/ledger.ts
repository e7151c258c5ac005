/**
 * What each step of a purchase moves between which accounts (double entry). Pure.
 *
 * | posting      | from           | to                                   |
 * |--------------|----------------|--------------------------------------|
 * | captured     | buyer          | escrow                               |
 * | released     | escrow         | seller_payable, platform_fee         |
 * | transferred  | seller_payable | seller_paid                          |
 * | refund_owed  | escrow         | refund_payable                       |
 * | refund_paid  | refund_payable | buyer                                |
 * | charged_back | escrow         | buyer (the card's bank took it back) |
 *
 * README.md beside this file says why money that is lost after the transfer is in no posting.
 */

const ledgerAccounts = [
  "buyer",
  "escrow",
  "seller_payable",
  "seller_paid",
  "platform_fee",
  "refund_payable",
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export type PostingKind =
  | "captured"
  | "released"
  | "transferred"
  | "refund_owed"
  | "refund_paid"
  | "charged_back";

export type Entry = { account: LedgerAccount; amountCents: number };
type Amounts = { priceCents: number; feeCents: number };

const move = (from: LedgerAccount, to: LedgerAccount, amountCents: number): Entry[] => [
  { account: from, amountCents: -amountCents },
  { account: to, amountCents },
];

const entriesOf: Record<PostingKind, (amounts: Amounts) => Entry[]> = {
  captured: ({ priceCents }) => move("buyer", "escrow", priceCents),
  released: ({ priceCents, feeCents }) => [
    { account: "escrow", amountCents: -priceCents },
    { account: "seller_payable", amountCents: priceCents - feeCents },
    { account: "platform_fee", amountCents: feeCents },
  ],
  transferred: (amounts) => move("seller_payable", "seller_paid", sellerCents(amounts)),
  refund_owed: ({ priceCents }) => move("escrow", "refund_payable", priceCents),
  refund_paid: ({ priceCents }) => move("refund_payable", "buyer", priceCents),
  charged_back: ({ priceCents }) => move("escrow", "buyer", priceCents),
};

/** The entries of a posting, in cents; they sum to zero, and none of them is zero. */
export function postingEntries(kind: PostingKind, amounts: Amounts): Entry[] {
  return entriesOf[kind](amounts).filter(({ amountCents }) => amountCents !== 0);
}

/** What the seller gets of the price, in cents. */
export function sellerCents({ priceCents, feeCents }: Amounts): number {
  return priceCents - feeCents;
}

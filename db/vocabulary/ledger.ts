const ledgerAccounts = [
  "buyer",
  "escrow",
  "seller_payable",
  "seller_paid",
  "platform_fee",
  "refund_payable",
  "bank",
  "platform_funds",
  "platform_loss",
  "platform_outside",
  "provider_fees",
  "allotted",
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export type Entry = { account: LedgerAccount; amountCents: number };

export const postingKinds = [
  "captured",
  "released",
  "transferred",
  "refund_owed",
  "refund_paid",
  "refund_failed",
  "refund_kept",
  "refund_charged_back",
  "refunded_at_provider",
  "refund_paid_otherwise",
  "charged_back",
  "dispute_withdrawn",
  "dispute_reinstated",
  "dispute_closed",
  "chargeback_lost",
  "fee_returned",
  "payable_kept",
  "transfer_reversed",
  "set_off",
  "written_off",
  "provider_fee",
  "allotted",
  "funded",
] as const;
export type PostingKind = (typeof postingKinds)[number];

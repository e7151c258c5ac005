/** A purchase's mails and their recipients. `mail/words/purchase.ts` has the words. */

export type MailSide = "buyer" | "seller" | "administrators";

/** The recipient of each notice. A notice is mailed at most once for each purchase and side. */
export const purchaseNotices = {
  bought: "buyer",
  delivery_failed_buyer: "buyer",
  sold: "seller",
  action_required_buyer: "buyer",
  accepted_buyer: "buyer",
  undecided_buyer: "buyer",
  disputed_seller: "seller",
  disputed_administrators: "administrators",
  released_seller: "seller",
  dispute_rejected_buyer: "buyer",
  refunded_buyer: "buyer",
  refunded_seller: "seller",
  refund_failed_buyer: "buyer",
  refund_failed_administrators: "administrators",
  refund_paid_otherwise_buyer: "buyer",
  chargeback_opened_buyer: "buyer",
  chargeback_opened_seller: "seller",
  chargeback_opened_administrators: "administrators",
  chargeback_answered_seller: "seller",
  chargeback_won_buyer: "buyer",
  chargeback_won_seller: "seller",
  chargeback_won_administrators: "administrators",
  chargeback_lost_buyer: "buyer",
  chargeback_lost_seller: "seller",
  chargeback_lost_administrators: "administrators",
  transfer_reversed_seller: "seller",
  debt_written_off_seller: "seller",
} as const satisfies Record<string, MailSide>;

export type PurchaseNotice = keyof typeof purchaseNotices;

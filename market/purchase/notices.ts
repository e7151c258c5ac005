/** The mails that a purchase sends, and to whom. `mail/words/purchase.ts` words them. */

export type MailSide = "buyer" | "seller" | "administrators";

/** Notice → who gets it. A notice is mailed at most once a purchase and side. */
export const purchaseNotices = {
  bought: "buyer",
  sold: "seller",
  disputed_seller: "seller",
  disputed_administrators: "administrators",
  released_seller: "seller",
  dispute_rejected_buyer: "buyer",
  refunded_buyer: "buyer",
  refunded_seller: "seller",
} as const satisfies Record<string, MailSide>;

export type PurchaseNotice = keyof typeof purchaseNotices;

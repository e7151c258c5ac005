/** What the mails of a purchase tell of: its row, as far as words need it. */
import type { DisputeReason, RefundCause } from "../../../db/vocabulary/purchase.ts";

export type PurchaseMailFacts = {
  id: string;
  title: string;
  version: number;
  priceCents: number;
  feeCents: number;
  currency: string;
  releaseDueAt: Date | null;
  disputeReason: DisputeReason | null;
  disputeDetail: string | null;
  resolutionDetail: string | null;
  refundCause: RefundCause | null;
  refundPaidReference: string | null;
};

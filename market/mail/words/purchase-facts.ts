/** The facts of a purchase that its mails need. */
import type {
  AcceptanceState,
  DisputeReason,
  RefundCause,
} from "../../../db/vocabulary/purchase.ts";

export type PurchaseMailFacts = {
  id: string;
  title: string;
  version: number;
  priceCents: number;
  feeCents: number;
  currency: string;
  releaseDueAt: Date | null;
  /** Set for a period of a subscription. */
  periodEndsAt: Date | null;
  acceptance: AcceptanceState | null;
  disputeReason: DisputeReason | null;
  disputeDetail: string | null;
  resolutionDetail: string | null;
  refundCause: RefundCause | null;
  refundPaidReference: string | null;
};

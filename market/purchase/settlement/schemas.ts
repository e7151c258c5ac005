import { z } from "zod";
import { STEP_REASON_CHARS_MAX } from "../../limits.ts";
import { line, prose } from "../../text.ts";
import { REFUND_REFERENCE_CHARS_MAX } from "../limits.ts";

const reason = prose(STEP_REASON_CHARS_MAX);

export const paidOtherwiseBody = z.strictObject({
  /** Identifies the payment: a bank transfer's or a cheque's reference. */
  reference: line(REFUND_REFERENCE_CHARS_MAX),
  reason,
});
export type PaidOtherwiseBody = z.infer<typeof paidOtherwiseBody>;

export const retryRefundBody = z.strictObject({ reason });
export type RetryRefundBody = z.infer<typeof retryRefundBody>;

/** A purse's mails and their recipients. `mail/words/purse.ts` has the words. */
import type { MailSide } from "../notices.ts";

/** A notice is mailed at most once for each purse. */
export const purseNotices = {
  purse_action_required_buyer: "buyer",
  purse_refund_failed_buyer: "buyer",
  purse_refund_failed_administrators: "administrators",
  purse_refund_paid_otherwise_buyer: "buyer",
} as const satisfies Record<string, Exclude<MailSide, "seller">>;

export type PurseNotice = keyof typeof purseNotices;

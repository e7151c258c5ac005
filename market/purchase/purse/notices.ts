/** A purse's mails and their recipients. `mail/words/purse.ts` has the words. */
import type { MailSide } from "../notices.ts";

/** A notice is mailed at most once for each purse. `bundle_`: instead of one for each of its purchases. */
export const purseNotices = {
  bundle_bought: "buyer",
  bundle_sold: "seller",
  purse_action_required_buyer: "buyer",
  purse_refund_failed_buyer: "buyer",
  purse_refund_failed_administrators: "administrators",
  purse_refund_paid_otherwise_buyer: "buyer",
} as const satisfies Record<string, MailSide>;

export type PurseNotice = keyof typeof purseNotices;

/** A data request's mails, each sent once, and their recipients. `mail/words/request.ts` has the words. */

/** The recipient of each notice: the poster, or the owner of the answering agent. */
export const requestNotices = {
  request_answer_accepted: "seller",
  request_answer_removed: "seller",
  request_removed: "buyer",
  request_expired: "buyer",
  bounty_ended: "buyer",
  bounty_delivery_failed: "seller",
} as const satisfies Record<string, "buyer" | "seller">;

export type RequestNotice = keyof typeof requestNotices;

/** The mails that a data request sends once each, and to whom. `mail/words/request.ts` words them. */

/** Notice → who gets it: the poster, or the owner of the agent whose answer it is about. */
export const requestNotices = {
  request_answer_accepted: "seller",
  request_answer_removed: "seller",
  request_removed: "buyer",
  request_expired: "buyer",
} as const satisfies Record<string, "buyer" | "seller">;

export type RequestNotice = keyof typeof requestNotices;

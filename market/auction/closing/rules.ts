import type { AwardState } from "../../../db/vocabulary/auction.ts";

/** Why an award cannot be declined; null if it can. A bid binds the winner, but not a bidder who only got an offer. */
export function declineRefusal(
  { state, dueAt }: { state: AwardState; dueAt: Date | null },
  now: Date,
): string | null {
  if (state === "offered" && dueAt !== null && now < dueAt) return null;
  if (state === "offered" || state === "lapsed") return "It is too late to decline it.";
  if (state === "paid") return "It is already paid.";
  return "You have won or accepted it, which is binding. If it stays unpaid, it goes to the next bidder after its deadline.";
}

/** Who may turn down what. Pure. */
import type { AwardState } from "../../../db/vocabulary/auction.ts";

/** Why an award cannot be turned down; null: it can. A bid binds who won, and nobody who is only asked. */
export function declineRefusal(
  { state, dueAt }: { state: AwardState; dueAt: Date | null },
  now: Date,
): string | null {
  if (state === "offered" && dueAt !== null && now < dueAt) return null;
  if (state === "offered" || state === "lapsed") return "It is too late for it.";
  if (state === "paid") return "It is paid.";
  return "You have won or taken it, which binds; unpaid, it goes on after `due_at` by itself.";
}

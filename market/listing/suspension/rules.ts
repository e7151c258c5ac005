/** The effect of suspending or restoring a listing in each state. Pure. */
import type { ListingStatus } from "../../../db/vocabulary/listing.ts";
import type { ListingSuspender } from "../rules.ts";

/** apply: do it now. repeat: nothing to do. The others are refusals. */
export type ListingDecision = "apply" | "repeat" | "not_active" | "agent_holds" | "account_holds";

type Offered = { status: ListingStatus; suspendedBy: ListingSuspender | null };

/** A listing suspended with its agent or file can also be suspended itself, and then stays so. */
export function listingSuspension({ status, suspendedBy }: Offered): ListingDecision {
  if (status === "active") return "apply";
  if (status !== "suspended") return "not_active";
  return suspendedBy === "listing" ? "repeat" : "apply";
}

const restorations: Record<ListingSuspender, ListingDecision> = {
  listing: "apply",
  file: "apply",
  agent: "agent_holds",
  account: "account_holds",
};

/** A listing suspended with its agent or account returns only with it. */
export function listingRestoration({ status, suspendedBy }: Offered): ListingDecision {
  if (status === "active") return "repeat";
  if (status !== "suspended" || suspendedBy === null) return "not_active";
  return restorations[suspendedBy];
}

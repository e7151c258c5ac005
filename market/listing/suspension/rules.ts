/** What a suspension or a restoration of a listing does in which state. Pure. */
import type { ListingStatus } from "../../../db/vocabulary/listing.ts";
import type { ListingSuspender } from "../rules.ts";

/** apply: it is done now. repeat: it is so already. The rest are refusals. */
export type ListingDecision = "apply" | "repeat" | "not_active" | "agent_holds" | "account_holds";

type Offered = { status: ListingStatus; suspendedBy: ListingSuspender | null };

/** What went with its agent or its file can still be suspended for itself: then it stays so. */
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

/** What went with its agent or account comes back with it alone. */
export function listingRestoration({ status, suspendedBy }: Offered): ListingDecision {
  if (status === "active") return "repeat";
  if (status !== "suspended" || suspendedBy === null) return "not_active";
  return restorations[suspendedBy];
}

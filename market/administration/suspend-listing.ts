import { lockListing } from "../../db/queries/accounts/suspensions.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { listingSuspension } from "../listing/suspension/rules.ts";
import { suspendLocked } from "../listing/suspension/suspend-locked.ts";
import type { SuspendBody, SuspensionResult } from "./schemas.ts";

/**
 * Takes a listing off the catalogue until it is restored; buyers keep access. A listing suspended with its
 * agent, account or file then stays suspended when those return.
 * Errors: listing_not_found, listing_not_active (a draft, or withdrawn).
 */
export async function suspendListing(
  ctx: Context,
  admin: AdminActor,
  listingId: string,
  { reason }: SuspendBody,
): Promise<SuspensionResult> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (listing === null) throw new MarketError("listing_not_found", "No listing has this id.");
    const decision = listingSuspension(listing);
    if (decision === "repeat") return { changed: false, agents: 0, listings: 0 };
    if (decision !== "apply") {
      throw new MarketError("listing_not_active", `The listing is ${listing.status}.`);
    }
    await suspendLocked(tx, admin, { listing, reason }, now);
    return { changed: true, agents: 0, listings: 1 };
  });
}

import { lockListingWithAgent } from "../../db/queries/accounts/suspensions.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type ListingDecision, listingRestoration } from "../listing/suspension/rules.ts";
import { restoreLocked } from "../listing/suspension/suspend-locked.ts";
import type { SuspensionResult } from "./schemas.ts";

/**
 * Restores a listing that was suspended itself or by its file. While its agent is suspended, it changes
 * over to that suspension and returns with the agent.
 * Errors: listing_not_found, listing_not_active (a draft, or withdrawn), agent_suspended and
 * account_suspended (restore the agent or account instead).
 */
export async function restoreListing(
  ctx: Context,
  admin: AdminActor,
  listingId: string,
): Promise<SuspensionResult> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const locked = await lockListingWithAgent(tx, listingId);
    if (locked === null) throw new MarketError("listing_not_found", "No listing has this id.");
    const { listing, agent } = locked;
    const decision = listingRestoration(listing);
    if (decision === "repeat") return { changed: false, agents: 0, listings: 0 };
    if (decision !== "apply") throw refusal(decision, listing);
    await restoreLocked(tx, admin, { listing, agent }, now);
    return { changed: true, agents: 0, listings: 1 };
  });
}

function refusal(decision: ListingDecision, { status }: ListingRow): MarketError {
  if (decision === "agent_holds") {
    return new MarketError("agent_suspended", "It went with its agent: restore that.");
  }
  if (decision === "account_holds") {
    return new MarketError("account_suspended", "It went with its owner's account: restore that.");
  }
  return new MarketError("listing_not_active", `The listing is ${status}, not suspended.`);
}

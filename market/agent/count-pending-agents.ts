import { countOwnAgents } from "../../db/queries/listings/owner-listings.ts";
import type { Context, OwnerActor } from "../context.ts";

/** How many agents wait for this person's decision. */
export async function countPendingAgents(ctx: Context, owner: OwnerActor): Promise<number> {
  const email = owner.emailVerified ? owner.email.toLowerCase() : null;
  const { accountId } = owner;
  return (await countOwnAgents(ctx.db, { accountId, email })).pending;
}

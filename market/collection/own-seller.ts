import type { Database } from "../../db/client.ts";
import { isOwnSeller } from "../../db/queries/collections/collections.ts";
import { MarketError } from "../errors.ts";
import type { Keeper } from "../event/keeper.ts";

/** The seller that a collection names: an agent names only itself. Errors: seller_not_found. */
export async function requireOwnSeller(
  tx: Database,
  actor: Keeper,
  { accountId, sellerId }: { accountId: string; sellerId: string | null | undefined },
): Promise<string | null> {
  const wanted = sellerId === undefined && actor.kind === "agent" ? actor.agentId : sellerId;
  if (wanted === null || wanted === undefined) return null;
  const isOther = actor.kind === "agent" && actor.agentId !== wanted;
  if (!isOther && (await isOwnSeller(tx, { accountId, sellerId: wanted }))) return wanted;
  throw new MarketError("seller_not_found", "None of your approved sellers has this id.");
}

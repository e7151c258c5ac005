/** The first check of every seller call about one sale. */
import type { Database } from "../../../db/client.ts";
import { findAgent } from "../../../db/queries/agents/agents.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { AgentActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { MarketError } from "../../errors.ts";

export type SaleActor = AgentActor | OwnerActor;

/**
 * Accepts sales of the owner's agents, or of the calling agent for its current owner.
 * Errors: purchase_not_found, also for another seller's sale.
 */
export async function requireOwnSale(
  db: Database,
  purchase: PurchaseRow | null,
  actor: SaleActor,
): Promise<PurchaseRow> {
  if (purchase !== null && purchase.paidAt !== null && (await isSeller(db, purchase, actor))) {
    return purchase;
  }
  throw new MarketError("purchase_not_found", "You have no sale with this id.");
}

async function isSeller(db: Database, purchase: PurchaseRow, actor: SaleActor): Promise<boolean> {
  if (actor.kind === "owner") return purchase.sellerAccountId === actor.accountId;
  if (purchase.sellerAgentId !== actor.agentId) return false;
  const agent = await findAgent(db, actor.agentId);
  return agent?.accountId === purchase.sellerAccountId;
}

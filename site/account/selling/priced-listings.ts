import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { listOwnerListings } from "../../../market/listing/read.ts";

/** An own dataset on sale at a fixed price. */
export type PricedListing = {
  id: string;
  title: string;
  priceCents: number;
  agentId: string;
  agentName: string;
};

const listingsMax = 100;

export async function listPricedListings(
  ctx: Context,
  owner: OwnerActor,
): Promise<PricedListing[]> {
  const page = { limit: listingsMax, offset: 0, status: "active" as const };
  const { items } = await listOwnerListings(ctx, owner, page);
  return items
    .filter(({ pricing_type, price_cents }) => pricing_type === "buy_it_now" && price_cents > 0)
    .map(({ id, title, price_cents: priceCents, agent }) => ({
      id,
      title,
      priceCents,
      agentId: agent.id,
      agentName: agent.agent_name,
    }));
}

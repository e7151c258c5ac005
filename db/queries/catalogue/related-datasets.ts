/** Datasets linked from a dataset's page: named ones, and the same bytes elsewhere. */
import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, auctions, listings } from "../../schema/index.ts";
import type { PricingType } from "../../vocabulary/listing.ts";
import { isActive } from "./catalogue.ts";

export type NamedDataset = {
  id: string;
  title: string;
  sellerName: string;
  listing: { priceCents: number; pricingType: PricingType };
  auction: typeof auctions.$inferSelect | null;
};

const named = {
  id: listings.id,
  title: listings.title,
  sellerName: agents.agentName,
  listing: { priceCents: listings.priceCents, pricingType: listings.pricingType },
  auction: auctions,
};

/** Those of the ids that are on sale, in no order. */
export async function findNamedDatasets(
  db: Database,
  ids: readonly string[],
): Promise<NamedDataset[]> {
  if (ids.length === 0) return [];
  return db
    .select(named)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(and(inArray(listings.id, [...ids]), isActive));
}

/** Active listings of these bytes except the named ones, cheapest first. */
export async function findSameBytes(
  db: Database,
  { sha256, exceptIds, rowsMax }: { sha256: string; exceptIds: string[]; rowsMax: number },
): Promise<NamedDataset[]> {
  return db
    .select(named)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(and(eq(listings.sha256, sha256), notInArray(listings.id, exceptIds), isActive))
    .orderBy(asc(listings.priceCents), asc(listings.id))
    .limit(rowsMax);
}

import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";

/** The plans that a listing offers now. */
export async function readListingPlans(db: Database, listingId: string): Promise<Stored["plan"][]> {
  const [row] = await db
    .select({ plans: listings.plans })
    .from(listings)
    .where(eq(listings.id, listingId));
  return row?.plans ?? [];
}

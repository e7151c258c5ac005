/** Auctions for the mail job. */
import { and, eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, auctionAwards, auctions, listings } from "../../schema/index.ts";
import type { AuctionRow } from "./auctions.ts";
import type { AwardRow } from "./awards.ts";

export type AuctionMailRow = {
  title: string;
  auction: AuctionRow;
  email: string;
  emailVerified: boolean;
  /** The reader's own award, if there is one. */
  award: AwardRow | null;
};

export async function findAuctionMail(
  db: Database,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<AuctionMailRow | null> {
  const [row] = await db
    .select({
      title: listings.title,
      auction: auctions,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      award: auctionAwards,
    })
    .from(auctions)
    .innerJoin(listings, eq(listings.id, auctions.listingId))
    .innerJoin(accounts, eq(accounts.id, accountId))
    .leftJoin(
      auctionAwards,
      and(eq(auctionAwards.listingId, listingId), eq(auctionAwards.accountId, accountId)),
    )
    .where(eq(auctions.listingId, listingId));
  return row ?? null;
}

/** The account of the selling agent's owner, or null. */
export async function findSellerAccount(db: Database, listingId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: agents.accountId })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(eq(listings.id, listingId));
  return row?.accountId ?? null;
}

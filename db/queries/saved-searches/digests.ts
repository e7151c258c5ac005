/** The contents of mails about matches of saved searches. */
import { and, asc, count, countDistinct, desc, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { auctions, listings, savedSearches, savedSearchMatches } from "../../schema/index.ts";
import type { PricingType } from "../../vocabulary/listing.ts";
import type { MailSource } from "../../vocabulary/saved-search.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { beginDigest, type DigestRow, findDigest } from "../mail-digests.ts";
import type { SavedSearchRow } from "./saved-searches.ts";

/**
 * Starts a mail about matches of a locked account's due searches that were not mailed yet; null if
 * there are none.
 */
export function beginSearchDigest(
  tx: Database,
  due: { accountId: string; now: Date },
): Promise<string | null> {
  return beginDigest(tx, "search", due, (digestId, searchIds) =>
    tx
      .update(savedSearchMatches)
      .set({ digestId, mailOwed: false })
      .where(
        and(inArray(savedSearchMatches.searchId, searchIds), eq(savedSearchMatches.mailOwed, true)),
      )
      .returning({ id: savedSearchMatches.id }),
  );
}

type DigestMatch = {
  searchId: string;
  searchName: string;
  listingId: string;
  title: string;
  listing: { priceCents: number; pricingType: PricingType };
  auction: typeof auctions.$inferSelect | null;
};

export type DigestMailRow = DigestRow & {
  /** Some of the matches, grouped by search. */
  matches: DigestMatch[];
  matchCount: number;
  /** Less than the number of matches if several searches found the same dataset. */
  datasetCount: number;
};

/**
 * The current contents of a digest: of searches that still want mails, and of datasets still on
 * sale.
 */
export async function findDigestMail(
  db: Database,
  { digestId, rowsMax }: { digestId: string; rowsMax: number },
): Promise<DigestMailRow | null> {
  const digest = await findDigest(db, "search", digestId);
  if (digest === null) return null;
  const told = and(
    eq(savedSearchMatches.digestId, digestId),
    ne(savedSearches.mail, "none"),
    isActive,
  );
  const matches = await db
    .select({
      searchId: savedSearches.id,
      searchName: savedSearches.name,
      listingId: listings.id,
      title: listings.title,
      listing: { priceCents: listings.priceCents, pricingType: listings.pricingType },
      auction: auctions,
    })
    .from(savedSearchMatches)
    .innerJoin(savedSearches, eq(savedSearches.id, savedSearchMatches.searchId))
    .innerJoin(listings, eq(listings.id, savedSearchMatches.listingId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(told)
    .orderBy(asc(savedSearches.id), desc(savedSearchMatches.id))
    .limit(rowsMax);
  const [totals] = await db
    .select({ total: count(), datasets: countDistinct(savedSearchMatches.listingId) })
    .from(savedSearchMatches)
    .innerJoin(savedSearches, eq(savedSearches.id, savedSearchMatches.searchId))
    .innerJoin(listings, eq(listings.id, savedSearchMatches.listingId))
    .where(told);
  return {
    ...digest,
    matches,
    matchCount: totals?.total ?? 0,
    datasetCount: totals?.datasets ?? 0,
  };
}

const mailedOf = ({ kind, id }: MailSource) =>
  and(
    eq(kind === "search" ? savedSearches.id : savedSearches.accountId, id),
    ne(savedSearches.mail, "none"),
  );

/** The searches that a link's mails are about. */
export function findMailedSearches(db: Database, source: MailSource): Promise<SavedSearchRow[]> {
  return db.select().from(savedSearches).where(mailedOf(source)).orderBy(asc(savedSearches.id));
}

/** Like {@link findMailedSearches}, and locks them until the transaction ends. */
export function lockMailedSearches(tx: Database, source: MailSource): Promise<SavedSearchRow[]> {
  const rows = tx.select().from(savedSearches).where(mailedOf(source));
  return rows.orderBy(asc(savedSearches.id)).for("update");
}

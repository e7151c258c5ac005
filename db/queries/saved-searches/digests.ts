/** Mails about matches of saved searches: which are due, their contents, and their end. */
import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
} from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  auctions,
  listings,
  savedSearches,
  savedSearchMatches,
  searchDigests,
} from "../../schema/index.ts";
import type { PricingType } from "../../vocabulary/listing.ts";
import type { MailSource } from "../../vocabulary/saved-search.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import type { SavedSearchRow } from "./saved-searches.ts";

type Due = { now: Date; mailedBefore: Date; rowsMax: number };

/**
 * Locks accounts that are due a mail and had none started after `mailedBefore`. Skips rows locked
 * by another clock.
 */
export async function lockAccountsToMail(
  tx: Database,
  { now, mailedBefore, rowsMax }: Due,
): Promise<string[]> {
  const due = tx
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(and(eq(savedSearches.accountId, accounts.id), lte(savedSearches.mailDueAt, now)));
  const mailed = tx
    .select({ id: searchDigests.id })
    .from(searchDigests)
    .where(
      and(eq(searchDigests.accountId, accounts.id), gt(searchDigests.createdAt, mailedBefore)),
    );
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isNull(accounts.suspendedAt), exists(due), notExists(mailed)))
    .orderBy(asc(accounts.id))
    .limit(rowsMax)
    .for("no key update", { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Locks an account's searches whose mail is due, in id order. */
export async function lockDueSearches(
  tx: Database,
  { accountId, now }: { accountId: string; now: Date },
): Promise<string[]> {
  const rows = await tx
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(and(eq(savedSearches.accountId, accountId), lte(savedSearches.mailDueAt, now)))
    .orderBy(asc(savedSearches.id))
    .for("no key update");
  return rows.map(({ id }) => id);
}

/**
 * Starts a mail about matches of locked searches that were not mailed yet; null if there are none.
 */
export async function beginDigest(
  tx: Database,
  { accountId, searchIds, now }: { accountId: string; searchIds: string[]; now: Date },
): Promise<string | null> {
  if (searchIds.length === 0) return null;
  await tx
    .update(savedSearches)
    .set({ mailDueAt: null })
    .where(inArray(savedSearches.id, searchIds));
  const [digest] = await tx
    .insert(searchDigests)
    .values({ accountId, createdAt: now })
    .returning({ id: searchDigests.id });
  if (digest === undefined) throw new Error("the insert of a digest returned no row");
  const told = await tx
    .update(savedSearchMatches)
    .set({ digestId: digest.id, mailOwed: false })
    .where(
      and(inArray(savedSearchMatches.searchId, searchIds), eq(savedSearchMatches.mailOwed, true)),
    )
    .returning({ id: savedSearchMatches.id });
  if (told.length > 0) return digest.id;
  await tx.delete(searchDigests).where(eq(searchDigests.id, digest.id));
  return null;
}

type DigestMatch = {
  searchId: string;
  searchName: string;
  listingId: string;
  title: string;
  listing: { priceCents: number; pricingType: PricingType };
  auction: typeof auctions.$inferSelect | null;
};

export type DigestMailRow = {
  accountId: string;
  email: string;
  emailVerified: boolean;
  createdAt: Date;
  endedAt: Date | null;
  isSuspended: boolean;
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
  const [row] = await db
    .select({ digest: searchDigests, account: accounts })
    .from(searchDigests)
    .innerJoin(accounts, eq(accounts.id, searchDigests.accountId))
    .where(eq(searchDigests.id, digestId));
  if (row === undefined) return null;
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
  const { digest, account } = row;
  return {
    accountId: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    createdAt: digest.createdAt,
    endedAt: digest.endedAt,
    isSuspended: account.suspendedAt !== null,
    matches,
    matchCount: totals?.total ?? 0,
    datasetCount: totals?.datasets ?? 0,
  };
}

/** Ends the attempts for a digest. */
export async function endDigest(tx: Database, digestId: string, now: Date): Promise<void> {
  await tx
    .update(searchDigests)
    .set({ endedAt: now })
    .where(and(eq(searchDigests.id, digestId), isNull(searchDigests.endedAt)));
}

/** Deletes at most `rowsMax` digests that began before the instant; returns how many. */
export function deleteOldDigests(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, searchDigests.createdAt, oldest);
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

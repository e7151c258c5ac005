/**
 * Audit rows that concern an account: what it did, and what was done to its property. Triggers
 * store the accounts concerned with each row (`audit_readers_of` in the migrations), so a page only
 * costs the rows that it shows.
 */
import { and, desc, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  agents,
  apiKeys,
  auditLog,
  auditReaders,
  dataRequests,
  listings,
  purchases,
  reviews,
  savedSearches,
} from "../../schema/index.ts";
import { hostOfAgent, hostOfKey, shownKeyName } from "../connections/shown-names.ts";

export type AuditRow = typeof auditLog.$inferSelect;

type AuditPage = { accountId: string; before: string | null; limit: number };

/** The key, agent or connection whose rows are wanted, as actor or subject. */
export type AuditParty = { apiKeyId: string | null; agentId: string | null; connectionId?: string };

/** Selected before the joins, so that no plan can walk through other accounts' rows. */
function newestOf(db: Database, { accountId, before, limit }: AuditPage) {
  const { auditId } = auditReaders;
  const older = before === null ? undefined : lt(auditId, before);
  return db
    .select({ id: auditId })
    .from(auditReaders)
    .where(and(eq(auditReaders.accountId, accountId), older))
    .orderBy(desc(auditId))
    .limit(limit)
    .as("found");
}

/** The account's newest rows older than `before`. */
export async function pageAuditLog(db: Database, page: AuditPage): Promise<AuditRow[]> {
  const found = newestOf(db, page);
  const rows = await db
    .select({ row: auditLog })
    .from(auditLog)
    .innerJoin(found, eq(found.id, auditLog.id))
    .orderBy(desc(auditLog.id));
  return rows.map(({ row }) => row);
}

/**
 * The account's rows in which a key or agent acted or was acted on. Examines at most `scanned`
 * rows; `lookedTo` is the oldest of them if there may be older ones.
 */
export async function pageAuditOfParty(
  db: Database,
  { accountId, before, limit, scanned }: AuditPage & { scanned: number },
  party: AuditParty,
): Promise<{ rows: AuditRow[]; lookedTo: string | null }> {
  const found = newestOf(db, { accountId, before, limit: scanned });
  const [rows, [last]] = await Promise.all([
    db
      .select({ row: auditLog })
      .from(auditLog)
      .innerJoin(found, eq(found.id, auditLog.id))
      .where(isOf(party))
      .orderBy(desc(auditLog.id))
      .limit(limit),
    db
      .select({ id: found.id })
      .from(found)
      .offset(scanned - 1)
      .limit(1),
  ]);
  return { rows: rows.map(({ row }) => row), lookedTo: last?.id ?? null };
}

function isOf({ apiKeyId, agentId, connectionId }: AuditParty): SQL | undefined {
  const subjects = [apiKeyId, agentId, connectionId].filter((id) => typeof id === "string");
  return or(
    inArray(auditLog.subjectId, subjects),
    apiKeyId === null ? undefined : sql`${auditLog.detail} ->> 'api_key_id' = ${apiKeyId}`,
    agentId === null
      ? undefined
      : and(eq(auditLog.actorKind, "agent"), eq(auditLog.actorId, agentId)),
  );
}

export type AuditNames = {
  /** `host` is that of the connected program, null without a connection; the same for keys. */
  agents: Map<string, { name: string; accountId: string | null; host: string | null }>;
  listings: Map<string, string>;
  apiKeys: Map<
    string,
    { name: string; accountId: string; isBuiltIn: boolean; host: string | null }
  >;
  purchases: Map<string, { title: string; buyerId: string; sellerId: string }>;
  dataRequests: Map<string, string>;
  /** Titles of the reviewed datasets. */
  reviews: Map<string, string>;
  savedSearches: Map<string, string>;
};

/** The names behind ids in audit rows, whoever owns them. */
export async function findAuditNames(db: Database, rows: AuditRow[]): Promise<AuditNames> {
  const ids = (kind: string) =>
    rows.filter((row) => row.subjectKind === kind).map((row) => row.subjectId);
  const actors = rows.filter((row) => row.actorKind === "agent").map((row) => row.actorId);
  const keys = rows.map((row) => row.detail.api_key_id).filter((id) => typeof id === "string");
  const [agentRows, listingRows, keyRows, purchaseRows, requestRows, reviewRows, searchRows] =
    await Promise.all([
      db
        .select({
          id: agents.id,
          name: agents.agentName,
          accountId: agents.accountId,
          host: hostOfAgent,
        })
        .from(agents)
        .where(inArray(agents.id, [...ids("agent"), ...actors])),
      db
        .select({ id: listings.id, title: listings.title })
        .from(listings)
        .where(inArray(listings.id, ids("listing"))),
      db
        .select({
          id: apiKeys.id,
          name: shownKeyName,
          accountId: apiKeys.accountId,
          isBuiltIn: apiKeys.isBuiltIn,
          host: hostOfKey,
        })
        .from(apiKeys)
        .where(inArray(apiKeys.id, [...ids("api_key"), ...keys])),
      db
        .select({
          id: purchases.id,
          title: purchases.title,
          buyerId: purchases.accountId,
          sellerId: purchases.sellerAccountId,
        })
        .from(purchases)
        .where(inArray(purchases.id, ids("purchase"))),
      db
        .select({ id: dataRequests.id, title: dataRequests.title })
        .from(dataRequests)
        .where(inArray(dataRequests.id, ids("data_request"))),
      db
        .select({ id: reviews.id, title: listings.title })
        .from(reviews)
        .innerJoin(listings, eq(listings.id, reviews.listingId))
        .where(inArray(reviews.id, ids("review"))),
      db
        .select({ id: savedSearches.id, title: savedSearches.name })
        .from(savedSearches)
        .where(inArray(savedSearches.id, ids("saved_search"))),
    ]);
  return {
    agents: new Map(agentRows.map(({ id, ...row }) => [id, row])),
    listings: titlesOf(listingRows),
    apiKeys: new Map(keyRows.map(({ id, ...row }) => [id, row])),
    purchases: new Map(purchaseRows.map(({ id, ...row }) => [id, row])),
    dataRequests: titlesOf(requestRows),
    reviews: titlesOf(reviewRows),
    savedSearches: titlesOf(searchRows),
  };
}

const titlesOf = (rows: { id: string; title: string }[]) =>
  new Map(rows.map(({ id, title }) => [id, title]));

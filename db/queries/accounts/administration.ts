/** Queries for administrators: disputes with both sides, and a search by id or name. */
import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  auditLog,
  ledgerEntries,
  listings,
  purchases,
  uploads,
} from "../../schema/index.ts";
import type { AgentRow } from "../agents/agents.ts";
import type { ListingRow } from "../listings/listings.ts";
import type { PurchaseRow } from "../purchases/purchases.ts";
import { textQuery } from "../text-query.ts";
import type { AccountRow } from "./accounts.ts";

const buyers = alias(accounts, "buyers");
const sellers = alias(accounts, "sellers");

export type DisputeRow = {
  purchase: PurchaseRow;
  listingStatus: ListingRow["status"];
  buyer: { email: string; suspendedAt: Date | null };
  seller: { email: string; suspendedAt: Date | null };
  agentName: string;
  file: {
    sha256: string | null;
    byteSize: number | null;
    format: string | null;
    errorCode: string | null;
  };
  /** Number of download URLs that the buyer received. */
  downloads: number;
};

const downloads = sql<number>`(
  select count(*)::int from ${auditLog}
  where ${auditLog.subjectKind} = 'purchase' and ${auditLog.subjectId} = ${purchases.id}
    and ${auditLog.action} = 'purchase.download_issued'
)`;

function selectDisputes(db: Database) {
  return db
    .select({
      purchase: purchases,
      listingStatus: listings.status,
      buyer: { email: buyers.email, suspendedAt: buyers.suspendedAt },
      seller: { email: sellers.email, suspendedAt: sellers.suspendedAt },
      agentName: agents.agentName,
      file: {
        sha256: uploads.sha256,
        byteSize: uploads.byteSize,
        format: uploads.format,
        errorCode: uploads.errorCode,
      },
      downloads,
    })
    .from(purchases)
    .innerJoin(listings, eq(listings.id, purchases.listingId))
    .innerJoin(buyers, eq(buyers.id, purchases.accountId))
    .innerJoin(sellers, eq(sellers.id, purchases.sellerAccountId))
    .innerJoin(agents, eq(agents.id, purchases.sellerAgentId))
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId));
}

/** The open disputes, oldest first, and their total number. */
export async function pageDisputes(
  db: Database,
  page: { limit: number; offset: number },
): Promise<{ rows: DisputeRow[]; total: number }> {
  const open = eq(purchases.state, "disputed");
  const [rows, totals] = await Promise.all([
    selectDisputes(db)
      .where(open)
      .orderBy(asc(purchases.disputedAt), asc(purchases.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(purchases).where(open),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** A purchase with both sides, in any state. */
export async function findDispute(db: Database, purchaseId: string): Promise<DisputeRow | null> {
  const [row] = await selectDisputes(db).where(eq(purchases.id, purchaseId));
  return row ?? null;
}

export type AuditRow = typeof auditLog.$inferSelect;
export type LedgerRow = typeof ledgerEntries.$inferSelect;

/** The last audit rows of a purchase or purse, oldest first. */
export async function readTrail(
  db: Database,
  subjectId: string,
  rowsMax: number,
  subjectKind: "purchase" | "purse" = "purchase",
): Promise<AuditRow[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, subjectKind), eq(auditLog.subjectId, subjectId)))
    .orderBy(desc(auditLog.id))
    .limit(rowsMax);
  return rows.reverse();
}

export function readLedger(db: Database, purchaseId: string): Promise<LedgerRow[]> {
  return readEntries(db, eq(ledgerEntries.purchaseId, purchaseId));
}

export function readPurseLedger(db: Database, purseId: string): Promise<LedgerRow[]> {
  return readEntries(db, eq(ledgerEntries.purseId, purseId));
}

function readEntries(db: Database, where: SQL): Promise<LedgerRow[]> {
  return db.select().from(ledgerEntries).where(where).orderBy(asc(ledgerEntries.id));
}

/** The search term: an id, a case-folded address, or a name and the words of a title. */
export type SubjectSearch = { id: string } | { email: string } | { words: string };

const found = {
  agent: { agent: agents, account: { id: accounts.id, email: accounts.email } },
  listing: {
    id: listings.id,
    title: listings.title,
    status: listings.status,
    suspendedAt: listings.suspendedAt,
    suspendedBy: listings.suspendedBy,
    suspendedReason: listings.suspendedReason,
    createdAt: listings.createdAt,
    agentId: agents.id,
    agentName: agents.agentName,
  },
  purchase: { purchase: purchases, buyerEmail: accounts.email },
};

export async function findAccounts(
  db: Database,
  search: SubjectSearch,
  rowsMax: number,
): Promise<AccountRow[]> {
  if ("words" in search) return [];
  const where = "id" in search ? eq(accounts.id, search.id) : eq(accounts.email, search.email);
  return db.select().from(accounts).where(where).orderBy(asc(accounts.id)).limit(rowsMax);
}

export type FoundAgent = { agent: AgentRow; account: { id: string; email: string } | null };

/** Also finds the agents of an account by the account's id. */
export async function findAgents(
  db: Database,
  search: SubjectSearch,
  rowsMax: number,
): Promise<FoundAgent[]> {
  return db
    .select(found.agent)
    .from(agents)
    .leftJoin(accounts, eq(accounts.id, agents.accountId))
    .where(agentCondition(search))
    .orderBy(asc(agents.id))
    .limit(rowsMax);
}

function agentCondition(search: SubjectSearch): SQL | undefined {
  if ("id" in search)
    return sql`(${agents.id} = ${search.id} or ${agents.accountId} = ${search.id})`;
  if ("email" in search) return eq(agents.ownerEmail, search.email);
  return eq(agents.agentName, search.words);
}

/** Listings in every state. Also finds an agent's newest listings by the agent's id. */
export async function findListings(db: Database, search: SubjectSearch, rowsMax: number) {
  if ("email" in search) return [];
  return db
    .select(found.listing)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(listingCondition(search))
    .orderBy(desc(listings.id))
    .limit(rowsMax);
}

/** The index covers the whole listing, so matches outside the title are filtered out. */
function listingCondition(search: { id: string } | { words: string }): SQL {
  if ("id" in search) {
    return sql`(${listings.id} = ${search.id} or ${listings.agentId} = ${search.id})`;
  }
  const words = textQuery(search.words);
  const { searchVector } = listings;
  return sql`${searchVector} @@ ${words} and ts_filter(${searchVector}, '{a}') @@ ${words}`;
}

export async function findPurchases(db: Database, search: SubjectSearch) {
  if (!("id" in search)) return [];
  return db
    .select(found.purchase)
    .from(purchases)
    .innerJoin(accounts, eq(accounts.id, purchases.accountId))
    .where(eq(purchases.id, search.id));
}

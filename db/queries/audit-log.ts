/**
 * The audit rows that concern an account: what it did, and what was done to what it has. Every branch
 * reads the newest rows of one actor or subject by an index, so a page costs what the account has.
 */
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { agents, apiKeys, auditLog, listings, purchases } from "../schema/index.ts";

export type AuditRow = typeof auditLog.$inferSelect;

/** Of each kind of what an account has, this many of the newest are looked at. */
const subjectsPerKindMax = 10_000;

type AuditPage = { accountId: string; before: string | null; limit: number };

/** The account's newest rows that are older than `before`. */
export async function pageAuditLog(db: Database, page: AuditPage): Promise<AuditRow[]> {
  const candidates = sql.join([...ownActs(page), ...onWhatIsOwned(page)], sql` union `);
  return db
    .select()
    .from(auditLog)
    .where(
      sql`${auditLog.id} in (select id from (${candidates}) as found order by id desc
        limit ${page.limit})`,
    )
    .orderBy(sql`${auditLog.id} desc`);
}

/** The newest rows of one actor or subject; `where` names it by the columns of an index. */
function newest({ before, limit }: AuditPage, where: SQL): SQL {
  const older = before === null ? sql`true` : sql`entry.id < ${before}::uuid`;
  return sql`select entry.id from ${auditLog} as entry where ${where} and ${older}
    order by entry.id desc limit ${limit}`;
}

function ownActs(page: AuditPage): SQL[] {
  const { accountId } = page;
  const asPerson = ["owner", "operator", "admin"].map(
    (kind) =>
      sql`(${newest(page, sql`entry.actor_kind = ${kind} and entry.actor_id = ${accountId}`)})`,
  );
  const mine = sql`select id from ${agents} where account_id = ${accountId}`;
  const byAgent = sql`entry.actor_kind = 'agent' and entry.actor_id = owned.id::text`;
  return [...asPerson, ofEach(page, mine, byAgent)];
}

function onWhatIsOwned(page: AuditPage): SQL[] {
  const { accountId } = page;
  const on = (kind: string) => sql`entry.subject_kind = ${kind} and entry.subject_id = owned.id`;
  // Who sells learns of a purchase when it is paid; who buys is not told of the seller's transfer.
  const asSeller = sql`${on("purchase")} and entry.at >= owned.paid_at`;
  const asBuyer = sql`${on("purchase")} and entry.action <> 'purchase.transferred'`;
  return [
    sql`(${newest(page, sql`entry.subject_kind = 'account' and entry.subject_id = ${accountId}`)})`,
    ofEach(page, sql`select id from ${apiKeys} where account_id = ${accountId}`, on("api_key")),
    ofEach(page, sql`select id from ${agents} where account_id = ${accountId}`, on("agent")),
    ofEach(
      page,
      sql`select id from ${listings} where agent_id in
        (select id from ${agents} where account_id = ${accountId})`,
      on("listing"),
    ),
    ofEach(page, sql`select id from ${purchases} where account_id = ${accountId}`, asBuyer),
    ofEach(
      page,
      sql`select id, paid_at from ${purchases}
        where seller_account_id = ${accountId} and paid_at is not null`,
      asSeller,
    ),
  ];
}

function ofEach(page: AuditPage, owned: SQL, where: SQL): SQL {
  return sql`(select found.id
    from (${owned} order by id desc limit ${subjectsPerKindMax}) as owned
    cross join lateral (${newest(page, where)}) as found)`;
}

export type AuditNames = {
  agents: Map<string, { name: string; accountId: string | null }>;
  listings: Map<string, string>;
  apiKeys: Map<string, { name: string; accountId: string }>;
  purchases: Map<string, { title: string; buyerId: string; sellerId: string }>;
};

/** What the ids in audit rows are called, whoever they belong to. */
export async function findAuditNames(db: Database, rows: AuditRow[]): Promise<AuditNames> {
  const ids = (kind: string) =>
    rows.filter((row) => row.subjectKind === kind).map((row) => row.subjectId);
  const actors = rows.filter((row) => row.actorKind === "agent").map((row) => row.actorId);
  const keys = rows.map((row) => row.detail.api_key_id).filter((id) => typeof id === "string");
  const [agentRows, listingRows, keyRows, purchaseRows] = await Promise.all([
    db
      .select({ id: agents.id, name: agents.agentName, accountId: agents.accountId })
      .from(agents)
      .where(inArray(agents.id, [...ids("agent"), ...actors])),
    db
      .select({ id: listings.id, title: listings.title })
      .from(listings)
      .where(inArray(listings.id, ids("listing"))),
    db
      .select({ id: apiKeys.id, name: apiKeys.name, accountId: apiKeys.accountId })
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
  ]);
  return {
    agents: new Map(agentRows.map(({ id, ...row }) => [id, row])),
    listings: new Map(listingRows.map(({ id, title }) => [id, title])),
    apiKeys: new Map(keyRows.map(({ id, ...row }) => [id, row])),
    purchases: new Map(purchaseRows.map(({ id, ...row }) => [id, row])),
  };
}

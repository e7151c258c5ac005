/** Sales and payouts with their ledger amounts, by cursor; nothing about the buyer is included. */
import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, ledgerEntries, purchases } from "../../schema/index.ts";
import type { LedgerAccount, PostingKind } from "../../vocabulary/ledger.ts";
import type { PurchaseState } from "../../vocabulary/purchase.ts";
import type { Seller } from "./earnings.ts";

const entered = (condition: SQL) =>
  sql<number>`(select coalesce(sum(${ledgerEntries.amountCents}), 0) from ${ledgerEntries}
    where ${ledgerEntries.purchaseId} = ${purchases.id} and ${condition})`.mapWith(Number);
const on = (account: LedgerAccount) =>
  entered(sql`${ledgerEntries.account} = ${sql.raw(`'${account}'`)}`);
const taken = (posting: PostingKind) =>
  entered(
    sql`${ledgerEntries.posting} = ${sql.raw(`'${posting}'`)}
      and ${ledgerEntries.account} = 'platform_funds'`,
  );

const columns = {
  purchase: purchases,
  agentName: agents.agentName,
  /** Amounts due to the seller now, and amounts paid out for good. */
  payableCents: on("seller_payable"),
  paidOutCents: on("seller_paid"),
  keptCents: taken("payable_kept"),
  setOffCents: taken("set_off"),
  reversedCents: taken("transfer_reversed"),
  payee: {
    payoutAccountId: accounts.payoutAccountId,
    payoutsEnabledAt: accounts.payoutsEnabledAt,
    suspendedAt: accounts.suspendedAt,
  },
};

function selectSales(db: Database) {
  return db
    .select(columns)
    .from(purchases)
    .innerJoin(agents, eq(agents.id, purchases.sellerAgentId))
    .innerJoin(accounts, eq(accounts.id, purchases.sellerAccountId));
}

export type SoldRow = Awaited<ReturnType<typeof selectSales>>[number];

type SoldPage = {
  status?: PurchaseState | undefined;
  listingId?: string | undefined;
  /** Payment time; `until` is exclusive. */
  since?: Date | undefined;
  until?: Date | undefined;
  /** For released sales: whether they were transferred. Undefined means every state. */
  isSent?: boolean | undefined;
  isReleased?: boolean;
  /** The id of the last sale on the previous page. */
  after: string | null;
  rowsMax: number;
};

/** A paid sale; null for another seller's. */
export async function findSold(
  db: Database,
  { accountId, agentId }: Seller,
  purchaseId: string,
): Promise<SoldRow | null> {
  const [row] = await selectSales(db).where(
    and(
      eq(purchases.id, purchaseId),
      eq(purchases.sellerAccountId, accountId),
      isNotNull(purchases.paidAt),
      agentId === undefined ? undefined : eq(purchases.sellerAgentId, agentId),
    ),
  );
  return row ?? null;
}

/** Paid sales, latest purchase first. */
export function pageSold(
  db: Database,
  { accountId, agentId }: Seller,
  page: SoldPage,
): Promise<SoldRow[]> {
  const { status, listingId, since, until, isSent, isReleased, after, rowsMax } = page;
  const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
    value === undefined ? undefined : condition(value);
  return selectSales(db)
    .where(
      and(
        eq(purchases.sellerAccountId, accountId),
        isNotNull(purchases.paidAt),
        given(agentId, (id) => eq(purchases.sellerAgentId, id)),
        given(status, (state) => eq(purchases.state, state)),
        given(listingId, (id) => eq(purchases.listingId, id)),
        given(since, (at) => gte(purchases.paidAt, at)),
        given(until, (at) => lt(purchases.paidAt, at)),
        isReleased === true ? eq(purchases.state, "released") : undefined,
        given(isSent, (sent) =>
          sent ? isNotNull(purchases.transferredAt) : isNull(purchases.transferredAt),
        ),
        after === null ? undefined : lt(purchases.id, after),
      ),
    )
    .orderBy(desc(purchases.id))
    .limit(rowsMax);
}

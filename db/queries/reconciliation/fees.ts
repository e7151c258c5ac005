/** The provider's fees that must be posted. */
import { and, asc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { ledgerEntries, providerTransactions, purchases, purses } from "../../schema/index.ts";
import type { Entry } from "../../vocabulary/ledger.ts";

/** Of a purchase, or of a purse. */
export type DueFee = {
  id: string;
  purchaseId?: string;
  purseId?: string;
  feeCents: number;
  currency: string;
};

const subjects = {
  purchase: { table: purchases, idName: "purchaseId" },
  purse: { table: purses, idName: "purseId" },
} as const;

/**
 * Unposted fees in the currency of their purchase or purse, locked with these rows in the order of their ids;
 * skips locked rows.
 */
export async function lockDueFees(
  tx: Database,
  subject: keyof typeof subjects,
  rowsMax: number,
): Promise<DueFee[]> {
  const { table, idName } = subjects[subject];
  const { id, feeCents, currency } = providerTransactions;
  return tx
    .select({ id, [idName]: table.id, feeCents, currency })
    .from(providerTransactions)
    .innerJoin(
      table,
      and(
        eq(table.id, providerTransactions.purchaseId),
        eq(table.currency, providerTransactions.currency),
      ),
    )
    .where(
      and(
        sql`not ${providerTransactions.isFeePosted}`,
        ne(providerTransactions.feeCents, 0),
        isNotNull(providerTransactions.purchaseId),
      ),
    )
    .orderBy(asc(providerTransactions.purchaseId), asc(providerTransactions.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

type Posting = { fee: DueFee; entries: Entry[] };

/** Writes the postings of locked fees, each once by transaction id, and marks them as posted. */
export async function insertFeePostings(
  tx: Database,
  postings: Posting[],
  now: Date,
): Promise<void> {
  const rows = postings.flatMap(({ fee, entries }) =>
    entries.map((entry) => ({
      ...entry,
      posting: "provider_fee" as const,
      reference: fee.id,
      purchaseId: fee.purchaseId ?? null,
      purseId: fee.purseId ?? null,
      currency: fee.currency,
      createdAt: now,
    })),
  );
  await tx.insert(ledgerEntries).values(rows).onConflictDoNothing();
  const ids = postings.map(({ fee }) => fee.id);
  await tx
    .update(providerTransactions)
    .set({ isFeePosted: true })
    .where(inArray(providerTransactions.id, ids));
}

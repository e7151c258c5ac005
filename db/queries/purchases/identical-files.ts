/**
 * Whether an account already has the bytes of a file: bought from another listing, or sold by
 * itself.
 */
import { and, asc, desc, eq, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, listings, purchases, uploads } from "../../schema/index.ts";
import type { ChargebackState, PurchaseState } from "../../vocabulary/purchase.ts";

type File = { accountId: string; sha256: string };

/**
 * Serialises an account's purchases of the same bytes until the transaction ends. It is the last
 * lock of a purchase, so its holder waits for no lock that others hold while they wait for it.
 */
export async function lockFileOfAccount(tx: Database, file: File): Promise<void> {
  const name = `file ${file.accountId} ${file.sha256}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

type IdenticalFileQuery = File & {
  exceptUploadId: string;
  states: readonly PurchaseState[];
  exceptChargebacks: readonly ChargebackState[];
};

export type HeldPurchase = { purchaseId: string; listingId: string; state: PurchaseState };

/** The account's purchase of another file with the same bytes; a paid one before a pending one. */
export async function findPurchaseOfBytes(
  db: Database,
  held: IdenticalFileQuery,
): Promise<HeldPurchase | null> {
  const [row] = await db
    .select({
      purchaseId: purchases.id,
      listingId: purchases.listingId,
      state: purchases.state,
    })
    .from(purchases)
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .where(
      and(
        eq(purchases.accountId, held.accountId),
        eq(uploads.sha256, held.sha256),
        // A literal, so that prepared statements can use the partial index.
        sql`${uploads.version} is not null`,
        ne(uploads.id, held.exceptUploadId),
        inArray(purchases.state, [...held.states]),
        or(
          isNull(purchases.chargeback),
          notInArray(purchases.chargeback, [...held.exceptChargebacks]),
        ),
      ),
    )
    .orderBy(asc(eq(purchases.state, "payment_pending")), desc(purchases.id))
    .limit(1);
  return row ?? null;
}

/** Another active listing of the same bytes by one of the account's agents, or null. */
export async function findOwnListingOfBytes(
  db: Database,
  { accountId, sha256, exceptListingId }: File & { exceptListingId: string },
): Promise<{ listingId: string } | null> {
  const [row] = await db
    .select({ listingId: listings.id })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(
      and(
        eq(listings.sha256, sha256),
        sql`${listings.status} = 'active'`,
        ne(listings.id, exceptListingId),
        eq(agents.accountId, accountId),
      ),
    )
    .orderBy(asc(listings.priceCents), asc(listings.id))
    .limit(1);
  return row ?? null;
}

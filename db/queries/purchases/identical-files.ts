/** Where an account has the bytes of a file already: bought from another listing, or sold by itself. */
import { and, asc, desc, eq, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, listings, purchases, uploads } from "../../schema/index.ts";
import type { ChargebackState, PurchaseState } from "../../vocabulary/purchase.ts";

type File = { accountId: string; sha256: string };

/**
 * Makes buys of the same bytes by one account take turns until the transaction ends. The last lock of
 * a buy: who holds it waits for no other one that a buyer waits with.
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

/** The account's purchase of another file with the same bytes: a paid one rather than a pending. */
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
        // As a literal, so that a prepared statement still knows the partial index.
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

/** Another active listing of the same bytes that an agent of the account sells, or null. */
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

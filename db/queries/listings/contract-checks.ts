/** Sellers' contracts, and the evaluations of files by them. */
import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { contractChecks, listings } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";

export type ContractCheckRow = typeof contractChecks.$inferSelect;

export async function saveContractCheck(db: Database, row: ContractCheckRow): Promise<void> {
  const { uploadId: _, ...set } = row;
  await db
    .insert(contractChecks)
    .values(row)
    .onConflictDoUpdate({ target: contractChecks.uploadId, set });
}

export async function findContractCheck(
  db: Database,
  uploadId: string,
): Promise<ContractCheckRow | null> {
  const [row] = await db.select().from(contractChecks).where(eq(contractChecks.uploadId, uploadId));
  return row ?? null;
}

/** What the seller promises about every version, and when the file on sale was checked. */
export async function findContract(
  db: Database,
  listingId: string,
): Promise<{ terms: Stored["acceptanceTerms"]; checkedAt: Date | null } | null> {
  const [row] = await db
    .select({ terms: listings.contract, checkedAt: contractChecks.checkedAt })
    .from(listings)
    .leftJoin(contractChecks, eq(contractChecks.uploadId, listings.currentUploadId))
    .where(eq(listings.id, listingId));
  return row === undefined || row.terms === null ? null : { ...row, terms: row.terms };
}

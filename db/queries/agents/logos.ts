/** Logos of sellers: which one an agent names, and files that none names any more. */
import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, sellerLogos } from "../../schema/index.ts";
import { isPublicSeller, shownLogoId } from "../sellers/sellers.ts";

/** Before its file is stored. */
export async function noteLogo(db: Database, note: typeof sellerLogos.$inferInsert): Promise<void> {
  await db.insert(sellerLogos).values(note);
}

/** Null if there is no public seller with this id. */
export async function findShownLogo(
  db: Database,
  agentId: string,
): Promise<{ name: string; logoId: string | null } | null> {
  const [row] = await db
    .select({ name: agents.agentName, logoId: shownLogoId })
    .from(agents)
    .where(and(eq(agents.id, agentId), isPublicSeller));
  return row ?? null;
}

/** Ids from before `notedBefore`, oldest first; skips locked rows. */
export async function lockUnnamedLogos(
  tx: Database,
  { notedBefore, rowsMax }: { notedBefore: Date; rowsMax: number },
): Promise<string[]> {
  const isUnnamed = sql`not exists (select from ${agents}
    where ${agents.id} = ${sellerLogos.agentId} and ${agents.logoId} = ${sellerLogos.id})`;
  const rows = await tx
    .select({ id: sellerLogos.id })
    .from(sellerLogos)
    .where(and(lt(sellerLogos.createdAt, notedBefore), isUnnamed))
    .orderBy(asc(sellerLogos.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  return rows.map(({ id }) => id);
}

export async function deleteLogoNotes(tx: Database, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(sellerLogos).where(inArray(sellerLogos.id, ids));
}

/** Makes processes drop the cached pages and pictures of a seller. */
export async function announceSeller(tx: Database, sellerId: string): Promise<void> {
  await tx.execute(sql`select tell('listing', ${sellerId})`);
}

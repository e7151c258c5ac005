import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, purchases, purses, uploads } from "../../schema/index.ts";
import type { PurseKind } from "../../vocabulary/purchase.ts";
import type { PurchaseRow } from "./purchases.ts";

export type ReceiptFacts = {
  purchase: PurchaseRow;
  /** The purchased version's file. `fileCount`: of a folder, whose hash is its manifest's. */
  file: { sha256: string | null; byteSize: number | null; fileCount: number | null };
  sellerName: string;
  /** What the charge paid that it shares with others; null: it has a charge of its own. */
  sharedBy: PurseKind | null;
};

export async function findReceiptFacts(
  db: Database,
  purchaseId: string,
): Promise<ReceiptFacts | null> {
  const [row] = await db
    .select({
      purchase: purchases,
      file: { sha256: uploads.sha256, byteSize: uploads.byteSize, fileCount: uploads.fileCount },
      sellerName: agents.agentName,
      sharedBy: purses.kind,
    })
    .from(purchases)
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .innerJoin(agents, eq(agents.id, purchases.sellerAgentId))
    .leftJoin(purses, eq(purses.id, purchases.purseId))
    .where(eq(purchases.id, purchaseId));
  return row ?? null;
}

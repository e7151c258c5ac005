import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, purchases, uploads } from "../../schema/index.ts";
import type { PurchaseRow } from "./purchases.ts";

export type ReceiptFacts = {
  purchase: PurchaseRow;
  /** The purchased version's file. `fileCount`: of a folder, whose hash is its manifest's. */
  file: { sha256: string | null; byteSize: number | null; fileCount: number | null };
  sellerName: string;
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
    })
    .from(purchases)
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .innerJoin(agents, eq(agents.id, purchases.sellerAgentId))
    .where(eq(purchases.id, purchaseId));
  return row ?? null;
}

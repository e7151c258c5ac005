/** Refunds that are owed and tried. */
import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { purchases } from "../../schema/index.ts";

/** The provider has said how the last try ended. */
export async function endRefundTry(db: Database, purchaseId: string): Promise<void> {
  await db.update(purchases).set({ refundTryingAt: null }).where(eq(purchases.id, purchaseId));
}

/** The file that a purchase pinned, as its delivery sees it. */
import { and, eq } from "drizzle-orm";
import type { Database } from "../client.ts";
import { purchases, uploads } from "../schema/index.ts";
import type { UploadRow } from "./listings.ts";
import type { PurchaseRow } from "./purchases.ts";

export type Delivery = { purchase: PurchaseRow; upload: UploadRow };

export async function findDelivery(db: Database, purchaseId: string): Promise<Delivery | null> {
  const [row] = await db
    .select({ purchase: purchases, upload: uploads })
    .from(purchases)
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .where(eq(purchases.id, purchaseId));
  return row ?? null;
}

/** The object holds the same bytes under another ETag, after the store was moved or restored. */
export async function replaceObjectEtag(
  db: Database,
  uploadId: string,
  etag: { from: string | null; to: string },
): Promise<void> {
  if (etag.from === null) return;
  await db
    .update(uploads)
    .set({ objectEtag: etag.to })
    .where(and(eq(uploads.id, uploadId), eq(uploads.objectEtag, etag.from)));
}

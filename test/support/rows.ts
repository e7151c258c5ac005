/**
 * Rows with defaults for columns that a test does not care about, so that a new column is added in
 * one place.
 */
import { v7 } from "uuid";
import type { purchases, uploads } from "../../db/schema/index.ts";
import { hourSeconds } from "../../platform/time.ts";

type UploadRow = typeof uploads.$inferInsert;

type PurchaseRow = typeof purchases.$inferInsert;
type Sides =
  | "accountId"
  | "apiKeyId"
  | "listingId"
  | "uploadId"
  | "sellerAgentId"
  | "sellerAccountId"
  | "paymentMethodId";

/** Not paid yet, by default. */
export function purchaseRow<Given extends Partial<PurchaseRow> & Pick<PurchaseRow, Sides>>(
  given: Given,
): PurchaseRow & Given & { id: string } {
  const { createdAt = new Date() } = given;
  return {
    id: v7(),
    version: 1,
    title: "Rain",
    priceCents: 1250,
    feeCents: 0,
    currency: "usd",
    createdAt,
    updatedAt: createdAt,
    ...given,
  };
}

/** Just issued, by default. */
export function uploadRow<Given extends Partial<UploadRow> & Pick<UploadRow, "listingId">>(
  given: Given,
): UploadRow & Given & { id: string; storagePath: string } {
  const { id = v7(), issuedAt = new Date() } = given;
  return {
    id,
    storagePath: `uploads/${given.listingId}/${id}`,
    issuedAt,
    urlsEndAt: new Date(issuedAt.getTime() + hourSeconds * 1000),
    ...given,
  };
}

/** The files that a purchase pays for. */
import { and, eq, gte, lt, or } from "drizzle-orm";
import { purchases, uploads } from "../../schema/index.ts";

/**
 * Joins uploads to the purchases that pay for them: the purchased file, and for a subscription's
 * period also every version that was published in it.
 */
export const isDelivered = or(
  eq(uploads.id, purchases.uploadId),
  and(
    eq(uploads.listingId, purchases.listingId),
    gte(uploads.publishedAt, purchases.periodStartsAt),
    lt(uploads.publishedAt, purchases.periodEndsAt),
  ),
);

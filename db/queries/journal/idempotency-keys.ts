import type { Database } from "../../client.ts";
import { idempotencyKeys } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";

/** Deletes at most `rowsMax` expired answers stored under an Idempotency-Key; returns how many. */
export function deleteExpiredIdempotencyKeys(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, idempotencyKeys.expiresAt, oldest);
}

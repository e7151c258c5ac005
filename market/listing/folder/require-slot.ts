/** Checks that a listing can take an upload, of a file or a folder. */
import type { Database } from "../../../db/client.ts";
import type { ListingWithUpload } from "../../../db/queries/listings/listings.ts";
import { findFirstOfFull } from "../../../db/queries/listings/uploads.ts";
import { dayMs } from "../../../platform/time.ts";
import { MarketError } from "../../errors.ts";
import { throwRefusals } from "../../refusal.ts";
import { UPLOADS_PER_LISTING_PER_DAY_MAX } from "../limits.ts";
import { type UploadSlot, uploadSlot } from "../rules.ts";
import { issueRefusal } from "../upload/rules.ts";

/** Where the file will go. Errors: listing_not_found, listing_not_draft. */
export function requireSlot(row: ListingWithUpload | null): UploadSlot {
  if (row === null) throw new MarketError("listing_not_found", "You have no draft with this id.");
  const slot = uploadSlot(row.listing);
  if (slot !== null) return slot;
  throw new MarketError(
    "listing_not_draft",
    `The listing is ${row.listing.status}; only a draft or an open version takes a file.`,
  );
}

/** The listing is locked. Errors: rate_limited. */
export async function requireUploadLeft(tx: Database, listingId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const max = UPLOADS_PER_LISTING_PER_DAY_MAX;
  throwRefusals([issueRefusal(await findFirstOfFull(tx, { listingId, since, max }), now)]);
}

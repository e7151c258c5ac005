/** Finds where an account already has the bytes of a listing's file. */
import type { Database } from "../../db/client.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import { findLivePurchase, findLiveTrial } from "../../db/queries/purchases/buying.ts";
import {
  findOwnListingOfBytes,
  findPurchaseOfBytes,
  lockFileOfAccount,
} from "../../db/queries/purchases/identical-files.ts";
import { closedChargebacks, type HeldFile, holdingStates, type LivePurchase } from "./rules.ts";

type Listing = Pick<ListingRow, "id" | "sha256" | "currentUploadId">;

/** A purchase first, because it can be downloaded; then the account's own listings. Null: neither. */
export async function findHeldFile(
  db: Database,
  accountId: string,
  { id, sha256, currentUploadId }: Listing,
): Promise<HeldFile | null> {
  if (sha256 === null || currentUploadId === null) return null;
  const purchase = await findPurchaseOfBytes(db, {
    accountId,
    sha256,
    exceptUploadId: currentUploadId,
    states: holdingStates,
    exceptChargebacks: closedChargebacks,
  });
  if (purchase !== null) return { by: "purchase", ...purchase };
  const own = await findOwnListingOfBytes(db, { accountId, sha256, exceptListingId: id });
  return own === null ? null : { by: "listing", ...own };
}

/** Like {@link findHeldFile}, with a lock: of two concurrent purchases, the second finds the first. */
export async function lockHeldFile(
  tx: Database,
  accountId: string,
  listing: Listing,
): Promise<HeldFile | null> {
  if (listing.sha256 === null) return null;
  await lockFileOfAccount(tx, { accountId, sha256: listing.sha256 });
  return findHeldFile(tx, accountId, listing);
}

/** The account's live trial of the listing's version, or its live purchase of the whole file. */
export async function findLiveTrialOf(
  tx: Database,
  accountId: string,
  listing: Listing & Pick<ListingRow, "version">,
): Promise<LivePurchase | null> {
  const { id: listingId, version } = listing;
  const trial = await findLiveTrial(tx, { accountId, listingId, version, states: holdingStates });
  return trial ?? (await findLivePurchaseOf(tx, accountId, listing));
}

/** The account's live purchase of the listing's current file. */
export async function findLivePurchaseOf(
  tx: Database,
  accountId: string,
  { currentUploadId: uploadId }: Listing,
): Promise<LivePurchase | null> {
  if (uploadId === null) return null;
  return findLivePurchase(tx, { accountId, uploadId, states: holdingStates });
}

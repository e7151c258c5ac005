/** Which version of a dataset a caller may query. Pure. */
import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type {
  AcceptanceState,
  ChargebackState,
  PurchaseState,
} from "../../db/vocabulary/purchase.ts";
import { isReadByBuyer } from "../catalogue/bought/rules.ts";
import type { ListingSuspender } from "../listing/rules.ts";
import { isFree, type Priced } from "../pricing.ts";
import type { Refusal } from "../refusal.ts";

export type QueriedListing = Priced & {
  status: ListingStatus;
  suspendedBy: ListingSuspender | null;
  version: number;
  currentUploadId: string | null;
};

export type Purchased = {
  uploadId: string;
  version: number;
  state: PurchaseState;
  chargeback: ChargebackState | null;
  acceptance: AcceptanceState | null;
};

export type AskedFile = { uploadId: string; version: number };

/**
 * Everybody can query free datasets, sellers their own, and buyers what they bought: the published
 * version if they have it, otherwise their latest. For others, comparing two answers could reveal a
 * row.
 */
export function chooseFile(
  listing: QueriedListing | null,
  { isSeller, purchased }: { isSeller: boolean; purchased: readonly Purchased[] },
): AskedFile | Refusal {
  if (listing === null) return notFound;
  const { currentUploadId: uploadId, version } = listing;
  const isOpen = isSeller || (listing.status === "active" && isFree(listing));
  if (isOpen && uploadId !== null) return { uploadId, version };
  const readable = purchased.filter((purchase) => isReadByBuyer(listing, purchase));
  const bought = readable.find((purchase) => purchase.uploadId === uploadId) ?? readable[0];
  if (bought !== undefined) return { uploadId: bought.uploadId, version: bought.version };
  return listing.status === "active" ? notBought : notFound;
}

const notFound: Refusal = {
  code: "dataset_not_found",
  detail: "No active dataset has this id.",
};

const notBought: Refusal = {
  code: "query_needs_purchase",
  detail:
    "The dataset is not free, and no purchase of the caller's covers it. Answers about rows that " +
    "were not bought would give them away.",
};

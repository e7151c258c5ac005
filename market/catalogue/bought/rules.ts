/** A buyer's access after a dataset has left the catalogue. Pure. */
import type { ListingStatus } from "../../../db/vocabulary/listing.ts";
import type {
  AcceptanceState,
  ChargebackState,
  PurchaseState,
} from "../../../db/vocabulary/purchase.ts";
import type { ListingSuspender } from "../../listing/rules.ts";

type Listing = { status: ListingStatus; suspendedBy: ListingSuspender | null };
type Paid = {
  state: PurchaseState;
  chargeback: ChargebackState | null;
  acceptance: AcceptanceState | null;
};

/**
 * A buyer who may download the file may read about it: after a withdrawal, an auction, or a suspension
 * of seller or file. A listing that an administrator took down itself is shown to nobody.
 */
export function isReadByBuyer({ status, suspendedBy }: Listing, purchase: Paid): boolean {
  const isTakenDown = status === "suspended" && suspendedBy === "listing";
  return !isTakenDown && isDownloadable(purchase);
}

/**
 * "Payment confirmed" (docs/interface.md, escrow): the buyer may download. Not while the card's bank
 * disputes the payment, nor after it took it back, nor before the acceptance contract is evaluated.
 */
export function isDownloadable({ state, chargeback, acceptance }: Paid): boolean {
  if (acceptance === "pending" && state !== "released") return false;
  if (chargeback === "open" || chargeback === "lost") return false;
  return state === "in_escrow" || state === "disputed" || state === "released";
}

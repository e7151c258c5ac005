/** What a buyer still reads of a dataset that is off the catalogue. Pure. */
import type { ListingSuspender } from "../../listing/rules.ts";
import { isDownloadable } from "../../purchase/rules.ts";
import type { ChargebackState, ListingStatus, PurchaseState } from "../../vocabulary.ts";

type Listing = { status: ListingStatus; suspendedBy: ListingSuspender | null };
type Paid = { state: PurchaseState; chargeback: ChargebackState | null };

/**
 * Whoever may download what was bought may read what it is: after a withdrawal, a sale by auction, and
 * while seller or file are suspended. What an administrator took down itself is shown to nobody.
 */
export function isReadByBuyer({ status, suspendedBy }: Listing, purchase: Paid): boolean {
  const isTakenDown = status === "suspended" && suspendedBy === "listing";
  return !isTakenDown && isDownloadable(purchase);
}

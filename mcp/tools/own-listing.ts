/** Describes a seller's own listings. */
import type { ListingView } from "../../market/listing/schemas.ts";
import type { ToolReply } from "../tool.ts";

export function listingLine(listing: ListingView): string {
  return `${stateOf(listing)}${blockersOf(listing)}`;
}

export function tellListing(listing: ListingView, next: string): ToolReply<never> {
  const isOffer = listing.status === "draft" || listing.status === "active";
  const receives = isOffer ? ` ${listing.seller_receives}` : "";
  return { text: `${stateOf(listing)}${receives}${blockersOf(listing)} ${next}` };
}

/** Names a free listing in capitals, so that nobody gives data away by an omission. */
const stateOf = ({ id, status, offers }: ListingView) =>
  `Listing ${id}: ${status}, ${offers.is_free ? "FREE" : offers.text}.`;

function blockersOf({ publish_blockers: blockers }: ListingView): string {
  const missing = blockers.map(({ detail }) => detail).join(" ");
  return missing === "" ? "" : ` Before it can be published: ${missing}`;
}

/** What the tools of sellers share: their token, the listing that is meant, and how it is told. */
import { z } from "zod";
import { agentToken } from "../../market/agent/schemas.ts";
import type { listingView } from "../../market/listing/schemas.ts";
import { idSchema } from "../../market/text.ts";
import type { Told } from "../tool.ts";

export { agentToken };
export const listingId = idSchema.describe("From create_draft.");
export const listingInput = z.strictObject({ listing_id: listingId, agent_token: agentToken });

type OwnListing = z.output<typeof listingView>;

/** One listing among several. */
export function listingLine(listing: OwnListing): string {
  return `${stateOf(listing)}${blockersOf(listing)}`;
}

export function tellListing(listing: OwnListing, next: string): Told<never> {
  const isOffer = listing.status === "draft" || listing.status === "active";
  const receives = isOffer ? ` ${listing.seller_receives}` : "";
  return { text: `${stateOf(listing)}${receives}${blockersOf(listing)} ${next}` };
}

/** Nobody should give data away by an omission. */
const stateOf = ({ id, status, offers }: OwnListing) =>
  `Listing ${id}: ${status}, ${offers.is_free ? "FREE" : offers.text}.`;

function blockersOf({ publish_blockers: blockers }: OwnListing): string {
  const missing = blockers.map(({ detail }) => detail).join(" ");
  return missing === "" ? "" : ` Before it can be published: ${missing}`;
}

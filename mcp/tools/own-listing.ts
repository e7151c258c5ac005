/** What the tools of sellers share: their token, the listing that is meant, and how it is told. */
import { z } from "zod";
import { BEARER_CHARS_MAX } from "../../market/limits.ts";
import type { listingView } from "../../market/listing/schemas.ts";
import { idSchema } from "../../market/text.ts";
import type { Told } from "../tool.ts";
import { price } from "../words.ts";

export const agentToken = z
  .string()
  .min(1)
  .max(BEARER_CHARS_MAX)
  .regex(/^[\x21-\x7e]+$/, "is no bearer token")
  .optional()
  .describe("From register_agent.");
export const listingId = idSchema.describe("From create_draft.");
export const listingInput = z.strictObject({ listing_id: listingId, agent_token: agentToken });

export function tellListing(listing: z.output<typeof listingView>, next: string): Told<never> {
  const { id, status, price_cents: cents, currency, publish_blockers: blockers } = listing;
  const missing = blockers.map(({ detail }) => detail).join(" ");
  const blocked = missing === "" ? "" : ` Before it can be published: ${missing}`;
  return { text: `Listing ${id}: ${status}, ${price(cents, currency)}.${blocked} ${next}` };
}

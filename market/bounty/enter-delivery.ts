import type { Database } from "../../db/client.ts";
import { insertDelivery, lockBounty } from "../../db/queries/bounties/bounties.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import type { AnswerRow } from "../../db/queries/requests/answers.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { bountyStatus, deliveryPriceCents, deliveryRefusals } from "./rules.ts";

type Entry = {
  answer: AnswerRow;
  listing: ListingRow;
  priceCents: number | undefined;
  now: Date;
};

/**
 * Lets an answer to a locked request compete for its bounty, if it has one that is open; the file is
 * evaluated at once. Errors: bounty_not_open, bounty_file_delivered, and those of `deliveryRefusals`.
 */
export async function enterDelivery(
  tx: Database,
  { config }: Pick<Context, "config">,
  { answer, listing, priceCents, now }: Entry,
): Promise<void> {
  const { requestId, position } = answer;
  const held = await lockBounty(tx, requestId);
  const status =
    held === null ? null : bountyStatus(held.purse.state, held.bounty.endedAt !== null);
  if (held === null || status !== "open") {
    // A bounty that is over, or is still being charged, leaves an ordinary request.
    if (priceCents === undefined) return;
    throw new MarketError("bounty_not_open", "No bounty of this request takes deliveries now.", {
      faults: [{ pointer: "/price_cents", code: "bounty_not_open", detail: "Leave it out." }],
    });
  }
  const { mode, prizeCents } = held.bounty;
  throwRefusals(
    deliveryRefusals({ mode, prizeCents, priceCents, listing, currency: config.CURRENCY }),
  );
  const { currentUploadId: uploadId, sha256 } = listing;
  if (uploadId === null || sha256 === null) {
    throw new Error(`listing ${listing.id} is on sale without a file`);
  }
  const isNew = await insertDelivery(tx, {
    ...{ answerId: answer.id, requestId, position, uploadId, sha256 },
    version: listing.version,
    priceCents: deliveryPriceCents({
      prizeCents,
      priceCents,
      listingPriceCents: listing.priceCents,
    }),
    createdAt: now,
    dueAt: now,
  });
  if (isNew) return;
  throw new MarketError("bounty_file_delivered", "Each file takes part once, whoever delivers it.");
}

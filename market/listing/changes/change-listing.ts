import type { Database } from "../../../db/client.ts";
import { holdAgent } from "../../../db/queries/agents/agents.ts";
import { findListingSeller } from "../../../db/queries/events/events.ts";
import { enqueueFollowNews } from "../../../db/queries/follows/news.ts";
import { enqueueJob, writeAudit } from "../../../db/queries/journal/journal.ts";
import { insertChange, readLastChanges } from "../../../db/queries/listings/listing-changes.ts";
import {
  type ListingRow,
  type ListingWithUpload,
  lockOwnListing,
  updateListing,
} from "../../../db/queries/listings/listings.ts";
import { enqueueMatchingOfChange } from "../../../db/queries/saved-searches/matching.ts";
import { learnWords } from "../../../db/queries/search/words.ts";
import { enqueueSubscriberCheck } from "../../../db/queries/subscriptions/subscriber-checks.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import { requireSeller } from "../../agent/rules.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { emitEvent } from "../../event/emit-event.ts";
import type { Precondition } from "../../precondition.ts";
import { throwRefusals } from "../../refusal.ts";
import { licenseColumns } from "../license-columns.ts";
import { LISTING_CHANGES_PER_DAY_MAX } from "../limits.ts";
import { viewListing } from "../listing-view.ts";
import { requireContract } from "../require-contract.ts";
import { requireNoBids } from "../require-no-bids.ts";
import { stateInWords, takesChanges } from "../rules.ts";
import type { ListingView } from "../schemas.ts";
import { prepareTrial, trialFileRefusal } from "../trial/prepare-trial.ts";
import {
  type ChangedField,
  changedTerms,
  changesMeaning,
  frequencyRefusal,
  mayMatchAnew,
  offerRefusals,
  priceRefusals,
  type Terms,
} from "./rules.ts";
import type { ListingPatch } from "./schemas.ts";

/**
 * Changes a published listing's texts and price. Buyers keep the terms of their purchase. Unchanged
 * values have no effect. The listing's lock orders the change with every buy and bid.
 * Errors: listing_not_found, listing_not_active, auction_has_bids, price_not_changeable, invalid_request
 * (a hybrid's price), contract_broken, rate_limited, agent_not_verified, agent_suspended, token_revoked, precondition_failed.
 */
export async function changeListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  patch: ListingPatch,
  precondition?: Precondition,
): Promise<ListingView> {
  const changed = await ctx.db.transaction(async (tx) => {
    // Held until the commit, so that a concurrent suspension or revocation cannot be bypassed.
    requireSeller(await holdAgent(tx, agent.agentId));
    const row = requireOnSale(await lockOwnListing(tx, { listingId, agentId: agent.agentId }));
    precondition?.(viewListing(ctx, row));
    const { terms, fields } = changedTerms(termsOf(row), patch);
    if (fields.length === 0) return row;
    await requireNoBids(tx, listingId);
    // Read the clock after waiting for the lock: the times of changes follow their order.
    const now = ctx.now();
    throwRefusals(priceRefusals(row.listing, terms.priceCents, now));
    throwRefusals(offerRefusals({ ...row.listing, priceCents: terms.priceCents }, terms));
    const { currentUploadId: uploadId } = row.listing;
    if (fields.includes("trial") && terms.trial !== null && uploadId !== null) {
      throwRefusals([await trialFileRefusal(tx, uploadId)]);
    }
    if (fields.includes("contract") && uploadId !== null) {
      await requireContract(tx, { terms: terms.contract, uploadId });
    }
    await noteChange(tx, row.listing, { terms, fields, now });
    const { license, ...others } = terms;
    const change = { ...others, ...licenseColumns(license), updatedAt: now };
    const listing = await updateListing(tx, listingId, change);
    await refreshSearch(ctx, tx, { before: row.listing, listing, fields, now });
    if (fields.includes("trial")) await prepareTrial(tx, listing, now);
    if (fields.includes("plans")) await enqueueSubscriberCheck(tx, listingId, now);
    await notify(tx, agent, { before: row.listing, listing, fields, now });
    const { columnDescriptions, contract } = terms;
    return { ...row, listing, columnDescriptions, contract };
  });
  return viewListing(ctx, changed);
}

function requireOnSale(row: ListingWithUpload | null): ListingWithUpload {
  if (row === null) throw new MarketError("listing_not_found", "You have no listing with this id.");
  if (takesChanges(row.listing)) return row;
  const how = row.listing.status === "draft" ? " Change a draft as a draft." : "";
  const detail = `The listing is ${stateInWords(row.listing)}.${how}`;
  throw new MarketError("listing_not_active", detail);
}

function termsOf({
  listing,
  columnDescriptions = null,
  contract = null,
}: ListingWithUpload): Terms {
  return { ...listing, plans: listing.plans ?? [], columnDescriptions, contract };
}

type Change = { terms: Terms; fields: ChangedField[]; now: Date };

/** Writes the history's row, if the daily limit allows one more. */
async function noteChange(
  tx: Database,
  before: ListingRow,
  { terms, fields, now }: Change,
): Promise<void> {
  const past = await readLastChanges(tx, before.id, LISTING_CHANGES_PER_DAY_MAX);
  throwRefusals([frequencyRefusal(past, fields, now)]);
  const [last] = past;
  const isPrice = fields.includes("price_cents");
  await insertChange(tx, {
    listingId: before.id,
    position: (last?.position ?? 0) + 1,
    changedAt: laterOf(now, last?.changedAt ?? before.publishedAt),
    fields,
    fromPriceCents: isPrice ? before.priceCents : null,
    priceCents: isPrice ? terms.priceCents : null,
  });
}

/** The clocks of processes differ, but no change may be earlier than the previous one. */
function laterOf(now: Date, before: Date | null): Date {
  return before !== null && before > now ? before : now;
}

type Changed = { before: ListingRow; listing: ListingRow; fields: ChangedField[]; now: Date };

/** The row's own search columns are generated; this updates the other search tables. */
async function refreshSearch(
  { embeddings }: Pick<Context, "embeddings">,
  tx: Database,
  { before, listing, fields, now }: Changed,
): Promise<void> {
  const { id: listingId, version } = listing;
  await learnWords(tx, listingId);
  if (embeddings !== null && changesMeaning(fields)) {
    await enqueueJob(tx, "jobs.embed", { listing_ids: [listingId] }, now);
  }
  if (mayMatchAnew(before, listing, fields)) {
    await enqueueMatchingOfChange(tx, { listingId, version, now });
  }
}

async function notify(
  tx: Database,
  actor: AgentActor,
  { before, listing, fields, now }: Changed,
): Promise<void> {
  const { id: listingId, priceCents } = listing;
  const price = { price_cents: priceCents, previous_price_cents: before.priceCents };
  const subject = { subjectKind: "listing", subjectId: listingId } as const;
  const detail = { fields, ...(fields.includes("price_cents") ? price : {}) };
  await writeAudit(tx, { actor, action: "listing.changed", ...subject, detail }, now);
  const to = await findListingSeller(tx, listingId);
  const data = { dataset_id: listingId, fields, ...price, your_role: "seller" as const };
  await emitEvent(tx, { type: "listing.changed", subjectId: listingId, to, data }, now);
  if (priceCents >= before.priceCents) return;
  const prices = { priceCents, previousPriceCents: before.priceCents };
  const { version } = listing;
  await enqueueFollowNews(tx, { listingId, version, kind: "price_lowered", ...prices, now });
}

import type { Database } from "../../db/client.ts";
import { holdAgent } from "../../db/queries/agents/agents.ts";
import { type AuctionRow, insertAuction } from "../../db/queries/auctions/auctions.ts";
import { findListingSeller } from "../../db/queries/events/events.ts";
import { enqueueFollowNews } from "../../db/queries/follows/news.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { copyFactsToListing } from "../../db/queries/listings/listing-facts.ts";
import {
  type ListingRow,
  type ListingWithUpload,
  lockOwnListing,
  notSuspended,
  updateListing,
} from "../../db/queries/listings/listings.ts";
import { numberUpload } from "../../db/queries/listings/uploads.ts";
import { enqueueMatching } from "../../db/queries/saved-searches/matching.ts";
import { forgetJoinColumns } from "../../db/queries/search/join-columns.ts";
import { forgetMatchedSets } from "../../db/queries/search/matched-sets.ts";
import { learnWords } from "../../db/queries/search/words.ts";
import { enqueueSubscriberCheck } from "../../db/queries/subscriptions/subscriber-checks.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import { requireSeller } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { viewListing } from "./listing-view.ts";
import { notifyEarlierBuyers } from "./notify-earlier-buyers.ts";
import { requireContract } from "./require-contract.ts";
import { requireNoBids } from "./require-no-bids.ts";
import {
  draftBlockers,
  offeredPriceCents,
  openingOf,
  publishBlockers,
  stateInWords,
  uploadSlot,
} from "./rules.ts";
import type { ListingView } from "./schemas.ts";
import { prepareTrial } from "./trial/prepare-trial.ts";

/**
 * Puts a complete draft on sale (docs/interface.md, publish), or an opened version. Buyers keep the earlier
 * file. A new version also restores a listing that was suspended because of its file.
 * Errors: listing_not_found, listing_not_draft, listing_not_active (suspended), listing_incomplete (with
 * every blocker), contract_broken, auction_has_bids, agent_not_verified, agent_suspended, token_revoked.
 */
export async function publishListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<ListingView> {
  const now = ctx.now();
  const published = await ctx.db.transaction(async (tx) => {
    // Held until the commit, so that a concurrent suspension or revocation cannot be bypassed.
    requireSeller(await holdAgent(tx, agent.agentId));
    const row = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (row === null) throw new MarketError("listing_not_found", "You have no draft with this id.");
    const upload = requirePublishable(row, now);
    const isFirst = uploadSlot(row.listing) === "current";
    if (!isFirst) await requireNoBids(tx, listingId);
    await requireContract(tx, { terms: row.contract ?? null, uploadId: upload.id });
    const version = row.listing.version + 1;
    await numberUpload(tx, upload.id, { version, publishedAt: now });
    const listing = await putOnSale(tx, row.listing, { uploadId: upload.id, version, now });
    await prepareTrial(tx, listing, now);
    const auction = isFirst ? await openAuction(tx, listing, now) : row.auction;
    await learnWords(tx, listingId);
    if (ctx.embeddings !== null) {
      await enqueueJob(tx, "jobs.embed", { listing_ids: [listingId] }, now);
    }
    await enqueueMatching(tx, { listingId, version, now });
    await enqueueFollowNews(tx, { listingId, version, kind: "published", now });
    await writeAudit(
      tx,
      {
        actor: agent,
        action: "listing.published",
        subjectKind: "listing",
        subjectId: listingId,
        detail: { version, upload_id: upload.id },
      },
      now,
    );
    const data = {
      dataset_id: listingId,
      dataset_version: version,
      your_role: "seller" as const,
    };
    const to = await findListingSeller(tx, listingId);
    await emitEvent(tx, { type: "listing.published", subjectId: listingId, to, data }, now);
    if (!isFirst) await enqueueSubscriberCheck(tx, listingId, now);
    if (!isFirst) await notifyEarlierBuyers(tx, { listingId, uploadId: upload.id, version, now });
    return {
      listing,
      upload: { ...upload, version, publishedAt: now },
      next: null,
      auction,
      columnDescriptions: row.columnDescriptions,
      contract: row.contract ?? null,
    };
  });
  return viewListing(ctx, published);
}

function requirePublishable(row: ListingWithUpload, now: Date) {
  const { title, description, status } = row.listing;
  const slot = uploadSlot(row.listing);
  if (slot === null && status === "suspended") {
    throw new MarketError("listing_not_active", `The listing is ${stateInWords(row.listing)}`);
  }
  if (slot === null) {
    throw new MarketError(
      "listing_not_draft",
      `The listing is ${status}; only a draft or an open version can be published.`,
    );
  }
  const upload = slot === "current" ? row.upload : row.next;
  const faults =
    slot === "current"
      ? draftBlockers({ ...row.listing, upload }, now)
      : publishBlockers({ title, description, upload });
  if (faults.length === 0 && upload !== null) return upload;
  const why = [...new Set(faults.map((fault) => fault.detail))].join(" ");
  throw new MarketError("listing_incomplete", `It cannot be published yet. ${why}`, { faults });
}

async function putOnSale(
  tx: Database,
  listing: ListingRow,
  { uploadId, version, now }: { uploadId: string; version: number; now: Date },
): Promise<ListingRow> {
  if (uploadSlot(listing) === "next") await copyFactsToListing(tx, uploadId, now);
  const { currentUploadId: earlier } = listing;
  if (earlier !== null && earlier !== uploadId) {
    await forgetJoinColumns(tx, [earlier]);
    await forgetMatchedSets(tx, [earlier]);
  }
  return updateListing(tx, listing.id, {
    status: "active",
    ...notSuspended,
    version,
    currentUploadId: uploadId,
    nextUploadId: null,
    nextVersionOpenedAt: null,
    publishedAt: listing.publishedAt ?? now,
    versionPublishedAt: now,
    priceCents: offeredPriceCents(listing),
    updatedAt: now,
  });
}

async function openAuction(
  tx: Database,
  listing: ListingRow,
  now: Date,
): Promise<AuctionRow | null> {
  if (listing.auctionTerms === null) return null;
  return insertAuction(tx, { listingId: listing.id, ...openingOf(listing.auctionTerms, now) });
}

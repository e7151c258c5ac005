import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal.ts";
import {
  type ListingRow,
  type ListingWithUpload,
  lockOwnListing,
  updateListing,
} from "../../db/queries/listings.ts";
import { copyFactsToListing } from "../../db/queries/profile-jobs.ts";
import { learnWords } from "../../db/queries/search-words.ts";
import { numberUpload } from "../../db/queries/uploads.ts";
import type { AgentActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewListing } from "./listing-view.ts";
import { publishBlockers, uploadSlot } from "./rules.ts";
import type { ListingView } from "./schemas.ts";

/**
 * Makes a complete draft live and discoverable (SPEC.md, States), or a version that was opened the
 * one on sale: the earlier file stays for who has bought it.
 * Errors: listing_not_found, listing_not_draft, listing_incomplete (with every blocker).
 */
export async function publishListing(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<ListingView> {
  const now = ctx.now();
  const published = await ctx.db.transaction(async (tx) => {
    const row = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    if (row === null) throw new MarketError("listing_not_found", "No draft of yours has this id.");
    const upload = requirePublishable(row);
    const version = row.listing.version + 1;
    await numberUpload(tx, upload.id, { version, publishedAt: now });
    const listing = await putOnSale(tx, row.listing, { uploadId: upload.id, version, now });
    await learnWords(tx, listingId);
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
    return { listing, upload: { ...upload, version, publishedAt: now }, next: null };
  });
  return viewListing(ctx.config, published);
}

function requirePublishable(row: ListingWithUpload) {
  const { title, description, status } = row.listing;
  const slot = uploadSlot(row.listing);
  if (slot === null) {
    throw new MarketError(
      "listing_not_draft",
      `The listing is ${status}; a draft can be published, or a version that was opened.`,
    );
  }
  const upload = slot === "current" ? row.upload : row.next;
  const faults = publishBlockers({ title, description, upload });
  if (faults.length === 0 && upload !== null) return upload;
  const what = faults.map((fault) => fault.code).join(", ");
  throw new MarketError("listing_incomplete", `Not publishable yet: ${what}.`, { faults });
}

async function putOnSale(
  tx: Database,
  listing: ListingRow,
  { uploadId, version, now }: { uploadId: string; version: number; now: Date },
): Promise<ListingRow> {
  if (uploadSlot(listing) === "next") await copyFactsToListing(tx, uploadId, now);
  return updateListing(tx, listing.id, {
    status: "active",
    version,
    currentUploadId: uploadId,
    nextUploadId: null,
    nextVersionOpenedAt: null,
    publishedAt: listing.publishedAt ?? now,
    updatedAt: now,
  });
}

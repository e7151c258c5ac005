import { v7 } from "uuid";
import { findOwnListing, lockOwnListing } from "../../../db/queries/listings/listings.ts";
import { markListingUpdated } from "../../../db/queries/listings/profile-jobs.ts";
import { insertUpload } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { requireSlot, requireUploadLeft } from "../folder/require-slot.ts";
import { PART_URLS_PER_ANSWER_MAX } from "../limits.ts";
import {
  lookPauseSeconds,
  type PartPlan,
  planParts,
  promisedBytes,
  type SizeLimits,
} from "./rules.ts";
import type { UploadUrlsBody, UploadUrlsView } from "./schemas.ts";
import { signUrls } from "./sign-urls.ts";
import { sizeLimits } from "./size-limits.ts";
import { requireRoom } from "./storage-quota.ts";

/**
 * Issues a path with its signed upload URLs (docs/interface.md, upload-urls). `id`: of the upload.
 * Errors: invalid_request, listing_not_found, listing_not_draft, file_too_large,
 * rate_limited, quota_exceeded.
 */
export async function issueUploadUrls(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  body: UploadUrlsBody,
  id = v7(),
): Promise<UploadUrlsView> {
  const limits = sizeLimits(ctx.config);
  const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
  const plan = requirePlan(body, limits);
  const storagePath = `uploads/${listingId}/${id}`;
  const key = { listingId, agentId: agent.agentId };
  requireSlot(await findOwnListing(ctx.db, key));
  const multipartId = plan === null ? null : await ctx.storage.startMultipart(storagePath);
  const byteSizeMax = promisedBytes(body, limits);
  const byteSize = body.byte_size ?? null;
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const slot = requireSlot(await lockOwnListing(tx, key));
    await requireUploadLeft(tx, listingId, now);
    // An upload counts as work on the draft, which postpones its expiry.
    if (slot === "current") await markListingUpdated(tx, listingId, now);
    await insertUpload(tx, {
      id,
      listingId,
      storagePath,
      multipartId,
      partsExpected: plan?.parts ?? null,
      partBytes: plan?.partBytes ?? null,
      announcedBytes: byteSize,
      issuedAt: now,
      urlsEndAt: new Date(now.getTime() + ttlSeconds * 1000),
      byteSizeMax,
      heldBytes: byteSizeMax,
      lookDueAt: new Date(now.getTime() + lookPauseSeconds * 1000),
    });
    await requireRoom(tx, ctx.config, agent.agentId);
  });
  const missing = plan?.parts ?? 0;
  const first = Math.min(missing, PART_URLS_PER_ANSWER_MAX);
  const parts = Array.from({ length: first }, (_, index) => ({ partNumber: index + 1 }));
  const upload = { id, storagePath, multipartId, plan, byteSize, byteSizeMax };
  return signUrls({ storage: ctx.storage, limits, ttlSeconds }, upload, { parts, missing });
}

function requirePlan(body: UploadUrlsBody, limits: SizeLimits): PartPlan | null {
  const { fileBytesMax } = limits;
  if (body.byte_size !== undefined && body.byte_size > fileBytesMax) {
    throw new MarketError("file_too_large", `A file may have at most ${fileBytesMax} bytes.`, {
      faults: [{ pointer: "/byte_size", code: "too_big", detail: "exceeds the limit" }],
    });
  }
  const plan = planParts(body, limits);
  if (plan === null || !("pointer" in plan)) return plan;
  throw new MarketError("invalid_request", `${plan.pointer}: ${plan.detail}`, { faults: [plan] });
}

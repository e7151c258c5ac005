import {
  findOwnListing,
  lockOwnListing,
  type UploadRow,
} from "../../../db/queries/listings/listings.ts";
import { markListingUpdated } from "../../../db/queries/listings/profile-jobs.ts";
import {
  readPartChecksums,
  writePartChecksums,
} from "../../../db/queries/listings/upload-parts.ts";
import { findUpload, resumeUpload } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { ArrivedPart } from "../../../platform/storage/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { requireSlot } from "../folder/require-slot.ts";
import { chooseParts } from "./choose-parts.ts";
import { lookPauseSeconds, type PartPlan, recommendParts } from "./rules.ts";
import type { PartUrlsBody, UploadUrlsView } from "./schemas.ts";
import { signUrls } from "./sign-urls.ts";
import { sizeLimits } from "./size-limits.ts";
import { requireRoom } from "./storage-quota.ts";
import { unlessOvertaken } from "./unless-overtaken.ts";
import { planOf } from "./upload-view.ts";

type Key = { listingId: string; uploadId: string };
type Running = { upload: UploadRow; multipartId: string; plan: PartPlan; arrived: ArrivedPart[] };

/**
 * Signs URLs for parts of an open upload, at any time. An upload planned for a single PUT uses the
 * recommended parts from now on, if its size was announced.
 * Errors: invalid_request, listing_not_found, upload_not_found, upload_not_open, listing_not_draft,
 * quota_exceeded.
 */
export async function signPartUrls(
  ctx: Context,
  agent: AgentActor,
  { listingId, uploadId }: Key,
  body: PartUrlsBody,
): Promise<UploadUrlsView> {
  const key = { listingId, agentId: agent.agentId };
  requireSlot(await findOwnListing(ctx.db, key));
  return unlessOvertaken(() => signOnce(ctx, key, uploadId, body));
}

/** Null if another call started the upload's parts, or ended it, at the same moment. */
async function signOnce(
  ctx: Context,
  key: { listingId: string; agentId: string },
  uploadId: string,
  body: PartUrlsBody,
): Promise<UploadUrlsView | null> {
  const { listingId, agentId } = key;
  const { upload, multipartId, plan, arrived } = await begin(ctx, { listingId, uploadId });
  const isOther = multipartId !== upload.multipartId;
  const parts = await chooseParts({ plan, arrived, byteSize: upload.announcedBytes }, body, () =>
    readPartChecksums(ctx.db, uploadId),
  );
  const limits = sizeLimits(ctx.config);
  const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
  const byteSizeMax = upload.byteSizeMax ?? limits.fileBytesMax;
  const resumed = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const slot = requireSlot(await lockOwnListing(tx, key));
    if (slot === "current") await markListingUpdated(tx, listingId, now);
    const row = await resumeUpload(tx, uploadId, {
      multipartId,
      expectedMultipartId: upload.multipartId,
      partsExpected: plan.parts,
      partBytes: plan.partBytes,
      urlsEndAt: new Date(now.getTime() + ttlSeconds * 1000),
      heldBytes: byteSizeMax,
      lookDueAt: new Date(now.getTime() + lookPauseSeconds * 1000),
    });
    if (!row) return false;
    await writePartChecksums(tx, uploadId, parts);
    await requireRoom(tx, ctx.config, agentId);
    return true;
  });
  if (!resumed) {
    if (isOther) await ctx.storage.abortMultipart(upload.storagePath, multipartId);
    return null;
  }
  const { storagePath, announcedBytes: byteSize } = upload;
  const signed = { id: uploadId, storagePath, multipartId, plan, byteSize, byteSizeMax };
  const missing = plan.parts - arrived.length;
  return signUrls({ storage: ctx.storage, limits, ttlSeconds }, signed, { parts, missing });
}

/** The upload's state at the store; starts a multipart upload if there is none yet. */
async function begin(ctx: Context, key: Key): Promise<Running> {
  const { storage } = ctx;
  const upload = await findUpload(ctx.db, key);
  if (upload === null)
    throw new MarketError("upload_not_found", "There is no upload with this id.");
  if (upload.state !== "issued" || upload.purgedAt !== null) {
    throw notOpen("Its file was attached, or it was ended");
  }
  const plan = planOf(upload);
  if (plan !== null && upload.multipartId !== null) {
    const arrived = await storage.listParts(upload.storagePath, upload.multipartId);
    if (arrived === null) throw notOpen("Its parts are already joined: PATCH its path");
    return { upload, multipartId: upload.multipartId, plan, arrived };
  }
  if (upload.fileCount !== null) throw notOpen("It is a folder: request the parts of its files");
  const byteSize = upload.announcedBytes;
  if (byteSize === null)
    throw notOpen("It takes a single PUT, because neither size nor parts were announced");
  const recommended = recommendParts(byteSize, sizeLimits(ctx.config));
  const multipartId = await storage.startMultipart(upload.storagePath);
  return { upload, multipartId, plan: recommended, arrived: [] };
}

function notOpen(reason: string): MarketError {
  return new MarketError("upload_not_open", `${reason}.`);
}

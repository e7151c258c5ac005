/** A seller agent goes on with an upload: URLs for the parts that are missing, at any time for days. */
import {
  findOwnListing,
  lockOwnListing,
  type UploadRow,
} from "../../../db/queries/listings/listings.ts";
import { touchListing } from "../../../db/queries/listings/profile-jobs.ts";
import {
  readPartChecksums,
  writePartChecksums,
} from "../../../db/queries/listings/upload-parts.ts";
import { findUpload, resumeUpload } from "../../../db/queries/listings/uploads.ts";
import type { ArrivedPart } from "../../../platform/storage/port.ts";
import type { AgentActor, Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { requireSlot } from "../folder/require-slot.ts";
import {
  faultyParts,
  lookPauseSeconds,
  missingParts,
  type PartPlan,
  recommendParts,
} from "./rules.ts";
import type { PartUrlsBody, UploadUrlsView } from "./schemas.ts";
import { type PartToSign, signUrls } from "./sign-urls.ts";
import { sizeLimits } from "./size-limits.ts";
import { requireRoom } from "./storage-quota.ts";
import { planOf } from "./upload-view.ts";

type Key = { listingId: string; uploadId: string };
type Running = { upload: UploadRow; multipartId: string; plan: PartPlan; arrived: ArrivedPart[] };

const urlsDefault = 100;

/**
 * Signs parts of an open upload, anew or for the first time. An upload that was to come in one PUT
 * comes in the recommended parts from now on, if its size was announced.
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
  const begun = await begin(ctx, { listingId, uploadId });
  const { upload, multipartId, plan, arrived } = begun;
  const isOther = multipartId !== upload.multipartId;
  const parts = await chooseParts(ctx, begun, body);
  const limits = sizeLimits(ctx.config);
  const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
  const byteSizeMax = upload.byteSizeMax ?? limits.fileBytesMax;
  const resumed = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const slot = requireSlot(await lockOwnListing(tx, key));
    if (slot === "current") await touchListing(tx, listingId, now);
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
    await requireRoom(tx, ctx.config, agent.agentId);
    return true;
  });
  if (!resumed) {
    // Somebody else began its parts, or ended it, in the same moment.
    if (isOther) await ctx.storage.abortMultipart(upload.storagePath, multipartId);
    throw notOpen("It changed while this call ran: read it again");
  }
  const { storagePath, announcedBytes: byteSize } = upload;
  const signed = { id: uploadId, storagePath, multipartId, plan, byteSize, byteSizeMax };
  const missing = plan.parts - arrived.length;
  return signUrls({ storage: ctx.storage, limits, ttlSeconds }, signed, { parts, missing });
}

/** The upload as it is at the store; parts of one that had none yet are begun there. */
async function begin(ctx: Context, key: Key): Promise<Running> {
  const { storage } = ctx;
  const upload = await findUpload(ctx.db, key);
  if (upload === null) throw new MarketError("upload_not_found", "No upload has this id.");
  if (upload.state !== "issued" || upload.purgedAt !== null) {
    throw notOpen("Its file was attached, or it was ended");
  }
  const plan = planOf(upload);
  if (plan !== null && upload.multipartId !== null) {
    const arrived = await storage.listParts(upload.storagePath, upload.multipartId);
    if (arrived === null) throw notOpen("Its parts were joined already: PATCH its path");
    return { upload, multipartId: upload.multipartId, plan, arrived };
  }
  const byteSize = upload.announcedBytes;
  if (byteSize === null)
    throw notOpen("It takes one PUT, as neither size nor parts were announced");
  const recommended = recommendParts(byteSize, sizeLimits(ctx.config));
  const multipartId = await storage.startMultipart(upload.storagePath);
  return { upload, multipartId, plan: recommended, arrived: [] };
}

/** Those that are asked for, else the next ones that are missing or must be sent again. */
async function chooseParts(
  ctx: Context,
  { upload, plan, arrived }: Running,
  { parts, limit = urlsDefault }: PartUrlsBody,
): Promise<PartToSign[]> {
  if (parts !== undefined) {
    const faults = parts.flatMap(({ part_number: number }, index) => {
      const pointer = `/parts/${index}/part_number`;
      const detail = `is above the ${plan.parts} parts of this upload`;
      return number > plan.parts ? [{ pointer, code: "out_of_range", detail }] : [];
    });
    const [first] = faults;
    if (first === undefined) {
      return parts.map(({ part_number: partNumber, md5 }) => ({ partNumber, md5 }));
    }
    throw new MarketError("invalid_request", `${first.pointer}: ${first.detail}`, { faults });
  }
  const md5s = await readPartChecksums(ctx.db, upload.id);
  const stated = { plan, byteSize: upload.announcedBytes, md5s };
  const faulty = faultyParts(arrived, stated);
  const wanted = missingParts(plan.parts, arrived).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  wanted.push(...faulty.map(({ partNumber }) => partNumber));
  return wanted.slice(0, limit).map((partNumber) => ({ partNumber, md5: md5s.get(partNumber) }));
}

function notOpen(reason: string): MarketError {
  return new MarketError("upload_not_open", `${reason}.`);
}

/** A seller agent asks where to put its file. */
import { v7 } from "uuid";
import {
  findOwnListing,
  type ListingWithUpload,
  lockOwnListing,
} from "../../db/queries/listings/listings.ts";
import { touchListing } from "../../db/queries/listings/profile-jobs.ts";
import { countUploads, insertUpload } from "../../db/queries/listings/uploads.ts";
import { dayMs, hourSeconds } from "../../platform/time.ts";
import type { AgentActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { SINGLE_PUT_BYTES_MAX, UPLOADS_PER_LISTING_PER_DAY_MAX } from "../limits.ts";
import {
  lookPauseSeconds,
  mayIssueUpload,
  partSizes,
  partsFault,
  type UploadSlot,
  uploadSlot,
  urlBytesMax,
} from "./rules.ts";
import type { UploadUrlsBody, UploadUrlsView } from "./schemas.ts";
import { requireRoom } from "./storage-quota.ts";

/**
 * Gives out a path and the signed URLs that fill it (docs/interface.md, upload-urls).
 * Errors: invalid_request, listing_not_found, listing_not_draft, file_too_large,
 * rate_limited, quota_exceeded.
 */
export async function issueUploadUrls(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  body: UploadUrlsBody,
): Promise<UploadUrlsView> {
  const { UPLOAD_BYTES_MAX, UPLOAD_URL_TTL_SECONDS: ttlSeconds } = ctx.config;
  if (body.byte_size !== undefined && body.byte_size > UPLOAD_BYTES_MAX) {
    throw new MarketError("file_too_large", `A file may have ${UPLOAD_BYTES_MAX} bytes.`, {
      faults: [{ pointer: "/byte_size", code: "too_big", detail: "is above the limit" }],
    });
  }
  requireParts(body);
  const byteSizeMax = urlBytesMax(body, UPLOAD_BYTES_MAX);
  const uploadId = v7();
  const path = `uploads/${listingId}/${uploadId}`;
  const key = { listingId, agentId: agent.agentId };
  requireSlot(await findOwnListing(ctx.db, key));
  const multipartId = body.parts === undefined ? null : await ctx.storage.startMultipart(path);
  await ctx.db.transaction(async (tx) => {
    const slot = requireSlot(await lockOwnListing(tx, key));
    const dayAgo = new Date(ctx.now().getTime() - dayMs);
    if (!mayIssueUpload(await countUploads(tx, listingId, dayAgo))) {
      throw new MarketError(
        "rate_limited",
        `A listing takes ${UPLOADS_PER_LISTING_PER_DAY_MAX} uploads a day.`,
        { retryAfterSeconds: hourSeconds },
      );
    }
    // Who uploads to a draft goes on with it: it does not expire meanwhile.
    if (slot === "current") await touchListing(tx, listingId, ctx.now());
    await insertUpload(tx, {
      id: uploadId,
      listingId,
      storagePath: path,
      multipartId,
      partsExpected: body.parts ?? null,
      issuedAt: ctx.now(),
      byteSizeMax,
      heldBytes: byteSizeMax,
      lookDueAt: new Date(ctx.now().getTime() + lookPauseSeconds * 1000),
    });
    await requireRoom(tx, ctx.config, agent.agentId);
  });
  return signUrls(ctx, { path, multipartId, body, byteSizeMax, ttlSeconds });
}

type Issued = {
  path: string;
  multipartId: string | null;
  body: UploadUrlsBody;
  byteSizeMax: number;
  ttlSeconds: number;
};

/** Of a file whose size was announced each part has its own, which its URL is held to. */
async function signUrls({ storage }: Context, issued: Issued): Promise<UploadUrlsView> {
  const { path, multipartId, body, byteSizeMax, ttlSeconds } = issued;
  const { byte_size: byteSize, parts: partsCount = 0 } = body;
  const putBytesMax = Math.min(byteSizeMax, SINGLE_PUT_BYTES_MAX);
  const byteSizeExact = byteSize !== undefined && byteSize <= putBytesMax ? byteSize : undefined;
  const whole = { ttlSeconds, byteSizeMax: putBytesMax, byteSizeExact };
  const full = {
    upload_url: await storage.signPut(path, whole),
    path,
    expires_in: ttlSeconds,
    byte_size_max: byteSizeMax,
  };
  if (multipartId === null) return { full };
  const sizes = byteSize === undefined ? [] : partSizes(byteSize, partsCount);
  const numbers = Array.from({ length: partsCount }, (_, index) => index + 1);
  const parts = await Promise.all(
    numbers.map(async (partNumber) => {
      const size = sizes[partNumber - 1];
      const ownMax = size ?? putBytesMax;
      const options = { ttlSeconds, byteSizeMax: ownMax, byteSizeExact: size };
      const url = await storage.signPart(path, multipartId, partNumber, options);
      const exact = size === undefined ? {} : { byte_size: size };
      return { part_number: partNumber, upload_url: url, ...exact };
    }),
  );
  return { full: { ...full, parts } };
}

function requireParts(body: UploadUrlsBody): void {
  const detail = partsFault(body);
  if (detail === null) return;
  throw new MarketError("invalid_request", `/parts: ${detail}`, {
    faults: [{ pointer: "/parts", code: "out_of_range", detail }],
  });
}

function requireSlot(row: ListingWithUpload | null): UploadSlot {
  if (row === null) throw new MarketError("listing_not_found", "No draft of yours has this id.");
  const slot = uploadSlot(row.listing);
  if (slot !== null) return slot;
  throw new MarketError(
    "listing_not_draft",
    `The listing is ${row.listing.status}; a draft takes a file, or a version that was opened.`,
  );
}

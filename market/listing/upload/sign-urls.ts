/** Signs the URLs of one upload, for the whole file and for its parts. */
import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import type { UploadRow } from "../../../db/queries/listings/listings.ts";
import type { Storage } from "../../../platform/storage/port.ts";
import {
  type PartPlan,
  partSize,
  recommendParts,
  type SizeLimits,
  wholeBytesMax,
} from "./rules.ts";
import type { UploadUrlsView } from "./schemas.ts";

export type SignedUpload = Pick<UploadRow, "id" | "storagePath" | "multipartId"> & {
  plan: PartPlan | null;
  /** The announced size, or null. */
  byteSize: number | null;
  byteSizeMax: number;
};

export type PartToSign = { partNumber: number; md5?: string | undefined };

type Signing = { storage: Storage; limits: SizeLimits; ttlSeconds: number };
type Full = UploadUrlsView["full"];

/** How many URLs are signed before other requests run. */
const signedAtOnce = 16;

/** An upload's fields with its URLs; `missing` counts parts that have not arrived. */
export async function signUrls(
  signing: Signing,
  upload: SignedUpload,
  { parts, missing }: { parts: PartToSign[]; missing: number },
): Promise<UploadUrlsView> {
  const { storage, limits, ttlSeconds } = signing;
  const { plan, byteSize, storagePath: path } = upload;
  const byteSizeMax = wholeBytesMax(upload.byteSizeMax, limits);
  const byteSizeExact = byteSize !== null && byteSize <= byteSizeMax ? byteSize : undefined;
  const full: Full = {
    upload_url: await storage.signPut(path, { ttlSeconds, byteSizeMax, byteSizeExact }),
    path,
    expires_in: ttlSeconds,
    byte_size_max: byteSizeMax,
    upload_id: upload.id,
  };
  if (byteSize !== null) {
    const best = recommendParts(byteSize, limits);
    full.recommended = { parts: best.parts, part_byte_size: best.partBytes ?? byteSize };
  }
  if (plan === null) return { full };
  full.parts_expected = plan.parts;
  full.parts_missing = missing;
  full.parts = await signParts(signing, upload, parts);
  return { full };
}

/** The URLs for parts of one object. */
export async function signParts(
  { storage, limits, ttlSeconds }: Signing,
  { plan, byteSize, byteSizeMax, storagePath, multipartId }: Omit<SignedUpload, "id">,
  parts: PartToSign[],
): Promise<NonNullable<Full["parts"]>> {
  if (plan === null || multipartId === null) return [];
  const signed: NonNullable<Full["parts"]> = [];
  for (const [index, { partNumber, md5 }] of parts.entries()) {
    const size = partSize(plan, byteSize, partNumber);
    const url = await storage.signPart(storagePath, multipartId, partNumber, {
      ttlSeconds,
      byteSizeMax: size ?? wholeBytesMax(byteSizeMax, limits),
      byteSizeExact: size,
      md5,
    });
    signed.push({
      part_number: partNumber,
      upload_url: url,
      ...(size === undefined ? {} : { byte_size: size }),
      ...(md5 === undefined ? {} : { content_md5: Buffer.from(md5, "hex").toString("base64") }),
    });
    if (index % signedAtOnce === signedAtOnce - 1) await setImmediate();
  }
  return signed;
}

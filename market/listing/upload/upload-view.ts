import type { UploadRow } from "../../../db/queries/listings/listings.ts";
import type { ArrivedPart } from "../../../platform/storage/port.ts";
import { faultyParts, missingParts, openUntil, type PartPlan } from "./rules.ts";
import type { PartsView, UploadQuery, UploadsView, UploadView } from "./schemas.ts";

const rangesShownMax = 1000;

type Summary = UploadsView["items"][number];

/** The upload's parts, or null while it is planned as one PUT. */
export function planOf(
  upload: Pick<UploadRow, "multipartId" | "partsExpected" | "partBytes">,
): PartPlan | null {
  if (upload.multipartId === null || upload.partsExpected === null) return null;
  return { parts: upload.partsExpected, partBytes: upload.partBytes };
}

export function stateOf({ state, purgedAt }: Pick<UploadRow, "state" | "purgedAt">) {
  if (state === "issued" && purgedAt === null) return "open";
  return state === "issued" || state === "superseded" ? "ended" : "attached";
}

export function summarizeUpload(upload: UploadRow): Summary {
  const state = stateOf(upload);
  return {
    id: upload.id,
    path: upload.storagePath,
    state,
    byte_size: upload.announcedBytes,
    parts_expected: planOf(upload)?.parts ?? null,
    part_byte_size: upload.partBytes,
    file_count: upload.fileCount,
    issued_at: upload.issuedAt.toISOString(),
    open_until: state === "open" ? openUntil(upload).toISOString() : null,
  };
}

type UploadContents = {
  upload: UploadRow;
  fileBytes: number | null;
  arrived: ArrivedPart[];
  md5s: ReadonlyMap<number, string>;
};

export function viewUpload(found: UploadContents, query: UploadQuery): UploadView {
  const { upload, fileBytes, arrived, md5s } = found;
  const plan = stateOf(upload) === "open" ? planOf(upload) : null;
  const byteSize = upload.announcedBytes;
  return {
    ...summarizeUpload(upload),
    file_byte_size: upload.byteSize ?? fileBytes,
    ...viewParts({ plan, byteSize, isWhole: fileBytes !== null, arrived, md5s }, query),
  };
}

type FoundParts = Pick<UploadContents, "arrived" | "md5s"> & {
  plan: PartPlan | null;
  byteSize: number | null;
  /** Whether the object itself exists, so that no part of it is missing. */
  isWhole: boolean;
};

/** The stored parts of one object, and what prevents joining them. */
export function viewParts(
  { plan, byteSize, isWhole, arrived, md5s }: FoundParts,
  query: UploadQuery,
): PartsView {
  const after = arrived.filter(({ partNumber }) => partNumber > query.after_part);
  const shown = after.slice(0, query.limit);
  const stated = plan && { plan, byteSize, md5s };
  const missing = plan === null || isWhole ? [] : missingParts(plan.parts, arrived);
  return {
    parts_arrived: arrived.length,
    bytes_arrived: arrived.reduce((sum, { byteSize }) => sum + byteSize, 0),
    missing_parts: missing.slice(0, rangesShownMax),
    faulty_parts: (stated === null ? [] : faultyParts(arrived, stated)).map(
      ({ partNumber, ...fault }) => ({ part_number: partNumber, ...fault }),
    ),
    parts: shown.map((part) => ({
      part_number: part.partNumber,
      byte_size: part.byteSize,
      etag: part.etag,
      md5: part.md5,
      arrived_at: part.arrivedAt.toISOString(),
    })),
    next_after_part: after.length > shown.length ? (shown.at(-1)?.partNumber ?? null) : null,
  };
}

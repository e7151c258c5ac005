/** Pages of a folder's files, with upload URLs for the awaited ones. */
import { pageUploadFiles, type UploadFileRow } from "../../../db/queries/listings/upload-files.ts";
import type { UploadState } from "../../../db/vocabulary/listing.ts";
import { yieldToOthers } from "../../../platform/yield-to-others.ts";
import type { Context } from "../../context.ts";
import { cutPage } from "../../list-cursor.ts";
import { sizeLimits } from "../upload/size-limits.ts";
import { fileKey, filePlan, fileState } from "./rules.ts";
import type { UploadFilesPage } from "./schemas.ts";

type FolderUpload = { id: string; storagePath: string; state: UploadState };
type FileState = UploadFilesPage["items"][number]["state"];
type UploadFilesRequest = { from: number; limit: number; state: FileState | undefined };

/** Files read at a time when filtering by state. */
const searchedFiles = 1000;
/** S3 signing is SHA-256 in JavaScript: this many take a few milliseconds. */
const signedPerSlice = 10;

export const uploadFilesList = "upload files";

/** A page from a position on. Asks the store which files have arrived. */
export async function viewUploadFiles(
  ctx: Pick<Context, "db" | "storage" | "config">,
  upload: FolderUpload,
  { from, limit, state }: UploadFilesRequest,
): Promise<UploadFilesPage> {
  const wanted = limit + 1;
  const rowsMax = state === undefined ? wanted : searchedFiles;
  const found: (UploadFileRow & { state: FileState })[] = [];
  for (let next = from; ; ) {
    const rows = await pageUploadFiles(ctx.db, { uploadId: upload.id, from: next, limit: rowsMax });
    const seen = await readStates(ctx, upload, rows);
    found.push(...seen.filter((row) => state === undefined || row.state === state));
    if (found.length >= wanted || rows.length < rowsMax) break;
    next += rows.length;
  }
  const keyOf = ({ position }: UploadFileRow) => String(position);
  const { shown, pagination } = cutPage(found, { list: uploadFilesList, limit, keyOf });
  const ttlSeconds = ctx.config.UPLOAD_URL_TTL_SECONDS;
  const items: UploadFilesPage["items"] = [];
  const limits = sizeLimits(ctx.config);
  for (const row of shown) {
    if (items.length % signedPerSlice === 0) await yieldToOthers();
    const { path, position, byteSize, storagePath } = row;
    const isSent = row.state === "awaited" && upload.state === "issued";
    const options = {
      ttlSeconds,
      byteSizeMax: byteSize,
      byteSizeExact: byteSize,
      sha256: row.statedSha256 ?? undefined,
    };
    const isPut = isSent && byteSize <= limits.putBytesMax;
    const plan = filePlan(row, limits);
    items.push({
      name: path,
      position,
      byte_size: byteSize,
      state: row.state,
      parts_expected: plan?.parts ?? null,
      part_byte_size: plan?.partBytes ?? null,
      upload_url: isPut ? await ctx.storage.signPut(storagePath, options) : null,
    });
  }
  return { items, pagination, expires_in: ttlSeconds };
}

/** The folder's own objects are listed in the order of its files, so one page is one call. */
async function readStates(
  { storage }: Pick<Context, "storage">,
  { storagePath, state }: FolderUpload,
  rows: readonly UploadFileRow[],
): Promise<(UploadFileRow & { state: FileState })[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const after = first.position === 0 ? undefined : fileKey(storagePath, first.position - 1);
  const isOpen = state === "issued";
  const objects = isOpen
    ? await storage.listArrived(`${storagePath}/`, { after, keysMax: rows.length })
    : [];
  const bytesByKey = new Map(objects.map(({ key, byteSize }) => [key, byteSize]));
  return rows.map((row) => ({
    ...row,
    state: fileState(row, bytesByKey.get(row.storagePath), isOpen),
  }));
}

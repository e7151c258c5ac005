/** A dataset's files, by page; a single-file dataset has one. */
import { pageUploadFiles, type UploadFileRow } from "../../../db/queries/listings/upload-files.ts";
import { yieldToOthers } from "../../../platform/yield-to-others.ts";
import type { Context } from "../../context.ts";
import { cutPage, decodeListCursor } from "../../list-cursor.ts";
import { downloadName } from "../rules.ts";
import { type Folder, findFault, signFile } from "./deliver-folder.ts";
import type { FilesQuery, FilesView } from "./schemas.ts";

const list = "dataset files";
const positionShape = /^\d{1,5}$/;
const signedPerSlice = 10;

type Reader = Pick<Context, "db" | "storage">;
type Page = { files: FilesView } | { fault: { kind: "file_missing" | "file_changed" } };

/**
 * A page of a folder. `ttlSeconds` is null if the caller may not have the bytes: then it shows only names
 * and sizes. Missing or changed files are marked and get no URL. Errors: invalid_request.
 */
export async function viewFolderFiles(
  ctx: Reader,
  folder: Folder,
  { cursor, limit }: FilesQuery,
  ttlSeconds: number | null,
): Promise<Page> {
  const after = decodeListCursor(list, cursor, positionShape);
  const from = after === null ? 0 : Number(after) + 1;
  const rows = await pageUploadFiles(ctx.db, { uploadId: folder.id, from, limit: limit + 1 });
  const keyOf = ({ position }: UploadFileRow) => String(position);
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf });
  const fault = ttlSeconds === null ? null : await findFault(ctx, folder, shown);
  if (fault !== null) return { fault };
  const items: FilesView["items"] = [];
  for (const row of shown) {
    if (items.length % signedPerSlice === 0) await yieldToOthers();
    const { path, byteSize, sha256 } = row;
    const url = ttlSeconds === null ? null : await signFile(ctx, row, ttlSeconds);
    const hash = ttlSeconds === null ? null : sha256;
    items.push({ path, byte_size: byteSize, sha256: hash, download_url: url });
  }
  const { fileCount: file_count, sha256: manifest_sha256 } = folder;
  return { files: { items, pagination, file_count, manifest_sha256, expires_in: ttlSeconds } };
}

type SingleFile = {
  title: string;
  format: string | null;
  compression: string | null;
  sha256: string | null;
  byteSize: number | null;
};

/** The page of a single-file dataset, which has no manifest. */
export function viewSingleFile(
  file: SingleFile,
  { limit }: FilesQuery,
  signed: { download_url: string; expires_in: number } | null,
): FilesView {
  const item = {
    path: downloadName(file),
    byte_size: file.byteSize ?? 0,
    sha256: file.sha256,
    download_url: signed?.download_url ?? null,
  };
  return {
    items: [item],
    pagination: { limit, has_more: false, next_cursor: null },
    file_count: 1,
    manifest_sha256: null,
    expires_in: signed?.expires_in ?? null,
  };
}

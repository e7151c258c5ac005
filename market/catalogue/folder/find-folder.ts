/** Finds the folder of a dataset or version in its rows. */
import type { DatasetFile } from "../../../db/queries/catalogue/catalogue.ts";
import type { UploadRow } from "../../../db/queries/listings/listings.ts";
import { MarketError } from "../../errors.ts";
import type { Folder } from "./deliver-folder.ts";

/** The current file of an active listing as a folder; null for a single file. */
export function findDatasetFolder(file: DatasetFile): Folder | null {
  const { listing, storagePath, objectEtag, samplePath } = file;
  const { currentUploadId: id, fileCount, sha256 } = listing;
  if (fileCount === null || id === null) return null;
  return { id, storagePath, objectEtag, samplePath, sha256, fileCount };
}

/** A version's file as a folder; null for a single file. */
export function asFolder(upload: UploadRow): Folder | null {
  const { id, storagePath, objectEtag, samplePath, sha256, fileCount } = upload;
  return fileCount === null ? null : { id, storagePath, objectEtag, samplePath, sha256, fileCount };
}

export function refuseFile(): MarketError {
  return new MarketError(
    "file_not_available",
    "The stored file differs from the one that was profiled. Its seller has to upload it again.",
  );
}

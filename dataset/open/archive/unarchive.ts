import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { DatasetReport } from "../../base/report.ts";
import type { ProfileInput } from "../../profile-dataset.ts";
import type { DiskFile } from "../decompress.ts";
import type { Archive, ArchiveEntry, ArchiveKind } from "./entries.ts";
import { findContent } from "./find-content.ts";
import { openTar } from "./tar.ts";
import { openZip } from "./zip.ts";

/** What came out of an archive: its one table as a file, or its pictures, yet to be profiled. */
export type Unarchived =
  | {
      kind: "table";
      file: DiskFile;
      /** The extension of its name, such as `csv` or `csv.gz`; empty without one. */
      extension: string;
      alerts: ProfileAlert[];
    }
  | {
      kind: "images";
      /** Profiles the pictures and closes the archive. `onShare` hears of the share done, 0 to 1. */
      profile(
        input: ProfileInput,
        alerts: readonly ProfileAlert[],
        onShare: (share: number) => void,
      ): Promise<DatasetReport>;
    };

const EXTENSION = /\.(\w+(\.(?:gz|zst))?)$/;

const OPENERS: Record<ArchiveKind, typeof openZip> = { zip: openZip, tar: openTar };

/**
 * Opens an archive and writes its one table to `target`, or hands out its pictures. Names inside
 * are never used as paths. Throws `DatasetRefusal` for every archive that is sold for neither.
 */
export async function unarchive(
  file: DiskFile,
  kind: ArchiveKind,
  target: string,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): Promise<Unarchived> {
  const archive = await OPENERS[kind](file.filePath, limits);
  try {
    const content = await findContent(archive);
    if (content.kind === "images") {
      const { pictures, alerts } = content;
      return {
        kind: "images",
        profile: (input, earlier, onPictures) =>
          profilePictures(archive, pictures, input, [...earlier, ...alerts], onPictures),
      };
    }
    const extracted = await extract(content.table, target, limits, onShare);
    archive.close();
    const [, extension = ""] = EXTENSION.exec(content.table.name) ?? [];
    return { kind: "table", file: extracted, extension, alerts: content.alerts };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function profilePictures(
  archive: Archive,
  pictures: readonly ArchiveEntry[],
  input: ProfileInput,
  alerts: readonly ProfileAlert[],
  onShare: (share: number) => void,
): Promise<DatasetReport> {
  try {
    // A table must not pay for loading the image library.
    const { profileImages } = await import("../../images/profile-images.ts");
    return await profileImages(archive, pictures, input, alerts, onShare);
  } finally {
    archive.close();
  }
}

/** The stated size is kept by the reader; the limits are checked once more on what is written. */
async function extract(
  table: ArchiveEntry,
  target: string,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): Promise<DiskFile> {
  let byteSize = 0;
  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const part of table.open()) {
      byteSize += part.length;
      if (byteSize > limits.decompressedBytesMax) {
        throw limitRefusal(limits, "decompressedBytesMax", null);
      }
      onShare(byteSize / table.byteSize);
      yield part;
    }
  }
  await pipeline(Readable.from(checked(), { objectMode: false }), createWriteStream(target));
  return { filePath: target, byteSize };
}

/** Opens an archive and takes out of it what it is sold for. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import type { Archive, ArchiveEntry, ArchiveKind } from "./entries.ts";
import { findContent } from "./find-content.ts";
import { openTar } from "./tar.ts";
import { openZip } from "./zip.ts";

/** The pictures of an archive, which stays open: who takes them closes it. */
export type PictureArchive = {
  kind: "images";
  archive: Archive;
  pictures: readonly ArchiveEntry[];
  alerts: ProfileAlert[];
};

/** What came out of an archive: its one table as a file, or its pictures. */
export type Unarchived =
  | PictureArchive
  | {
      kind: "table";
      file: DiskFile;
      /** The extension of its name, such as `csv` or `csv.gz`; empty without one. */
      extension: string;
      alerts: ProfileAlert[];
    };

const nameExtension = /\.(\w+(\.(?:gz|zst|bz2|xz))?)$/;

const openers: Record<ArchiveKind, typeof openZip> = { zip: openZip, tar: openTar };

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
  const archive = await openers[kind](file.filePath, limits);
  try {
    const content = await findContent(archive);
    if (content.kind === "images") return { ...content, archive };
    const extracted = await extract(content.table, target, limits, onShare);
    archive.close();
    const [, extension = ""] = nameExtension.exec(content.table.name) ?? [];
    return { kind: "table", file: extracted, extension, alerts: content.alerts };
  } catch (error) {
    archive.close();
    throw error;
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

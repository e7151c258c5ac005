import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../../market/profile/table-schemas.ts";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { requireRoom } from "../require-room.ts";
import type { Archive, ArchiveEntry, ArchiveKind } from "./entries.ts";
import { describeRest, findContent } from "./find-content.ts";
import { readDocuments } from "./read-documents.ts";
import { openSevenZip } from "./seven-zip.ts";
import { openTar } from "./tar.ts";
import { openZip } from "./zip.ts";

/** The images of an archive that stays open; the receiver closes it. */
export type PictureArchive = {
  kind: "images";
  archive: Archive;
  pictures: readonly ArchiveEntry[];
  alerts: ProfileAlert[];
  documents: DatasetDocument[];
};

/** Files of an archive that are or may be tables; the receiver closes it. */
export type FilesArchive = {
  kind: "files";
  archive: Archive;
  files: readonly ArchiveEntry[];
  maybe: readonly ArchiveEntry[];
};

/** The content of an archive: its only table as a file, its files, or its images. */
export type Unarchived =
  | PictureArchive
  | FilesArchive
  | {
      kind: "table";
      file: DiskFile;
      /** The extension of its name, such as `csv` or `csv.gz`; empty without one. */
      extension: string;
      alerts: ProfileAlert[];
      documents: DatasetDocument[];
    };

const nameExtension = /\.(\w+(\.(?:gz|zst|bz2|xz))?)$/;

/** The extension of a name, such as `csv` or `csv.gz`; empty without one. */
export function extensionOf(name: string): string {
  return nameExtension.exec(name)?.[1] ?? "";
}

const openers: Record<
  ArchiveKind,
  (path: string, limits: DatasetLimits, workDir: string) => Promise<Archive>
> = {
  zip: (path, limits) => openZip(path, limits, "each"),
  tar: openTar,
  "7z": openSevenZip,
};

/**
 * Opens an archive and writes its only table to `target`, or returns its files or images. Names
 * inside are never used as paths. Throws `DatasetRefusal` if there is nothing to sell.
 */
export async function unarchive(
  file: DiskFile,
  kind: ArchiveKind,
  target: string,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): Promise<Unarchived> {
  return await takeOut(
    await openers[kind](file.filePath, limits, dirname(target)),
    target,
    limits,
    onShare,
  );
}

/** Returns the content of an open archive or folder; see {@link unarchive}. */
export async function takeOut(
  archive: Archive,
  target: string,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): Promise<Unarchived> {
  try {
    const content = await findContent(archive);
    if (content.kind === "files") return { ...content, archive };
    const used = new Set(content.kind === "images" ? content.pictures : [content.table]);
    const { documents, alerts } = await readRest(archive, used, limits);
    if (content.kind === "images") return { ...content, archive, alerts, documents };
    const extracted = await extractEntry(content.table, target, limits, onShare);
    archive.close();
    const extension = extensionOf(content.table.name);
    return { kind: "table", file: extracted, extension, alerts, documents };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** The documents next to the data, and alerts about all other files. */
export async function readRest(
  archive: Archive,
  used: ReadonlySet<ArchiveEntry>,
  limits: DatasetLimits,
): Promise<{ documents: DatasetDocument[]; alerts: ProfileAlert[] }> {
  const found = await readDocuments(archive, used, limits);
  const covered = new Set([...used, ...found.map(({ entry }) => entry)]);
  const documents = found.map(({ document }) => document);
  return { documents, alerts: describeRest(archive, covered) };
}

/** The reader enforces the stated size; the written bytes are checked against the limits again. */
export async function extractEntry(
  table: ArchiveEntry,
  target: string,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): Promise<DiskFile> {
  if (table.diskPath !== undefined) return { filePath: table.diskPath, byteSize: table.byteSize };
  requireRoom(dirname(target), table.byteSize);
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

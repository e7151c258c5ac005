/** Removes all packing around a table, several files of tables, or images. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import type { DiskFile, ProfileInput } from "../base/input.ts";
import { limitRefusal } from "../base/limits.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { FilesArchive, PictureArchive, Unarchived } from "./archive/unarchive.ts";
import { type Compression, decompressFile } from "./decompress.ts";
import { beginsAsBinary, type Detected, detectFormat } from "./detect.ts";
import { formatOfHint } from "./hints.ts";
import { dropPackedText, providePackedText } from "./packed-text.ts";

export type Unpacked = {
  /** The outermost packing: `gzip`, `zstd`, `zip`, `tar`, `7z`, or `tar.gzip` for a tar in gzip. */
  compression: string | null;
  alerts: ProfileAlert[];
  documents: DatasetDocument[];
} & (
  | { kind: "table"; file: DiskFile; detected: TableFormat }
  | FilesArchive
  | Omit<PictureArchive, "alerts" | "documents">
);

/** The format of a file that is not packed any more. */
export type TableFormat = Exclude<Detected, { kind: "compressed" | "archive" }>;

/** A table in its own file, unlike the sheets of a workbook. */
export type FileTable = Exclude<TableFormat, { kind: "inner" }>;

type Packing = Extract<Detected, { kind: "compressed" | "archive" }>;

/**
 * Detects a file and unpacks it into the work folder until a table, or an archive of several files
 * or of images, is left. `onBytes` receives the bytes done of the outermost file.
 */
export async function unpack(
  input: ProfileInput,
  onBytes: (bytesDone: number) => void,
): Promise<Unpacked> {
  const { limits, workDir, byteSize } = input;
  const start = await startWith(input, onBytes);
  if (start.kind !== "file") return start;
  const { alerts, documents } = start;
  let hint = start.hint;
  const packings: string[] = [];
  let inArchive = false;
  let { file } = start;
  for (;;) {
    const detected = await detectFormat(file.filePath, file.byteSize, hint);
    if (!isPacking(detected)) {
      return { kind: "table", file, compression: nameOf(packings), detected, alerts, documents };
    }
    const layers = packings.length;
    const packing = detected.kind === "archive" ? detected.archive : detected.compression;
    if (layers >= limits.compressionLayersMax) {
      throw limitRefusal(limits, "compressionLayersMax", layers + 1, packing);
    }
    const target = join(workDir, `unpacked-${layers}`);
    const onShare = (share: number): void => onBytes(layers === 0 ? share * byteSize : byteSize);
    const packed = file;
    if (detected.kind === "archive") {
      if (inArchive) {
        throw new DatasetRefusal("archive_nested", "The archive holds another archive.", packing);
      }
      inArchive = true;
      const found = await unarchiveLazily(packed, detected.archive, target, input, onShare);
      if (found.kind === "files") {
        return { ...found, compression: nameOf([...packings, packing]), alerts, documents };
      }
      alerts.push(...found.alerts);
      documents.push(...found.documents);
      if (found.kind === "images") {
        return { ...found, compression: nameOf(packings), alerts, documents };
      }
      file = found.file;
      // The name inside an archive decides the format, unless the seller declared it.
      if (formatOfHint(hint) === null) hint = found.extension;
    } else {
      if (layers > 0 && !inArchive) {
        const detail = `The file is compressed ${layers + 1} times.`;
        alerts.push({ code: "nested_compression", detail });
      }
      const { compression } = detected;
      const text = await readAsText(packed, compression, target, hint, input);
      if (text !== null) {
        const named = nameOf([...packings, packing]);
        return { kind: "table", ...text, compression: named, alerts, documents };
      }
      file = await decompressFile(packed, byteSize, compression, target, limits, (done) =>
        onShare(done / packed.byteSize),
      );
    }
    packings.push(packing);
    if (layers > 0) rmSync(packed.filePath);
  }
}

/**
 * Compressed text is not written to disk but unpacked while it is read; null for everything else.
 */
async function readAsText(
  packed: DiskFile,
  compression: Compression,
  filePath: string,
  hint: string | null,
  { byteSize: storedBytes, limits }: ProfileInput,
): Promise<{ file: DiskFile; detected: TableFormat } | null> {
  if (compression !== "gzip" && compression !== "zstd") return null;
  const file = providePackedText({ filePath, packed, compression, storedBytes, limits });
  const detected = beginsAsBinary(filePath)
    ? null
    : await detectFormat(filePath, file.byteSize, hint);
  if (detected !== null && !isPacking(detected)) return { file, detected };
  dropPackedText(filePath);
  return null;
}

type Start = {
  kind: "file";
  file: DiskFile;
  hint: string | null;
  alerts: ProfileAlert[];
  documents: DatasetDocument[];
};

/**
 * Starts with the file itself; for a folder, with its only table, all of its files, or its images.
 */
async function startWith(
  input: ProfileInput,
  onBytes: (bytesDone: number) => void,
): Promise<Start | Unpacked> {
  const { filePath, byteSize, formatHint, folder, limits, workDir } = input;
  if (folder === undefined) {
    const file = { filePath, byteSize };
    return { kind: "file", file, hint: formatHint, alerts: [], documents: [] };
  }
  const { openFolder } = await import("./archive/folder.ts");
  const { takeOut } = await import("./archive/unarchive.ts");
  const found = await takeOut(openFolder(folder), join(workDir, "table"), limits, (share) =>
    onBytes(share * byteSize),
  );
  if (found.kind === "files") return { ...found, compression: null, alerts: [], documents: [] };
  if (found.kind === "images") return { ...found, compression: null };
  const { file, extension, alerts, documents } = found;
  const hint = formatOfHint(formatHint) === null ? extension : formatHint;
  return { kind: "file", file, hint, alerts, documents };
}

function isPacking(detected: Detected): detected is Packing {
  return detected.kind === "compressed" || detected.kind === "archive";
}

function nameOf([outermost, next]: readonly string[]): string | null {
  if (outermost === undefined) return null;
  return next === "tar" ? `tar.${outermost}` : outermost;
}

/** Loads the archive libraries on demand, so that a plain table does not pay for them. */
async function unarchiveLazily(
  file: DiskFile,
  kind: Extract<Detected, { kind: "archive" }>["archive"],
  target: string,
  { limits }: ProfileInput,
  onShare: (share: number) => void,
): Promise<Unarchived> {
  const { unarchive } = await import("./archive/unarchive.ts");
  return await unarchive(file, kind, target, limits, onShare);
}

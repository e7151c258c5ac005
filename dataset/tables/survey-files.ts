/** Unpacks the files of an archive one by one and finds the tables among them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import type { DiskFile, ProfileInput } from "../base/input.ts";
import { DatasetRefusal, explainRefusal } from "../base/refusal.ts";
import type { ArchiveEntry } from "../open/archive/entries.ts";
import { extensionOf, extractEntry, type FilesArchive } from "../open/archive/unarchive.ts";
import { decompressFile } from "../open/decompress.ts";
import { detectFormat, refuseEmpty } from "../open/detect.ts";
import { formatOfHint } from "../open/hints.ts";
import type { FileTable, TableFormat } from "../open/unpack.ts";
import { UnpackBudget } from "../open/unpacked-size.ts";
import { openTable } from "../read/open-table.ts";
import { areDocuments, documentsAmong, gatherDocuments } from "./documents.ts";
import type { FoundPart } from "./found-tables.ts";
import { gatherMedia, mediaAmong } from "./media.ts";
import { PartitionedPart, partitionsOf } from "./partitions.ts";
import { surveyInner } from "./survey-inner.ts";
import { FilePart } from "./table-part.ts";

/** Bytes to read of a part if its first record is enough to know its columns. */
const surveyChunkBytes = 256 * 1024;

const looseFormats = new Set(["json", "jsonl", "geojson"]);

export type Survey = {
  found: FoundPart[];
  /** Sheets of workbooks that hold text instead of tables. */
  notes: DatasetDocument[];
  /** The files that are tables, or that should be but could not be read. */
  used: Set<ArchiveEntry>;
};

/**
 * Finds the tables among an archive's files. `maybe` are text files that count only if they have a
 * header with several columns. `isLate` ends the survey: the rest is reported as not read.
 */
export async function surveyFiles(
  { files, maybe }: FilesArchive,
  input: ProfileInput,
  isLate: () => boolean,
  onShare: (share: number) => void,
): Promise<Survey> {
  const budget = new UnpackBudget(input.limits, input.byteSize);
  const found: FoundPart[] = [];
  const notes: DatasetDocument[] = [];
  const used = new Set<ArchiveEntry>();
  const documents = maybe.length === 0 ? documentsAmong(files) : [];
  if (await areDocuments(documents, join(input.workDir, "text"), budget)) {
    found.push(await gatherDocuments(documents, input, budget, { isLate, onShare }));
    return { found, notes, used: new Set(documents) };
  }
  const media = maybe.length === 0 ? mediaAmong(files) : null;
  if (media !== null) {
    found.push(await gatherMedia(media, files, input, budget, { isLate, onShare }));
    return { found, notes, used: new Set(files) };
  }
  const perhaps = new Set(maybe);
  const all = [...files, ...maybe];
  for (const [index, entry] of all.entries()) {
    const parts = isLate()
      ? [lateEntry(entry)]
      : await surveyEntry(entry, index, input, { budget, notes, perhaps: perhaps.has(entry) });
    found.push(...parts);
    if (parts.length > 0) used.add(entry);
    onShare((index + 1) / all.length);
  }
  return { found, notes: notes.slice(0, input.limits.documentsMax), used };
}

/**
 * The survey's state: the remaining unpacking budget, and whether an entry must clearly be a table.
 */
type Surveying = { budget: UnpackBudget; notes: DatasetDocument[]; perhaps: boolean };

function lateEntry({ name, byteSize }: ArchiveEntry): FoundPart {
  const message = "No time was left to read it.";
  return {
    path: name,
    byteSize,
    found: { refusal: explainRefusal("table_not_reached", message), message },
  };
}

async function surveyEntry(
  entry: ArchiveEntry,
  index: number,
  input: ProfileInput,
  surveying: Surveying,
): Promise<FoundPart[]> {
  const { perhaps } = surveying;
  const target = join(input.workDir, `part-${index}`);
  try {
    refuseEmpty(entry.byteSize);
    const parts = await readEntry(entry, target, input, surveying);
    const kept = perhaps ? parts.filter(isClearlyTable) : parts;
    if (kept.length === 0) rmSync(target, { force: true });
    return kept;
  } catch (error) {
    rmSync(target, { force: true });
    if (!(error instanceof DatasetRefusal)) throw error;
    if (perhaps) return [];
    const { name, byteSize } = entry;
    const refusal = explainRefusal(error.code, error.message);
    return [{ path: name, byteSize, found: { refusal, message: error.message } }];
  }
}

function isClearlyTable({ found }: FoundPart): boolean {
  if (!("part" in found)) return false;
  const delimited = found.format === "csv" || found.format === "tsv";
  return delimited && found.named && found.names.length > 1;
}

async function readEntry(
  entry: ArchiveEntry,
  target: string,
  input: ProfileInput,
  { budget, notes }: Surveying,
): Promise<FoundPart[]> {
  const extension = extensionOf(entry.name);
  const hint = formatOfHint(extension) === null ? input.formatHint : extension;
  const { file, detected } = await unpackEntry(entry, target, hint, budget);
  if (detected.kind === "inner") {
    const { format } = detected;
    const pathOf = (table: string): string => `${entry.name}/${table}`;
    const inner = await surveyInner({ file, format }, target, budget, pathOf, () => {});
    notes.push(...inner.notes);
    return inner.found;
  }
  const own = new FilePart(entry.name, file, { hint });
  const schema = await readSchema(detected, file, { ...input, formatHint: hint });
  // If the file has the column itself, the folder's value is ignored.
  const partitions = partitionsOf(entry.name).filter(({ name }) => !schema.names.includes(name));
  // Records may add columns while they are read, so nothing can be appended after their last
  // column.
  const isFixed = schema.named && !looseFormats.has(schema.format);
  const isOwn = partitions.length === 0 || !isFixed;
  const part = isOwn ? own : new PartitionedPart(own, partitions);
  const names = isOwn ? schema.names : [...schema.names, ...partitions.map(({ name }) => name)];
  return [{ path: entry.name, byteSize: file.byteSize, found: { part, ...schema, names } }];
}

/** The entry on disk, decompressed if necessary; refuses archives within archives. */
async function unpackEntry(
  entry: ArchiveEntry,
  target: string,
  hint: string | null,
  budget: UnpackBudget,
): Promise<{ file: DiskFile; detected: TableFormat }> {
  let file = await extractEntry(entry, target, budget.limits, () => {});
  let detected = await detectFormat(file.filePath, file.byteSize, hint);
  if (detected.kind === "compressed") {
    const unpacked = `${target}.unpacked`;
    const { compression } = detected;
    try {
      const stored = budget.storedBytes;
      file = await decompressFile(file, stored, compression, unpacked, budget.limits, () => {});
    } catch (error) {
      rmSync(unpacked, { force: true });
      throw error;
    }
    rmSync(target, { force: true });
    detected = await detectFormat(file.filePath, file.byteSize, hint);
  }
  if (detected.kind === "archive" || detected.kind === "compressed") {
    throw new DatasetRefusal("archive_nested", "The archive holds another archive.");
  }
  budget.spend(file.byteSize);
  return { file, detected };
}

type Schema = { format: string; names: readonly string[]; named: boolean };

/** The columns of a table, from its header, schema or first records. */
async function readSchema(
  detected: FileTable,
  file: DiskFile,
  input: ProfileInput,
): Promise<Schema> {
  const limits = { ...input.limits, chunkBytes: surveyChunkBytes };
  const source = await openTable(detected, file, { ...input, limits });
  if (source.names.length === 0) for await (const _ of source.chunks()) break;
  const names = [...source.names];
  return { format: source.format, names, named: hasOwnNames(detected, names) };
}

/** Names generated for columns without a name of their own. */
const givenName = /^(column_\d+|key|value)$/;

function hasOwnNames(detected: FileTable, names: readonly string[]): boolean {
  if (detected.kind === "delimited") return detected.dialect.table?.names !== null;
  return detected.kind !== "json" || !names.every((name) => givenName.test(name));
}

/** Folders of texts: each file is a row, with the folder's name as its label. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { agreeing, counted } from "../../market/counted.ts";
import { labelOf } from "../../market/profile/picture-label.ts";
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import { displayName } from "../base/display-name.ts";
import type { DiskFile, ProfileInput } from "../base/input.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { TableSource } from "../base/table.ts";
import { type ArchiveEntry, readWhole } from "../open/archive/entries.ts";
import { extensionOf, extractEntry } from "../open/archive/unarchive.ts";
import { detectFormat } from "../open/detect.ts";
import { decodeHead, detectEncoding } from "../open/encoding.ts";
import { formatOfHint } from "../open/hints.ts";
import { outputRefusal, type UnpackBudget } from "../open/unpacked-size.ts";
import { ConvertedSource } from "../read/as-format.ts";
import { JsonSource } from "../read/json/source.ts";
import type { FoundPart } from "./found-tables.ts";
import type { TablePart } from "./table-part.ts";

/** Fewer texts are tables or notes, each for itself. */
const documentsMin = 10;
const oneDepthShareMin = 0.9;
const sampledMax = 24;
/** Some running texts have the looks of a table. */
const textShareMin = 0.6;
const writeChars = 1024 * 1024;

/** The files in folders of one depth, if nearly all are; the others are notes about them. */
export function documentsAmong(files: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const byDepth = Map.groupBy(files, ({ name }) => name.split("/").length);
  const [most = []] = [...byDepth.values()].toSorted((a, b) => b.length - a.length);
  return most.length >= files.length * oneDepthShareMin ? most : files;
}

/** Whether an archive's files are running texts, by the content of some of them. */
export async function areDocuments(
  files: readonly ArchiveEntry[],
  target: string,
  budget: UnpackBudget,
): Promise<boolean> {
  if (files.length < documentsMin || !files.every(mayBeText)) return false;
  const step = Math.max(1, Math.floor(files.length / sampledMax));
  const sample = files.filter((_, index) => index % step === 0).slice(0, sampledMax);
  let texts = 0;
  for (const entry of sample) if (await isText(entry, target, budget)) texts++;
  return texts >= sample.length * textShareMin;
}

function mayBeText({ name }: ArchiveEntry): boolean {
  const format = formatOfHint(extensionOf(name));
  return format === null || format === "txt";
}

async function isText(entry: ArchiveEntry, target: string, budget: UnpackBudget): Promise<boolean> {
  try {
    const file = await extractEntry(entry, target, budget.limits, () => {});
    const { kind } = await detectFormat(file.filePath, file.byteSize, null);
    return kind === "text";
  } catch (error) {
    if (error instanceof DatasetRefusal) return false;
    throw error;
  } finally {
    rmSync(target, { force: true });
  }
}

/** Writes the texts as one table. Throws `DatasetRefusal` if none can be read. */
export async function gatherDocuments(
  files: readonly ArchiveEntry[],
  input: ProfileInput,
  budget: UnpackBudget,
  run: GatherRun,
): Promise<FoundPart> {
  const rowOf: RowsOfFiles["rowOf"] = async (entry) => {
    const text = await textOf(entry, budget.all.rowBytesMax);
    return text === null ? null : { characters: text.length, text };
  };
  const names = ["characters", "text"];
  const rows = { format: "txt", names, what: "no readable text", rowOf };
  return await gatherRows(files, rows, input, budget, run);
}

export type RowsOfFiles = {
  format: string;
  /** The columns after the file's name and, if there are several folders, its label. */
  names: readonly string[];
  /** What an unread file is, in words. */
  what: string;
  /** Null for a file that cannot be read. */
  rowOf(entry: ArchiveEntry): Promise<object | null>;
};

export type GatherRun = {
  /** Ends the work: files after it are reported as not read. */
  isLate: () => boolean;
  onShare: (share: number) => void;
};

/** Writes a row for each file as one table. Throws `DatasetRefusal` if none can be read. */
export async function gatherRows(
  files: readonly ArchiveEntry[],
  { format, names, what, rowOf }: RowsOfFiles,
  input: ProfileInput,
  budget: UnpackBudget,
  { isLate, onShare }: GatherRun,
): Promise<FoundPart> {
  const labels = files.map(({ name }) => labelOf(name));
  const hasLabels = new Set(labels).size > 1;
  const filePath = join(input.workDir, "documents.jsonl");
  const fd = openSync(filePath, "w");
  const unread: string[] = [];
  let lateCount = 0;
  let pending = "";
  let byteSize = 0;
  const flush = (): void => {
    const bytes = Buffer.from(pending);
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    byteSize += bytes.length;
    pending = "";
    const refusal = outputRefusal(budget.limits, budget.storedBytes, byteSize, format);
    if (refusal) throw refusal;
  };
  try {
    for (const [index, entry] of files.entries()) {
      if (isLate()) {
        lateCount = files.length - index;
        break;
      }
      const file = displayName(entry.name);
      const label = hasLabels ? { label: labels[index] ?? null } : {};
      const row = await rowOf(entry);
      if (row === null) unread.push(file);
      else pending += `${JSON.stringify({ file, ...label, ...row })}\n`;
      if (pending.length > writeChars) flush();
      onShare((index + 1) / files.length);
    }
    flush();
  } finally {
    closeSync(fd);
  }
  if (byteSize === 0)
    throw new DatasetRefusal("no_data_rows", "None of the files can be read.", format);
  budget.spend(byteSize);
  const part = new DocumentsPart({ filePath, byteSize }, { format, what, unread, lateCount });
  const columns = ["file", ...(hasLabels ? ["label"] : []), ...names];
  return { path: "", byteSize, found: { part, format, names: columns, named: true } };
}

/** The whole text; null for a damaged or too long file, and for one in no known encoding. */
async function textOf(entry: ArchiveEntry, bytesMax: number): Promise<string | null> {
  try {
    const bytes = await readWhole(entry, bytesMax);
    if (bytes === null) return null;
    const encoding = await detectEncoding(bytes, true);
    return encoding === null ? null : decodeHead(bytes, encoding, true).trimEnd();
  } catch (error) {
    if (error instanceof DatasetRefusal) return null;
    throw error;
  }
}

type GatheredFiles = {
  format: string;
  what: string;
  unread: readonly string[];
  /** Files for which no time was left. */
  lateCount: number;
};

class DocumentsPart implements TablePart {
  readonly path = "";
  readonly byteSize: number;
  readonly #file: DiskFile;
  readonly #of: GatheredFiles;

  constructor(file: DiskFile, of: GatheredFiles) {
    this.byteSize = file.byteSize;
    this.#file = file;
    this.#of = of;
  }

  async open({ workDir, limits }: ProfileInput): Promise<TableSource> {
    // A long text takes more bytes as JSON.
    const escaped = { ...limits, rowBytesMax: limits.rowBytesMax * 6 };
    const lines = new JsonSource({
      ...this.#file,
      workDir,
      encoding: { name: "utf-8", bomBytes: 0, carriageReturnOnly: false },
      layout: { records: "lines" },
      shape: "values",
      format: "jsonl",
      alerts: [],
      limits: escaped,
    });
    return new ConvertedSource(lines, this.#of.format, this.#of.format === "txt" ? "utf-8" : null);
  }

  learn(error: unknown): void {
    throw error;
  }

  alerts(): ProfileAlert[] {
    const { what, unread, lateCount } = this.#of;
    const details: string[] = [];
    const count = unread.length;
    if (count > 0) {
      const names = unread.slice(0, 5).join(", ");
      details.push(
        `${counted(count, "file")} ${agreeing(count, "is", "are")} ${what}: ${names}${count > 5 ? ", …" : ""}.`,
      );
    }
    if (lateCount > 0) details.push(`No time was left to read ${counted(lateCount, "more file")}.`);
    return details.map((detail) => ({ code: "unread_parts", detail }));
  }
}

/** Reads the sheets of a workbook by way of delimited files. */

import { rmSync } from "node:fs";
import { agreeing } from "../../../market/counted.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";
import type { DiskFile } from "../../base/input.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { type TableChunk, type TableFacts, type TableSource, withFacts } from "../../base/table.ts";
import { openZip } from "../../open/archive/zip.ts";
import { tableDialect } from "../../open/delimited/sniff.ts";
import type { UnpackBudget } from "../../open/unpacked-size.ts";
import { DelimitedSource } from "../delimited/source.ts";
import { type SheetNotes, sheetRows } from "./rows.ts";
import { SheetWriter, type WrittenSheet } from "./sheet-writer.ts";
import { readWorkbook, type Workbook, type WorkbookSheet } from "./workbook.ts";

const namesShownMax = 20;

/** A sheet whose rows were written to a delimited file. */
export type SheetFile = Omit<WrittenSheet, "text"> & {
  filePath: string;
  alerts: ProfileAlert[];
};

/** The outcome for a sheet: a file, a text, or the reason why it cannot be read. */
type FoundSheet = { name: string } & (
  | { kind: "table"; file: SheetFile }
  | { kind: "note"; text: string; rowsLeft: boolean }
  | { kind: "refused"; refusal: DatasetRefusal; byteSize: number }
);

export type WorkbookSheets = { sheets: FoundSheet[]; otherSheets: string[] };

/**
 * Writes the visible sheets of a workbook to delimited files next to `target`, so that whole sheets
 * determine the types and nothing is held in memory. Empty sheets are left out, and a sheet with a
 * note counts as a table only if there is no other. `onShare` receives the written share. Throws
 * `DatasetRefusal` if no sheet has a value.
 */
export async function writeSheets(
  file: DiskFile,
  target: string,
  budget: UnpackBudget,
  onShare: (share: number) => void,
): Promise<WorkbookSheets> {
  const limits = budget.all;
  const archive = await openZip(file.filePath, limits);
  try {
    const workbook = await readWorkbook(archive, limits);
    const sheets: WritingSheet[] = [];
    const ofErrors: string[] = [];
    const read = workbook.sheets.slice(0, limits.tablesMax);
    for (const [index, sheet] of read.entries()) {
      const notes = { errorCells: 0 };
      const written = await writeSheet(workbook, sheet, `${target}-sheet-${index}`, budget, {
        notes,
        onShare: (share) => onShare((index + share) / read.length),
      });
      if (written) sheets.push(written);
      else if (notes.errorCells > 0) ofErrors.push(sheet.name);
    }
    const left = workbook.sheets.slice(limits.tablesMax).map(({ name }) => name);
    if (sheets.length === 0) throw noValues(ofErrors.length > 0);
    return judge(sheets, [...workbook.otherSheets, ...ofErrors, ...left]);
  } finally {
    archive.close();
  }
}

type WritingSheet = { name: string; entryBytes: number } & (
  | { written: WrittenSheet; filePath: string; alerts: ProfileAlert[] }
  | { refusal: DatasetRefusal }
);

/** Null for a sheet without values. */
async function writeSheet(
  workbook: Workbook,
  sheet: WorkbookSheet,
  filePath: string,
  budget: UnpackBudget,
  { notes, onShare }: { notes: SheetNotes; onShare: (share: number) => void },
): Promise<WritingSheet | null> {
  const { name, entry } = sheet;
  try {
    const writer = new SheetWriter(filePath, budget.storedBytes, budget.limits);
    const written = await writer.write(sheetRows(workbook, sheet, notes, budget.all, onShare));
    budget.spend(written.byteSize);
    const alerts = notes.errorCells > 0 ? [errorCellsAlert(notes.errorCells)] : [];
    return { name, entryBytes: entry.byteSize, written, filePath, alerts };
  } catch (error) {
    rmSync(filePath, { force: true });
    if (!(error instanceof DatasetRefusal)) throw error;
    return error.code === "no_data_rows"
      ? null
      : { name, entryBytes: entry.byteSize, refusal: error };
  }
}

function errorCellsAlert(cells: number): ProfileAlert {
  const detail = `${cells} ${agreeing(cells, "cell has", "cells have")} a formula error; ${agreeing(cells, "it counts", "they count")} as missing.`;
  return { code: "error_cells", detail };
}

function noValues(hasErrors: boolean): DatasetRefusal {
  const detail = hasErrors
    ? "The sheets contain only formula errors."
    : "The sheets have no values.";
  return new DatasetRefusal("no_data_rows", detail, "xlsx");
}

function judge(all: WritingSheet[], otherSheets: string[]): WorkbookSheets {
  const [only] = all;
  if (all.length === 1 && only && "refusal" in only) throw only.refusal;
  const written = all.flatMap((sheet) => ("written" in sheet ? [sheet.written] : []));
  const tables = new Set(written.filter(({ isNote }) => !isNote));
  // If a workbook contains only notes, the longest one is read.
  const [longest] = written.toSorted((a, b) => b.byteSize - a.byteSize);
  if (tables.size === 0 && longest) tables.add(longest);
  const sheets = all.map((sheet): FoundSheet => {
    const { name, entryBytes } = sheet;
    if ("refusal" in sheet) {
      return { name, kind: "refused", refusal: sheet.refusal, byteSize: entryBytes };
    }
    const { text, ...file } = sheet.written;
    if (tables.has(sheet.written)) {
      const { filePath, alerts } = sheet;
      return { name, kind: "table", file: { ...file, filePath, alerts } };
    }
    rmSync(sheet.filePath, { force: true });
    return { name, kind: "note", text, rowsLeft: file.rowsLeft };
  });
  return { sheets, otherSheets };
}

/** The alert about sheets that are neither read nor shown; empty if there are none. */
export function otherSheetsAlerts(read: string, others: readonly string[]): ProfileAlert[] {
  if (others.length === 0) return [];
  const names = others.slice(0, namesShownMax).map(displayName).join(", ");
  const more = others.length > namesShownMax ? ", …" : "";
  const detail = `Only the sheet ${displayName(read)} is read; the workbook also has: ${names}${more}.`;
  return [{ code: "other_sheets", detail }];
}

/** A written sheet as a table; it can be opened several times. */
export function openSheet(sheet: SheetFile, limits: DatasetLimits): TableSource {
  const { filePath, byteSize, table, alerts } = sheet;
  const start = table.first?.start ?? byteSize;
  const source = new DelimitedSource({
    ...{ filePath, byteSize, format: "csv", limits },
    encoding: { name: "utf-8", bomBytes: 0, carriageReturnOnly: false },
    dialect: tableDialect(",", table),
    region: { start, end: table.end?.start ?? null },
  });
  return new XlsxSource(source, start, alerts);
}

/** The delimited file of a sheet, reported as xlsx. */
class XlsxSource implements TableSource {
  readonly format = "xlsx";
  readonly encoding = null;
  readonly delimiter = null;
  readonly names: readonly string[];
  readonly #sheet: DelimitedSource;
  readonly #start: number;
  readonly #alerts: ProfileAlert[];

  constructor(sheet: DelimitedSource, start: number, alerts: ProfileAlert[]) {
    this.#sheet = sheet;
    this.names = sheet.names;
    this.#start = start;
    this.#alerts = alerts;
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    for await (const chunk of this.#sheet.chunks()) {
      yield withFacts(chunk, { bytesDone: chunk.bytesDone - this.#start });
    }
  }

  /** Rows of a sheet end at their last value, so short rows are not a fault. */
  facts(): TableFacts {
    const facts = this.#sheet.facts();
    const own = facts.alerts.filter(({ code }) => code !== "short_rows");
    return { ...facts, raggedRows: 0, alerts: [...own, ...this.#alerts] };
  }
}

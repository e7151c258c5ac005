/** Reads the sheets of workbooks, of Excel's newer format and of others, by way of delimited files. */

import { rmSync } from "node:fs";
import { agreeing } from "../../../market/counted.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { type TableChunk, type TableFacts, type TableSource, withFacts } from "../../base/table.ts";
import { openZip } from "../../open/archive/zip.ts";
import { tableDialect } from "../../open/delimited/sniff.ts";
import type { UnpackBudget } from "../../open/unpacked-size.ts";
import { DelimitedSource } from "../delimited/source.ts";
import type { InnerNote, InnerTable, InnerTables, OpenInner } from "../inner-table.ts";
import type { SheetCell } from "./dates.ts";
import { type SheetNotes, sheetRows } from "./rows.ts";
import { SheetWriter, type WrittenSheet } from "./sheet-writer.ts";
import { readWorkbook } from "./workbook.ts";

const namesShownMax = 20;

/** A sheet whose rows were written to a delimited file. */
type SheetFile = Omit<WrittenSheet, "text"> & {
  filePath: string;
  alerts: ProfileAlert[];
};

/** The outcome for a sheet: a file, a text, or the reason why it cannot be read. */
type FoundSheet = { name: string } & (
  | { kind: "table"; file: SheetFile }
  | { kind: "note"; text: string; rowsLeft: boolean }
  | { kind: "refused"; refusal: DatasetRefusal; byteSize: number }
);

type WorkbookSheets = { sheets: FoundSheet[]; otherSheets: string[] };

/** A visible sheet, with its size in the workbook. */
export type OpenSheet = {
  name: string;
  byteSize: number;
  /** Its rows, some at a time, without empty ones. */
  rows(notes: SheetNotes, onShare: (share: number) => void): AsyncGenerator<SheetCell[][]>;
};

/** The visible sheets of a workbook in any format, and the names of its other ones. */
export type OpenWorkbook = {
  format: string;
  sheets: readonly OpenSheet[];
  otherSheets: readonly string[];
};

/** Opens the sheets of an xlsx workbook; see {@link openWorkbook}. */
export const openXlsx: OpenInner = async (file, target, budget, onShare) => {
  const limits = budget.all;
  const archive = await openZip(file.filePath, limits);
  try {
    const workbook = await readWorkbook(archive, limits);
    const sheets = workbook.sheets.map((sheet): OpenSheet => {
      const { name, entry } = sheet;
      const rows: OpenSheet["rows"] = (notes, onShare) =>
        sheetRows(workbook, sheet, notes, limits, onShare);
      return { name, byteSize: entry.byteSize, rows };
    });
    const { otherSheets } = workbook;
    return await openWorkbook({ format: "xlsx", sheets, otherSheets }, target, budget, onShare);
  } finally {
    archive.close();
  }
};

/**
 * Writes the visible sheets of a workbook to delimited files next to `target`, so that whole sheets
 * determine the types and nothing is held in memory. Empty sheets are left out, and a sheet with a
 * note counts as a table only if there is no other. `onShare` receives the written share. Throws
 * `DatasetRefusal` if no sheet has a value.
 */
export async function openWorkbook(
  workbook: OpenWorkbook,
  target: string,
  budget: UnpackBudget,
  onShare: (share: number) => void,
): Promise<InnerTables> {
  const { format } = workbook;
  const sheets: WritingSheet[] = [];
  const ofErrors: string[] = [];
  const read = workbook.sheets.slice(0, budget.all.tablesMax);
  for (const [index, sheet] of read.entries()) {
    const notes = { errorCells: 0 };
    const written = await writeSheet(sheet, format, `${target}-sheet-${index}`, budget, {
      notes,
      onShare: (share) => onShare((index + share) / read.length),
    });
    if (written) sheets.push(written);
    else if (notes.errorCells > 0) ofErrors.push(sheet.name);
  }
  const left = workbook.sheets.slice(budget.all.tablesMax).map(({ name }) => name);
  if (sheets.length === 0) throw noValues(ofErrors.length > 0, format);
  const judged = judge(sheets, [...workbook.otherSheets, ...ofErrors, ...left]);
  return innerTables(judged, format);
}

function innerTables({ sheets, otherSheets }: WorkbookSheets, format: string): InnerTables {
  const notes: InnerNote[] = [];
  const tables = sheets.flatMap((sheet): InnerTable[] => {
    const { name } = sheet;
    if (sheet.kind === "refused") return [sheet];
    if (sheet.kind === "note") {
      notes.push({ name, text: sheet.text, truncated: sheet.rowsLeft });
      return [];
    }
    const { file } = sheet;
    const byteSize = file.byteSize - (file.table.first?.start ?? 0);
    const open = (limits: DatasetLimits): TableSource => openSheet(file, format, limits);
    return [{ name, byteSize, named: file.table.names !== null, open }];
  });
  const [read] = sheets.filter(({ kind }) => kind === "table");
  return { format, tables, notes, alerts: otherSheetsAlerts(read?.name ?? "", otherSheets) };
}

type WritingSheet = { name: string; entryBytes: number } & (
  | { written: WrittenSheet; filePath: string; alerts: ProfileAlert[] }
  | { refusal: DatasetRefusal }
);

/** Null for a sheet without values. */
async function writeSheet(
  sheet: OpenSheet,
  format: string,
  filePath: string,
  budget: UnpackBudget,
  { notes, onShare }: { notes: SheetNotes; onShare: (share: number) => void },
): Promise<WritingSheet | null> {
  const { name, byteSize: entryBytes } = sheet;
  try {
    const writer = new SheetWriter(filePath, budget.storedBytes, budget.limits, format);
    const written = await writer.write(sheet.rows(notes, onShare));
    budget.spend(written.byteSize);
    const alerts = notes.errorCells > 0 ? [errorCellsAlert(notes.errorCells)] : [];
    return { name, entryBytes, written, filePath, alerts };
  } catch (error) {
    rmSync(filePath, { force: true });
    if (!(error instanceof DatasetRefusal)) throw error;
    return error.code === "no_data_rows" ? null : { name, entryBytes, refusal: error };
  }
}

function errorCellsAlert(cells: number): ProfileAlert {
  const detail = `${cells} ${agreeing(cells, "cell has", "cells have")} a formula error; ${agreeing(cells, "it counts", "they count")} as missing.`;
  return { code: "error_cells", detail };
}

function noValues(hasErrors: boolean, format: string): DatasetRefusal {
  const detail = hasErrors
    ? "The sheets contain only formula errors."
    : "The sheets have no values.";
  return new DatasetRefusal("no_data_rows", detail, format);
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
function otherSheetsAlerts(read: string, others: readonly string[]): ProfileAlert[] {
  if (others.length === 0) return [];
  const names = others.slice(0, namesShownMax).map(displayName).join(", ");
  const more = others.length > namesShownMax ? ", …" : "";
  const detail = `Only the sheet ${displayName(read)} is read; the workbook also has: ${names}${more}.`;
  return [{ code: "other_sheets", detail }];
}

/** A written sheet as a table; it can be opened several times. */
function openSheet(sheet: SheetFile, format: string, limits: DatasetLimits): TableSource {
  const { filePath, byteSize, table, alerts } = sheet;
  const start = table.first?.start ?? byteSize;
  const source = new DelimitedSource({
    ...{ filePath, byteSize, format: "csv", limits },
    encoding: { name: "utf-8", bomBytes: 0, carriageReturnOnly: false },
    dialect: tableDialect(",", table),
    region: { start, end: table.end?.start ?? null },
  });
  return new SheetSource(source, { format, start, alerts });
}

/** The delimited file of a sheet, reported in its workbook's format. */
class SheetSource implements TableSource {
  readonly format: string;
  readonly encoding = null;
  readonly delimiter = null;
  readonly #sheet: DelimitedSource;
  readonly #start: number;
  readonly #alerts: ProfileAlert[];

  constructor(
    sheet: DelimitedSource,
    { format, start, alerts }: { format: string; start: number; alerts: ProfileAlert[] },
  ) {
    this.format = format;
    this.#sheet = sheet;
    this.#start = start;
    this.#alerts = alerts;
  }

  get names(): readonly string[] {
    return this.#sheet.names;
  }

  leaveOutLast(columns: number): void {
    this.#sheet.leaveOutLast(columns);
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

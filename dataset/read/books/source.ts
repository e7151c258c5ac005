/** Reads workbooks that only SheetJS knows: Excel's older and binary ones, and DIF. */
import { type CellObject, read, set_cptable, type WorkBook } from "@e965/xlsx";
import * as codePages from "@e965/xlsx/dist/cpexcel.full.mjs";
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { OpenInner } from "../inner-table.ts";
import { checkZip, readWholeFile } from "../whole-file.ts";
import { cellFormatOf, cellOf, charsOf, type SheetCell } from "../xlsx/dates.ts";
import type { SheetNotes } from "../xlsx/rows.ts";
import { type OpenSheet, openWorkbook } from "../xlsx/source.ts";

const rowsPerBatch = 1000;

const readOptions = {
  type: "buffer",
  dense: true,
  cellNF: true,
  cellText: false,
  cellHTML: false,
  cellFormula: false,
} as const;

const openBook =
  (format: string): OpenInner =>
  async (file, target, budget, onShare) => {
    set_cptable(codePages);
    const book = readBook(file, budget.all, format);
    const from1904 = book.Workbook?.WBProps?.date1904 === true;
    const isHidden = (index: number): boolean => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    const isAllHidden = book.SheetNames.every((_, index) => isHidden(index));
    const visible = book.SheetNames.filter((_, index) => isAllHidden || !isHidden(index));
    const others = book.SheetNames.filter((name) => !visible.includes(name));
    const sheets = visible.map((name): OpenSheet => {
      const byteSize = Math.ceil(file.byteSize / visible.length);
      const rows: OpenSheet["rows"] = async function* (notes, onSheetShare) {
        const cells = cellsOf(book, name);
        yield* rowsOf(cells, { notes, from1904, format, limits: budget.all }, onSheetShare);
      };
      return { name, byteSize, rows };
    });
    return await openWorkbook({ format, sheets, otherSheets: others }, target, budget, onShare);
  };

export const openXls = openBook("xls");
export const openDif = openBook("dif");

export const openXlsb: OpenInner = async (file, ...rest) => {
  const [, budget] = rest;
  await checkZip(file, budget.all, "xlsb");
  return await openBook("xlsb")(file, ...rest);
};

function readBook(file: DiskFile, limits: DatasetLimits, format: string): WorkBook {
  const bytes = readWholeFile(file, limits, format);
  try {
    return read(bytes, readOptions);
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      const detail = "The workbook is encrypted; save it without a password.";
      throw new DatasetRefusal("unsupported_format", detail, format);
    }
    throw new DatasetRefusal("malformed_file", "The workbook is damaged.", format, error);
  }
}

type Cells = readonly (readonly (CellObject | undefined)[] | undefined)[];

function cellsOf(book: WorkBook, name: string): Cells {
  return (book.Sheets[name] as { "!data"?: Cells } | undefined)?.["!data"] ?? [];
}

type Reading = { notes: SheetNotes; from1904: boolean; format: string; limits: DatasetLimits };

function* rowsOf(
  cells: Cells,
  reading: Reading,
  onShare: (share: number) => void,
): Generator<SheetCell[][]> {
  let batch: SheetCell[][] = [];
  for (let index = 0; index < cells.length; index++) {
    const row = textsOf(cells[index] ?? [], reading);
    if (row.length > 0) batch.push(row);
    if (batch.length < rowsPerBatch) continue;
    onShare(index / cells.length);
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The cells up to the last one with a value. */
function textsOf(
  cells: readonly (CellObject | undefined)[],
  { notes, from1904, format, limits }: Reading,
): SheetCell[] {
  const row: SheetCell[] = [];
  let chars = 0;
  for (const [column, cell] of cells.entries()) {
    const text = cell === undefined ? "" : textOf(cell, from1904, notes);
    if (text === "") continue;
    if (column >= limits.columnsMax) throw limitRefusal(limits, "columnsMax", column + 1, format);
    chars += charsOf(text);
    if (chars > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, format);
    while (row.length < column) row.push("");
    row[column] = text;
  }
  return row;
}

function textOf({ t, v, z }: CellObject, from1904: boolean, notes: SheetNotes): SheetCell {
  switch (t) {
    case "n": {
      const code = typeof z === "string" ? z : null;
      return cellOf(Number(v), cellFormatOf(0, code), from1904);
    }
    case "b":
      return v === true ? "true" : "false";
    case "e":
      notes.errorCells++;
      return "";
    case "d":
      return v instanceof Date ? v.toISOString().replace(/(T00:00:00)?\.000Z$/, "") : String(v);
    default:
      return typeof v === "string" ? v : "";
  }
}

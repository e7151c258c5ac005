import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { walkXml, xlsxFault } from "../xml/parse-xml.ts";
import { cellOf, charsOf, plainFormat, type SheetCell } from "./dates.ts";
import { unescapeText, type Workbook, type WorkbookSheet } from "./workbook.ts";

/** Counts of other things than values in a sheet. */
export type SheetNotes = { errorCells: number };

/**
 * Yields the non-empty rows of a sheet as texts, some at a time. `onShare` receives the share of
 * the sheet that was read.
 */
export async function* sheetRows(
  workbook: Workbook,
  { entry }: WorkbookSheet,
  notes: SheetNotes,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): AsyncGenerator<SheetCell[][]> {
  const reader = new RowReader(workbook, notes, limits);
  for await (const bytes of walkXml(entry, reader, limits)) {
    onShare(Math.min(1, bytes / entry.byteSize));
    if (reader.rows.length > 0) yield reader.rows.splice(0);
  }
  if (reader.rows.length > 0) yield reader.rows;
}

class RowReader {
  readonly rows: SheetCell[][] = [];
  readonly #workbook: Workbook;
  readonly #notes: SheetNotes;
  readonly #limits: DatasetLimits;
  #row: SheetCell[] = [];
  #rowChars = 0;
  #column = 0;
  #type = "n";
  #style = 0;
  #value = "";
  #takes = false;
  #phonetic = false;

  constructor(workbook: Workbook, notes: SheetNotes, limits: DatasetLimits) {
    this.#workbook = workbook;
    this.#notes = notes;
    this.#limits = limits;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "row") this.#beginRow();
    else if (name === "c") this.#beginCell(attributes);
    else if (name === "rPh") this.#phonetic = true;
    this.#takes = name === "v" || (name === "t" && !this.#phonetic);
  }

  text(part: string): void {
    if (this.#takes) this.#value += part;
  }

  close(name: string): void {
    this.#takes = false;
    if (name === "rPh") this.#phonetic = false;
    else if (name === "c") this.#endCell();
    else if (name === "row" && this.#row.length > 0) this.rows.push(this.#row);
  }

  #beginRow(): void {
    this.#row = [];
    this.#rowChars = 0;
    this.#column = 0;
  }

  #beginCell({ r = "", t = "n", s = "0" }: Readonly<Record<string, string>>): void {
    const column = columnOf(r);
    if (column !== null) this.#column = column;
    this.#type = t;
    this.#style = Number(s);
    this.#value = "";
  }

  #endCell(): void {
    const value = this.#printed();
    const column = this.#column;
    this.#column++;
    if (value === "") return;
    const { columnsMax, rowBytesMax } = this.#limits;
    if (column >= columnsMax) throw limitRefusal(this.#limits, "columnsMax", column + 1, "xlsx");
    // A text shared by many cells could make a row of any length.
    this.#rowChars += charsOf(value);
    if (this.#rowChars > rowBytesMax) throw limitRefusal(this.#limits, "rowBytesMax", null, "xlsx");
    while (this.#row.length < column) this.#row.push("");
    this.#row[column] = value;
  }

  #printed(): SheetCell {
    const text = this.#value;
    const workbook = this.#workbook;
    if (text === "") return "";
    switch (this.#type) {
      case "s": {
        const shared = workbook.sharedTexts[Number(text)];
        if (shared === undefined)
          throw xlsxFault("A cell refers to a shared text that does not exist.");
        return shared;
      }
      case "b":
        return text.trim() === "1" ? "true" : "false";
      case "e":
        this.#notes.errorCells++;
        return "";
      case "n": {
        const number = Number(text);
        if (Number.isNaN(number)) throw xlsxFault("A numeric cell contains something else.");
        const format = workbook.formats[this.#style] ?? plainFormat;
        return cellOf(number, format, workbook.from1904);
      }
      default:
        return unescapeText(text);
    }
  }
}

const lettersMax = 3;

/** Column index (from 0) of a reference such as `AB12`; null if there is none. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? "";
  if (letters === "") return null;
  if (letters.length > lettersMax) throw xlsxFault("A cell has an invalid column.");
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Finds the sheets of a workbook that are tables, and those that are texts about them. */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import { displayName } from "../base/display-name.ts";
import type { DiskFile, ProfileInput } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { explainRefusal } from "../base/refusal.ts";
import type { TableSource } from "../base/table.ts";
import { plainText } from "../open/archive/read-documents.ts";
import type { UnpackBudget } from "../open/unpacked-size.ts";
import type { SheetFile, WorkbookSheets } from "../read/xlsx/source.ts";
import type { FoundPart } from "./found-tables.ts";
import type { TablePart } from "./table-part.ts";

/** A workbook's tables, its notes, and an alert about sheets that are neither. */
export type SheetSurvey = {
  found: FoundPart[];
  notes: DatasetDocument[];
  alerts: ProfileAlert[];
};

type OpenSheet = (file: SheetFile, limits: DatasetLimits) => TableSource;

/** A sheet whose rows were written to a file. */
class SheetPart implements TablePart {
  readonly path: string;
  readonly byteSize: number;
  readonly #file: SheetFile;
  readonly #openSheet: OpenSheet;

  constructor(path: string, file: SheetFile, openSheet: OpenSheet) {
    this.path = path;
    this.#file = file;
    this.byteSize = file.byteSize - (file.table.first?.start ?? 0);
    this.#openSheet = openSheet;
  }

  async open({ limits }: ProfileInput): Promise<TableSource> {
    return this.#openSheet(this.#file, limits);
  }

  learn(error: unknown): void {
    throw error;
  }

  alerts(): ProfileAlert[] {
    return [];
  }
}

/**
 * Writes a workbook's sheets to files next to `target`. `pathOf` returns a sheet's path in the file
 * on sale. Throws `DatasetRefusal` for an unreadable workbook.
 */
export async function surveySheets(
  file: DiskFile,
  target: string,
  budget: UnpackBudget,
  pathOf: (sheetName: string) => string,
  onShare: (share: number) => void,
): Promise<SheetSurvey> {
  // Imported late: a plain table must not pay for loading the archive and XML libraries.
  const { openSheet, otherSheetsAlerts, writeSheets } = await import("../read/xlsx/source.ts");
  const limits = budget.all;
  const { sheets, otherSheets } = await writeSheets(file, target, budget, onShare);
  const found = sheets.flatMap((sheet): FoundPart[] => {
    const path = pathOf(sheet.name);
    if (sheet.kind === "note") return [];
    if (sheet.kind === "refused") {
      const { code, message } = sheet.refusal;
      const refusal = explainRefusal(code, message);
      return [{ path, byteSize: sheet.byteSize, found: { refusal, message } }];
    }
    const part = new SheetPart(path, sheet.file, openSheet);
    const { names } = openSheet(sheet.file, limits);
    const named = sheet.file.table.names !== null;
    return [{ path, byteSize: part.byteSize, found: { part, format: "xlsx", names, named } }];
  });
  const [read] = sheets.filter(({ kind }) => kind === "table");
  const alerts = otherSheetsAlerts(read?.name ?? "", otherSheets);
  return { found, notes: notesOf(sheets, pathOf, limits), alerts };
}

function notesOf(
  sheets: WorkbookSheets["sheets"],
  pathOf: (sheetName: string) => string,
  { documentsMax, documentBytesMax }: DatasetLimits,
): DatasetDocument[] {
  const notes = sheets.flatMap((sheet) => (sheet.kind === "note" ? [sheet] : []));
  return notes.slice(0, documentsMax).map(({ name, text, rowsLeft }) => {
    const bytes = Buffer.from(plainText(text));
    const cut = bytes.length > documentBytesMax;
    const shown = cut
      ? bytes.subarray(0, documentBytesMax).toString("utf8")
      : bytes.toString("utf8");
    return {
      path: displayName(pathOf(name)),
      kind: "note",
      byte_size: bytes.length,
      text: shown,
      truncated: cut || rowsLeft,
    };
  });
}

/** Finds the tables inside one file, such as a workbook's sheets, and the texts about them. */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import { displayName } from "../base/display-name.ts";
import type { InnerFormat } from "../base/inner-formats.ts";
import type { DiskFile, ProfileInput } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { explainRefusal } from "../base/refusal.ts";
import type { TableSource } from "../base/table.ts";
import { plainText } from "../open/archive/read-documents.ts";
import type { UnpackBudget } from "../open/unpacked-size.ts";
import type { InnerNote, InnerTable } from "../read/inner-table.ts";
import { openInnerTables } from "../read/inner-tables.ts";
import type { FoundPart } from "./found-tables.ts";
import type { TablePart } from "./table-part.ts";

/** A file's tables, its notes, and alerts about what is neither. */
export type InnerSurvey = {
  found: FoundPart[];
  notes: DatasetDocument[];
  alerts: ProfileAlert[];
};

type ReadableTable = Extract<InnerTable, { named: boolean }>;

class InnerPart implements TablePart {
  readonly path: string;
  readonly byteSize: number;
  readonly #table: ReadableTable;

  constructor(path: string, table: ReadableTable) {
    this.path = path;
    this.#table = table;
    this.byteSize = table.byteSize;
  }

  async open({ limits }: ProfileInput): Promise<TableSource> {
    return this.#table.open(limits);
  }

  learn(error: unknown): void {
    throw error;
  }

  alerts(): ProfileAlert[] {
    return [];
  }
}

/**
 * Opens the tables of a file; what they need on disk is written next to `target`. `pathOf` returns
 * a table's path in the file on sale. Throws `DatasetRefusal` for an unreadable file.
 */
export async function surveyInner(
  { file, format }: { file: DiskFile; format: InnerFormat },
  target: string,
  budget: UnpackBudget,
  pathOf: (tableName: string) => string,
  onShare: (share: number) => void,
): Promise<InnerSurvey> {
  const limits = budget.all;
  const inner = await openInnerTables(format, file, target, budget, onShare);
  const found = inner.tables.map((table): FoundPart => {
    const path = pathOf(table.name);
    const { byteSize } = table;
    if ("refusal" in table) {
      const { code, message } = table.refusal;
      return { path, byteSize, found: { refusal: explainRefusal(code, message), message } };
    }
    const part = new InnerPart(path, table);
    const { names } = table.open(limits);
    return { path, byteSize, found: { part, format: inner.format, names, named: table.named } };
  });
  return { found, notes: notesOf(inner.notes, pathOf, limits), alerts: inner.alerts };
}

function notesOf(
  notes: readonly InnerNote[],
  pathOf: (tableName: string) => string,
  { documentsMax, documentBytesMax }: DatasetLimits,
): DatasetDocument[] {
  return notes.slice(0, documentsMax).map(({ name, text, truncated }) => {
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
      truncated: cut || truncated,
    };
  });
}

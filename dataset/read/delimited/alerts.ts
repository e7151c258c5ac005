/** What was found about the structure of delimited text, in words. */
import type { FileAlertCode } from "../../../market/profile/alerts.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { FoundTable } from "../../open/delimited/find-table.ts";
import { type ColumnNaming, nameAlerts } from "../column-names.ts";
import type { RowCounts } from "./count-records.ts";

type Note = readonly [count: number, code: FileAlertCode, detail: string];

const told = (notes: readonly Note[]): ProfileAlert[] =>
  notes.flatMap(([count, code, detail]) => (count > 0 ? [{ code, detail }] : []));

/** What lies around the table in its file. */
export function tableAlerts(table: FoundTable | null): ProfileAlert[] {
  if (!table) return [];
  const { titleRows, headerRows, noteRows, other } = table;
  return told([
    [titleRows, "title_rows", `${titleRows} rows above the table were skipped.`],
    [
      headerRows > 1 ? headerRows : 0,
      "joined_header",
      `The names of the columns are joined from ${headerRows} rows.`,
    ],
    [noteRows, "note_rows", `${noteRows} rows of notes below the table were skipped.`],
    [
      other.tables,
      "other_tables",
      `${other.rows} rows with ${other.cells} cells belong to ${other.tables} other tables of the file; they were not read.`,
    ],
  ]);
}

/** What was odd about its rows. */
export function rowAlerts(counts: RowCounts): ProfileAlert[] {
  const { shortRows, longRows, surplusCells } = counts;
  return told([
    [
      counts.strayQuoteRows,
      "unbalanced_quotes",
      `${counts.strayQuoteRows} rows have quotes out of place; these were read as plain characters.`,
    ],
    [shortRows, "short_rows", `${shortRows} rows have fewer cells than there are columns.`],
    [
      longRows,
      "long_rows",
      `${longRows} rows have more cells than columns; ${surplusCells} cells are left out.`,
    ],
    [counts.blankLines, "blank_lines", `${counts.blankLines} blank lines were skipped.`],
    [counts.emptyRows, "empty_rows", `${counts.emptyRows} rows without any value were skipped.`],
    [
      counts.commentLines,
      "comment_lines",
      `${counts.commentLines} lines starting with # were skipped.`,
    ],
  ]);
}

/** What was odd about the names of its columns. */
export function headerAlerts(naming: ColumnNaming, isNumbered: boolean): ProfileAlert[] {
  if (!isNumbered) return nameAlerts(naming);
  return [{ code: "no_header", detail: "The first line is data; columns are numbered." }];
}

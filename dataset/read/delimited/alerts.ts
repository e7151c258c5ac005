/** Alerts about the structure of delimited text. */
import { agreeing } from "../../../market/counted.ts";
import type { FileAlertCode } from "../../../market/profile/alerts.ts";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { FoundTable } from "../../open/delimited/find-table.ts";
import { type ColumnNaming, nameAlerts } from "../column-names.ts";
import type { RowCounts } from "./count-records.ts";

type Note = readonly [count: number, code: FileAlertCode, detail: string];

const alertsOf = (notes: readonly Note[]): ProfileAlert[] =>
  notes.flatMap(([count, code, detail]) => (count > 0 ? [{ code, detail }] : []));

/** Alerts about what surrounds the table in its file. */
export function tableAlerts(table: FoundTable | null): ProfileAlert[] {
  if (!table) return [];
  const { titleRows, headerRows, noteRows, other } = table;
  return alertsOf([
    [titleRows, "title_rows", `${rows(titleRows)} above the table ${were(titleRows)} skipped.`],
    [
      headerRows > 1 ? headerRows : 0,
      "joined_header",
      `The column names are joined from ${headerRows} rows.`,
    ],
    [
      noteRows,
      "note_rows",
      `${rows(noteRows)} of notes below the table ${were(noteRows)} skipped.`,
    ],
    [
      other.tables,
      "other_tables",
      `${rows(other.rows)} with ${other.cells} ${agreeing(other.cells, "cell")} ${agreeing(other.rows, "belongs", "belong")} to ${other.tables} other ${agreeing(other.tables, "table")} of the file; ${agreeing(other.rows, "it was", "they were")} not read.`,
    ],
  ]);
}

const rows = (count: number) => `${count} ${agreeing(count, "row")}`;
const were = (count: number) => agreeing(count, "was", "were");
const have = (count: number) => agreeing(count, "has", "have");

/** Alerts about the table's rows. */
export function rowAlerts(counts: RowCounts): ProfileAlert[] {
  const { shortRows, longRows, surplusCells } = counts;
  return alertsOf([
    [
      counts.strayQuoteRows,
      "unbalanced_quotes",
      `${rows(counts.strayQuoteRows)} ${have(counts.strayQuoteRows)} misplaced quotes, which were read as plain characters.`,
    ],
    [
      shortRows,
      "short_rows",
      `${rows(shortRows)} ${have(shortRows)} fewer cells than there are columns.`,
    ],
    [
      longRows,
      "long_rows",
      `${rows(longRows)} ${have(longRows)} more cells than columns; ${surplusCells} ${agreeing(surplusCells, "cell is", "cells are")} left out.`,
    ],
    [
      counts.blankLines,
      "blank_lines",
      `${counts.blankLines} blank ${agreeing(counts.blankLines, "line was", "lines were")} skipped.`,
    ],
    [
      counts.emptyRows,
      "empty_rows",
      `${rows(counts.emptyRows)} without any value ${were(counts.emptyRows)} skipped.`,
    ],
    [
      counts.commentLines,
      "comment_lines",
      `${counts.commentLines} ${agreeing(counts.commentLines, "line", "lines")} starting with # ${were(counts.commentLines)} skipped.`,
    ],
  ]);
}

/** Alerts about the column names. */
export function headerAlerts(naming: ColumnNaming, isNumbered: boolean): ProfileAlert[] {
  if (!isNumbered) return nameAlerts(naming);
  return [{ code: "no_header", detail: "The first line is data; columns are numbered." }];
}

/** Alerts about columns that are left out because they have neither a name nor a cell. */
export function emptyColumnAlerts(columns: number): ProfileAlert[] {
  const detail = `${columns} ${agreeing(columns, "column", "columns")} at the end without a name or a value ${were(columns)} left out.`;
  return alertsOf([[columns, "empty_columns", detail]]);
}

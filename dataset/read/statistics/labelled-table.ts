/** Tables of statistics programs: rows with codes, whose labels are shown in their place. */

import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { dayMs } from "../../../platform/time.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import type { InnerNote, InnerTable } from "../inner-table.ts";
import { type RecordRow, RecordSource } from "../record-source.ts";

/** A value as stored: null if it is missing. */
export type StoredValue = number | string | null;
type Labels = ReadonlyMap<StoredValue, string>;

export type LabelledColumn = {
  name: string;
  label: string;
  labels: Labels | null;
  /** The text or number that stands for a stored number; null for columns without such a form. */
  shown: ((value: number) => StoredValue) | null;
};

export type LabelledTable = {
  format: string;
  encoding: string;
  name: string;
  byteSize: number;
  columns: readonly LabelledColumn[];
  rowBytes: number;
  /** The rows from the beginning; an array may be used again for the next row. */
  rows(): Iterable<StoredValue[]> | AsyncIterable<StoredValue[]>;
  alerts?: ProfileAlert[];
};

/** Rows that show whether all values of a column have labels. */
const judgedRows = 100_000;

export async function openLabelled(table: LabelledTable): Promise<InnerTable> {
  const { format, encoding, name, byteSize, columns } = table;
  const labelled = await labelledColumns(table);
  const open = (limits: DatasetLimits): RecordSource =>
    new RecordSource(
      {
        ...{ format, encoding, names: columns.map((column) => column.name) },
        rows: () => shownRows(table, labelled),
        alerts: () => table.alerts ?? [],
      },
      limits,
    );
  return { name, byteSize, named: true, open };
}

/** The positions of columns whose values all have labels. */
async function labelledColumns(table: LabelledTable): Promise<ReadonlySet<number>> {
  const left = new Set(
    table.columns.flatMap(({ labels, shown }, i) => (labels?.size && shown === null ? [i] : [])),
  );
  let rows = 0;
  if (left.size === 0) return left;
  for await (const row of table.rows()) {
    if (++rows > judgedRows || left.size === 0) break;
    for (const i of left) {
      const value = row[i] ?? null;
      if (value !== null && !table.columns[i]?.labels?.has(value)) left.delete(i);
    }
  }
  return left;
}

async function* shownRows(
  { columns, rowBytes, rows }: LabelledTable,
  labelled: ReadonlySet<number>,
): AsyncGenerator<RecordRow> {
  for await (const row of rows()) {
    const cells = row.map((value, i) => {
      const column = columns[i];
      if (value === null || column === undefined) return null;
      if (labelled.has(i)) return column.labels?.get(value) ?? value;
      return typeof value === "number" && column.shown ? column.shown(value) : value;
    });
    yield { cells, byteSize: rowBytes };
  }
}

/** What the columns and their codes mean, as text. */
export function codeBook(columns: readonly LabelledColumn[]): InnerNote[] {
  const lines = columns.flatMap(({ name, label, labels }) => {
    const codes = [...(labels ?? [])].map(([value, text]) => `${value} = ${text}`);
    if (label === "" && codes.length === 0) return [];
    return [`${name}: ${label}${codes.length > 0 ? ` (${codes.join("; ")})` : ""}`];
  });
  return lines.length === 0 ? [] : [{ name: "labels", text: lines.join("\n"), truncated: false }];
}

export const daySeconds = 86_400;

/** A date, or a time without zone, by its milliseconds since 1970; null outside of four-digit years. */
export function isoTime(ms: number, isDate: boolean): string | null {
  if (!(Math.abs(ms) < 8.64e15)) return null;
  const iso = new Date(isDate ? Math.floor(ms / dayMs) * dayMs : Math.round(ms)).toISOString();
  if (iso.length !== 24) return null;
  return isDate ? iso.slice(0, 10) : iso.replace(/(\.000)?Z$/, "");
}

/** Hours, minutes and seconds of a duration. */
export function clockTime(seconds: number): string {
  const whole = Math.abs(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, Math.floor(whole % 60)];
  const text = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return seconds < 0 ? `-${text}` : text;
}

/** Writes a sheet's rows to a delimited file and analyses them on the way. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { type FoundTable, findTable } from "../../open/delimited/find-table.ts";
import type { HeadRecord } from "../../open/delimited/read-head.ts";
import { outputRefusal } from "../../open/unpacked-size.ts";
import type { SheetCell } from "./dates.ts";
import { QuantityWriter } from "./quantities.ts";

const headRows = 200;
const writeChars = 256 * 1024;

export type WrittenSheet = {
  byteSize: number;
  /** The table in the sheet, found as in delimited text: without surrounding titles and notes. */
  table: FoundTable;
  /** Whether the sheet is text in several rows and not a table. */
  isNote: boolean;
  /** For a note: the cells of its first rows, with tabs and line feeds. */
  text: string;
  /** Whether it has more rows than those. */
  rowsLeft: boolean;
};

/** Writes rows as quoted, comma-separated text. */
export class SheetWriter {
  readonly #fd: number;
  readonly #packedBytes: number;
  readonly #limits: DatasetLimits;
  readonly #format: string;
  #pending = "";
  /** Bytes written or pending. */
  #position = 0;
  #width = 0;
  #line = 0;

  constructor(filePath: string, packedBytes: number, limits: DatasetLimits, format: string) {
    this.#fd = openSync(filePath, "w");
    this.#packedBytes = packedBytes;
    this.#limits = limits;
    this.#format = format;
  }

  async write(batches: AsyncGenerator<SheetCell[][]>): Promise<WrittenSheet> {
    try {
      const first: SheetCell[][] = [];
      let left: SheetCell[][] = [];
      while (first.length < headRows) {
        const { value: rows } = await batches.next();
        if (rows === undefined) break;
        const room = headRows - first.length;
        first.push(...rows.slice(0, room));
        left = rows.slice(room);
      }
      if (first.length === 0) {
        throw new DatasetRefusal("no_data_rows", "The sheet has no values.", this.#format);
      }
      const writer = new QuantityWriter(first);
      const head = first.map((row) => writer.written(row));
      const records = head.map((row) => this.#writeHeadRow(row));
      let rowsLeft = left.length > 0;
      this.#writeRows(left.map((row) => writer.written(row)));
      for await (const rows of batches) {
        rowsLeft ||= rows.length > 0;
        this.#writeRows(rows.map((row) => writer.written(row)));
      }
      this.#flush();
      const table = this.#findTable(head, records, rowsLeft);
      const isNote = holdsText(head);
      const text = isNote ? head.map((row) => row.join("\t")).join("\n") : "";
      return { table, isNote, text, rowsLeft, byteSize: this.#position };
    } finally {
      await batches.return(undefined);
      closeSync(this.#fd);
    }
  }

  /**
   * Written rows end with their last value; for the analysis all rows get the width of the widest.
   */
  #findTable(head: readonly string[][], records: HeadRecord[], rowsLeft: boolean): FoundTable {
    const padded = head.map((row) => [
      ...row,
      ...new Array<string>(this.#width - row.length).fill(""),
    ]);
    const texts = ({ line }: HeadRecord): string[] => padded[line] ?? [];
    const lead = ({ line }: HeadRecord): number => head[line]?.[0]?.charCodeAt(0) ?? -1;
    return findTable({ records, comments: [], cut: rowsLeft }, this.#width, texts, lead);
  }

  #writeHeadRow(row: string[]): HeadRecord {
    const start = this.#position + Buffer.byteLength(this.#pending);
    this.#writeRows([row]);
    const end = this.#position + Buffer.byteLength(this.#pending);
    const line = this.#line++;
    return { cells: row, width: row.length, line, start, end, malformed: false, empty: false };
  }

  #writeRows(rows: string[][]): void {
    for (const row of rows) {
      if (row.length > this.#width) this.#width = row.length;
      this.#pending += recordOf(row);
      if (this.#pending.length > writeChars) this.#flush();
    }
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = "";
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done, this.#position + done);
    }
    this.#position += bytes.length;
    const refusal = outputRefusal(this.#limits, this.#packedBytes, this.#position, this.#format);
    if (refusal) throw refusal;
  }
}

const noteRowsMax = 4;
const noteCellCharsMin = 25;

/** Most rows of a note have one cell; so does a list of words, but it has many short rows. */
function holdsText(head: readonly string[][]): boolean {
  const cells = head.map((row) => row.filter((cell) => cell !== ""));
  const single = cells.filter((row) => row.length <= 1).length;
  if (single * 2 <= head.length) return false;
  const chars = cells.reduce((sum, row) => sum + row.join("").length, 0);
  return (
    head.length <= noteRowsMax || single < head.length || chars >= head.length * noteCellCharsMin
  );
}

function recordOf(row: readonly string[]): string {
  const cells = row.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${cells.join(",")}\n`;
}

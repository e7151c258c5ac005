/** Writes the rows of a sheet to a delimited file, and looks at them on the way. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { looksLikeHeader } from "../../open/delimited/looks-like-header.ts";
import { outputRefusal } from "../../open/unpacked-size.ts";

const headRows = 200;
const writeChars = 256 * 1024;

export type WrittenSheet = {
  /** Where the text begins in the file. */
  start: number;
  byteSize: number;
  /** Cells of its longest row. */
  width: number;
  hasHeader: boolean;
  /** Whether it is a text over rows, and no table. */
  isNote: boolean;
  alerts: ProfileAlert[];
  /** The cells of its first rows, by tabs and line feeds, where it is a note. */
  text: string;
  /** Whether it has more rows than those. */
  rowsLeft: boolean;
};

/** Writes rows as quoted, comma-separated text. */
export class SheetWriter {
  readonly #fd: number;
  readonly #packedBytes: number;
  readonly #limits: DatasetLimits;
  #pending = "";
  #position = 0;
  #width = 0;

  constructor(filePath: string, packedBytes: number, limits: DatasetLimits) {
    this.#fd = openSync(filePath, "w");
    this.#packedBytes = packedBytes;
    this.#limits = limits;
  }

  async write(batches: AsyncGenerator<string[][]>): Promise<WrittenSheet> {
    try {
      let head: string[][] = [];
      let first: FirstRow | null = null;
      let rowsLeft = false;
      for await (const rows of batches) {
        if (first) {
          rowsLeft = true;
          this.#writeRows(rows);
        } else {
          head.push(...rows);
          if (head.length < headRows) continue;
          first = this.#writeHead(head);
          head = [];
        }
      }
      first ??= this.#writeHead(head);
      this.#flush();
      const start = this.#writeFirst(first);
      const { hasHeader, isNote, text, alerts } = first;
      const told = { hasHeader, isNote, text, alerts, rowsLeft };
      return { ...told, start, byteSize: this.#position, width: this.#width };
    } finally {
      closeSync(this.#fd);
    }
  }

  /** Leaves room for the first row: only after the last one it is known how wide it has to be. */
  #writeHead(head: string[][]): FirstRow {
    const titles = titleRows(head);
    const [line, ...rest] = head.slice(titles);
    if (!line) throw new DatasetRefusal("no_data_rows", "The sheet holds no values.", "xlsx");
    const alerts: ProfileAlert[] = [];
    if (titles > 0) {
      const detail = `${titles} rows above the table were skipped: they hold one value each.`;
      alerts.push({ code: "title_rows", detail });
    }
    this.#width = line.length;
    this.#position = Buffer.byteLength(recordOf(line)) + this.#limits.columnsMax;
    const room = this.#position;
    this.#writeRows(rest);
    const isNote = holdsText(head);
    const text = isNote ? head.map((row) => row.join("\t")).join("\n") : "";
    const hasHeader = looksLikeHeader(head.slice(titles));
    return { line, room, hasHeader, isNote, text, alerts };
  }

  #writeRows(rows: string[][]): void {
    for (const row of rows) {
      if (row.length > this.#width) this.#width = row.length;
      this.#pending += recordOf(row);
      if (this.#pending.length > writeChars) this.#flush();
    }
  }

  #writeFirst({ line, room }: FirstRow): number {
    const padded = [...line];
    while (padded.length < this.#width) padded.push("");
    const bytes = Buffer.from(recordOf(padded));
    writeSync(this.#fd, bytes, 0, bytes.length, room - bytes.length);
    return room - bytes.length;
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = "";
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#fd, bytes, done, bytes.length - done, this.#position + done);
    }
    this.#position += bytes.length;
    const refusal = outputRefusal(this.#limits, this.#packedBytes, this.#position, "xlsx");
    if (refusal) throw refusal;
  }
}

type FirstRow = Pick<WrittenSheet, "hasHeader" | "isNote" | "alerts" | "text"> & {
  line: string[];
  room: number;
};

const noteRowsMax = 4;
const noteCellCharsMin = 25;

/** Most rows of a note have one cell; a list of words has one too, but many rows of short ones. */
function holdsText(head: readonly string[][]): boolean {
  const cells = head.map((row) => row.filter((cell) => cell !== ""));
  const single = cells.filter((row) => row.length <= 1).length;
  if (single * 2 <= head.length) return false;
  const chars = cells.reduce((sum, row) => sum + row.join("").length, 0);
  return (
    head.length <= noteRowsMax || single < head.length || chars >= head.length * noteCellCharsMin
  );
}

/** A title or a remark stands alone in its row above a table of several columns. */
function titleRows(head: readonly string[][]): number {
  const filled = head.map((row) => row.filter((cell) => cell !== "").length);
  const first = filled.findIndex((count) => count > 1);
  if (first < 1) return 0;
  const below = filled.slice(first);
  return below.filter((count) => count > 1).length >= below.length / 2 ? first : 0;
}

function recordOf(row: readonly string[]): string {
  const cells = row.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${cells.join(",")}\n`;
}

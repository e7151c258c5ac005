/** Reads the first sheet of a workbook as delimited text. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ProfileAlert } from "../../../market/profile/schemas.ts";
import { displayName } from "../../base/display-name.ts";
import type { DiskFile } from "../../base/input.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TableChunk, TableFacts, TableSource } from "../../base/table.ts";
import { openZip } from "../../open/archive/zip.ts";
import { looksLikeHeader } from "../../open/delimited/looks-like-header.ts";
import { plainDialect } from "../../open/delimited/sniff.ts";
import { outputRefusal } from "../../open/unpacked-size.ts";
import { DelimitedSource } from "../delimited/source.ts";
import { sheetRows } from "./rows.ts";
import { readWorkbook, type Workbook } from "./workbook.ts";

const headRows = 200;
const writeChars = 256 * 1024;
const namesShownMax = 20;

/**
 * The first sheet of a workbook as a table. Its cells are written to a delimited file in `workDir`
 * and read from there, so that types are decided by the whole sheet and nothing is held in memory. `onShare` hears of the
 * share of the sheet that was written.
 */
export async function openXlsx(
  file: DiskFile,
  workDir: string,
  limits: DatasetLimits,
  onShare: (share: number) => void,
): Promise<TableSource> {
  const archive = await openZip(file.filePath, limits);
  try {
    const workbook = await readWorkbook(archive, limits);
    const notes = { errorCells: 0 };
    const target = join(workDir, "sheet.csv");
    const sheet = await new SheetWriter(target, file.byteSize, limits).write(
      sheetRows(workbook, notes, limits, onShare),
    );
    const source = new DelimitedSource({
      ...{ filePath: target, byteSize: sheet.byteSize, format: "csv", limits },
      encoding: { name: "utf-8", bomBytes: sheet.start, carriageReturnOnly: false },
      dialect: plainDialect(",", sheet.hasHeader ? null : sheet.width),
      region: { start: sheet.start, end: null },
    });
    const alerts = [...sheet.alerts, ...alertsOf(workbook, notes.errorCells)];
    return new XlsxSource(source, file.byteSize / sheet.byteSize, alerts);
  } finally {
    archive.close();
  }
}

function alertsOf(workbook: Workbook, errorCells: number): ProfileAlert[] {
  const alerts: ProfileAlert[] = [];
  const others = workbook.otherSheets;
  if (others.length > 0) {
    const names = others.slice(0, namesShownMax).map(displayName).join(", ");
    const more = others.length > namesShownMax ? ", …" : "";
    const read = displayName(workbook.sheetName);
    const detail = `Only the sheet ${read} is read; the workbook also has: ${names}${more}.`;
    alerts.push({ code: "other_sheets", detail });
  }
  if (errorCells > 0) {
    const detail = `${errorCells} cells hold an error of a formula; they count as missing.`;
    alerts.push({ code: "error_cells", detail });
  }
  return alerts;
}

type WrittenSheet = {
  /** Where the text begins in the file. */
  start: number;
  byteSize: number;
  /** Cells of its longest row. */
  width: number;
  hasHeader: boolean;
  alerts: ProfileAlert[];
};

/** Writes rows as quoted, comma-separated text. */
class SheetWriter {
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
      for await (const rows of batches) {
        if (first) this.#writeRows(rows);
        else {
          head.push(...rows);
          if (head.length < headRows) continue;
          first = this.#writeHead(head);
          head = [];
        }
      }
      first ??= this.#writeHead(head);
      this.#flush();
      const start = this.#writeFirst(first);
      return { ...first, start, byteSize: this.#position, width: this.#width };
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
    return { line, room, hasHeader: looksLikeHeader(head.slice(titles)), alerts };
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

type FirstRow = { line: string[]; room: number; hasHeader: boolean; alerts: ProfileAlert[] };

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

/** The delimited file of a sheet, told as what it was. */
class XlsxSource implements TableSource {
  readonly format = "xlsx";
  readonly encoding = null;
  readonly delimiter = null;
  readonly names: readonly string[];
  readonly #sheet: DelimitedSource;
  readonly #bytesScale: number;
  readonly #alerts: ProfileAlert[];

  constructor(sheet: DelimitedSource, bytesScale: number, alerts: ProfileAlert[]) {
    this.#sheet = sheet;
    this.names = sheet.names;
    this.#bytesScale = bytesScale;
    this.#alerts = alerts;
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    for await (const chunk of this.#sheet.chunks()) {
      yield { ...chunk, bytesDone: Math.round(chunk.bytesDone * this.#bytesScale) };
    }
  }

  /** Rows of a sheet end where their last value is: short ones are no fault. */
  facts(): TableFacts {
    const facts = this.#sheet.facts();
    const own = facts.alerts.filter(({ code }) => code !== "short_rows");
    return { ...facts, raggedRows: 0, alerts: [...own, ...this.#alerts] };
  }
}

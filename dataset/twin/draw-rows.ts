/** Draws a trial's rows from a Parquet file, and writes them as CSV and as Parquet. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import pl, { type DataFrame, type Series } from "nodejs-polars";
import type { TwinColumn } from "../../market/catalogue/twin/vocabulary.ts";
import { drawPositions } from "../../market/listing/trial/draw-positions.ts";
import { frameColumn } from "../base/table.ts";
import { integerValue, numberValue } from "../base/values.ts";
import { type Mapping, mapColumns, within } from "../read/polars-types.ts";
import { wireValues } from "../read/polars-values.ts";
import { type DrawOrder, type DrawOutcome, drawnCsv, drawnParquet, TwinRefusal } from "./order.ts";
import { type FileColumn, ParquetFile } from "./parquet-file.ts";

/** Rows that are held at a time. */
const batchRows = 5000;
const positionName = "\u0000position";

/** Reads `path` in batches of consecutive rows, so memory does not grow with the file. */
export function drawRows(
  { path, workDir }: { path: string; workDir: string },
  order: DrawOrder,
  onRows: (rowsDone: number) => void,
): DrawOutcome {
  const csv = new CsvFile(join(workDir, drawnCsv), order.bytesMax);
  const parquet = new ParquetFile(join(workDir, drawnParquet), order.bytesMax);
  let isOpen = true;
  let fileColumns: FileColumn[] | null = null;
  try {
    csv.append(textOfRow(order.columns.map(({ name }) => name)));
    const positions = drawPositions(order.fileSha256, order);
    const names = order.columns.map(({ name }) => name);
    for (let at = 0; at < positions.length; at += batchRows) {
      const frame = readRows(path, positions.slice(at, at + batchRows), order.columns);
      fileColumns ??= order.columns.map((column, index) => fileColumn(column, frame, index));
      csv.append(textOfRows(frame));
      parquet.append(frame.writeParquet({ compression: "zstd" }), names);
      onRows(at + frame.height);
    }
    isOpen = false;
    parquet.finish(fileColumns ?? []);
    return { outcome: "made" };
  } catch (error) {
    if (!(error instanceof TwinRefusal)) throw error;
    return { outcome: "none", detail: error.message };
  } finally {
    if (isOpen) parquet.abandon();
    csv.close();
  }
}

/** The rows at these positions, as columns `c0`, `c1`, … in the file's order. */
function readRows(path: string, positions: number[], wanted: readonly TwinColumn[]): DataFrame {
  const first = positions[0] ?? 0;
  const last = positions.at(-1) ?? first;
  const drawn = pl.Series("p", positions, pl.Float64);
  const frame = pl
    .scanParquet(path, { glob: false, hivePartitioning: false, rowIndexName: positionName })
    .slice(first, last - first + 1)
    .filter(pl.col(positionName).cast(pl.Float64).isIn(drawn))
    .collectSync({ engine: "streaming" });
  const all = new Map(frame.getColumns().map((series) => [series.name, series]));
  const columns = wanted.map(({ name, type }, at) => {
    const series = all.get(name);
    if (series === undefined) throw new Error("the Parquet file lacks a column of its table");
    return (isJsonText(series, type) ? series.cast(pl.Utf8) : series).alias(frameColumn(at));
  });
  if (frame.height !== positions.length) throw new Error("the Parquet file lacks drawn rows");
  return pl.DataFrame(columns);
}

/** A nested value that a twin stores as text; Polars reads the text as bytes. */
function isJsonText(series: Series, type: TwinColumn["type"]): boolean {
  if (type !== "object" && type !== "array") return false;
  return mappingOf(series).type !== "object" && mappingOf(series).type !== "array";
}

function mappingOf(series: Series): Mapping {
  const [mapping] = mapColumns(series.toFrame());
  if (mapping === undefined) throw new Error("a column without a type");
  return mapping;
}

/** Polars keeps the zone of times; that a text is JSON, it does not. */
function fileColumn({ name, type }: TwinColumn, frame: DataFrame, index: number): FileColumn {
  return { name, type, isUtc: false, isJson: isJsonText(frame.toSeries(index), type) };
}

function textOfRows(frame: DataFrame): string {
  const cells = frame.getColumns().map((series) => cellsOf(series));
  let text = "";
  for (let row = 0; row < frame.height; row += 1) {
    text += textOfRow(cells.map((values) => values[row]));
  }
  return text;
}

/** A column's values as queries show them; decimals keep all their digits. */
function cellsOf(series: Series): unknown[] {
  const name = "c";
  const frame = series.rename(name).toFrame();
  const mapping = mappingOf(series);
  if (mapping.type === "number" && /^(DataType\()?Decimal\b/.test(String(series.dtype))) {
    return series.cast(pl.Utf8).toArray();
  }
  const column = pl.col(name);
  const guarded = mapping.range === undefined ? column : within(column, mapping.range);
  const shown = mapping.cast === null ? guarded : mapping.cast(guarded);
  const values = frame.select(shown.alias(name)).getColumn(name);
  if (mapping.type === "integer") {
    const printed = values.cast(pl.Utf8).toArray() as (string | null)[];
    return printed.map((text) => (text === null ? null : integerValue(BigInt(text))));
  }
  if (mapping.type === "number") {
    return values.toArray().map((value) => (value === null ? null : numberValue(Number(value))));
  }
  return wireValues(values, mapping.type);
}

/** RFC 4180 with LF: a missing value is empty, and an empty text is quoted. */
function textOfRow(cells: readonly unknown[]): string {
  // A line of one missing value would look like an empty line.
  if (cells.length === 1 && (cells[0] ?? null) === null) return '""\n';
  return `${cells.map(textOfCell).join(",")}\n`;
}

function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

class CsvFile {
  readonly #fd: number;
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(path: string, bytesMax: number) {
    this.#fd = openSync(path, "w");
    this.#bytesMax = bytesMax;
  }

  append(text: string): void {
    const bytes = Buffer.from(text);
    this.#bytes += bytes.length;
    if (this.#bytes > this.#bytesMax) {
      const detail = `As CSV, the rows have more than ${this.#bytesMax} bytes.`;
      throw new TwinRefusal("twin_bytes_exceeded", detail);
    }
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

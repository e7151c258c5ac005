/** Arrays as tables: those of one and two dimensions with the same length, side by side. */
import { counted } from "../../../market/counted.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { type OpenFile, openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { InnerNote, InnerTables } from "../inner-table.ts";
import { type RecordRow, RecordSource } from "../record-source.ts";

/** A column's values in a file: the first one's place, and the bytes from one to the next. */
type PlacedColumn = {
  name: string;
  bytes: number;
  read(block: Buffer, at: number): unknown;
};

/** Columns whose values lie next to each other, row by row. */
export type Band = { filePath: string; start: number; stride: number; columns: PlacedColumn[] };

export type StoredArray = {
  name: string;
  /** As its program writes it, such as `float64`. */
  type: string;
  shape: readonly number[];
  /** Null for an array that no table can show. */
  bands: Band[] | null;
};

const blockBytes = 256 * 1024;
const tableDimensions = 2;

/** The table of most cells, and a note about all arrays. Throws `DatasetRefusal` if there is none. */
export function arrayTables(
  format: string,
  arrays: readonly StoredArray[],
  limits: DatasetLimits,
): InnerTables {
  const shown = arrays.filter(({ bands, shape }) => bands !== null && (shape[0] ?? 0) > 0);
  const byLength = [...Map.groupBy(shown, ({ shape }) => shape[0] ?? 0)];
  const cells = (members: readonly StoredArray[]): number =>
    members.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0);
  const [best] = byLength.toSorted(([, a], [, b]) => cells(b) - cells(a));
  const isWide = arrays.some(({ shape }) => shape.length > tableDimensions);
  if (isWide && (best === undefined || areAxes(best[1], arrays))) {
    return describingTable(format, arrays, limits);
  }
  if (best === undefined) {
    const found = arrays.slice(0, 3).map(described).join(", ");
    const what =
      found === "" ? "no array" : `no array of one or two dimensions that is a table (${found})`;
    const detail = `The file holds ${what}; write its values as tables, in CSV or Parquet.`;
    throw new DatasetRefusal("unsupported_format", detail, format);
  }
  const [rows, members] = best;
  const bands = members.flatMap((member) => member.bands ?? []);
  const names = bands.flatMap(({ columns }) => columns.map(({ name }) => name));
  const byteSize = bands.reduce((sum, { stride }) => sum + stride, 0) * rows;
  const width = bands.reduce((sum, band) => sum + widthOf(band), 0);
  if (width > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", width, format);
  const open = (openLimits: DatasetLimits): RecordSource =>
    new RecordSource({ format, names, rows: () => rowsOf(bands, rows) }, openLimits);
  const left = arrays.filter((array) => !members.includes(array));
  const detail = `${counted(left.length, "array")} of other shapes ${left.length === 1 ? "is" : "are"} described only: ${left.slice(0, 10).map(described).join(", ")}.`;
  const text = arrays.map(described).join("\n");
  const note: InnerNote = { name: "arrays", text, truncated: false };
  const table = {
    name: "",
    byteSize: Math.min(byteSize, limits.decompressedBytesMax),
    named: true,
    open,
  };
  return {
    ...{ format, tables: [table], notes: arrays.length > 1 ? [note] : [] },
    alerts: left.length > 0 ? [{ code: "unread_tables", detail }] : [],
  };
}

/** This many times the values of one-dimensional arrays make those the axes of others. */
const axisShareMin = 20;

/** Whether the arrays are only coordinates of others with more dimensions, as in NetCDF. */
function areAxes(members: readonly StoredArray[], all: readonly StoredArray[]): boolean {
  if (members.some(({ shape }) => shape.length !== 1)) return false;
  const valuesOf = ({ shape }: StoredArray): number => shape.reduce((a, b) => a * b, 1);
  const own = members.reduce((sum, member) => sum + valuesOf(member), 0);
  const lengths = new Set(members.map(({ shape }) => shape[0]));
  return all.some(
    (array) =>
      array.shape.length > tableDimensions &&
      array.shape.some((size) => lengths.has(size)) &&
      array.shape[0] !== members[0]?.shape[0] &&
      valuesOf(array) > own * axisShareMin,
  );
}

/** A row for each array, when there is none that a table can show. */
function describingTable(
  format: string,
  arrays: readonly StoredArray[],
  limits: DatasetLimits,
): InnerTables {
  const names = ["array", "type", "dimensions", "shape", "values"];
  const rows = arrays.map(({ name, type, shape }): RecordRow => {
    const values = shape.reduce((product, size) => product * size, 1);
    const cells = [name || "array", type, shape.length, shape.join(" × "), values];
    return { cells, byteSize: name.length + type.length };
  });
  const open = (openLimits: DatasetLimits): RecordSource =>
    new RecordSource({ format, names, rows: () => rows }, openLimits);
  const byteSize = rows.reduce((sum, row) => sum + row.byteSize, 0);
  const table = { name: "", byteSize: Math.min(byteSize, limits.rowBytesMax), named: true, open };
  const detail = `The rows describe ${counted(arrays.length, "array")}, of which some have more than two dimensions; no values are shown.`;
  return { format, tables: [table], notes: [], alerts: [{ code: "unread_tables", detail }] };
}

function described({ name, type, shape }: StoredArray): string {
  return `${name === "" ? "array" : name}: ${type} (${shape.join(" × ")})`;
}

function* rowsOf(bands: readonly Band[], rows: number): Generator<RecordRow> {
  const byteSize = bands.reduce((sum, band) => sum + widthOf(band), 0);
  const longest = Math.max(1, ...bands.map(({ stride }) => stride));
  const perBlock = Math.max(1, Math.min(rows, Math.floor(blockBytes / longest)));
  const files = new Map<string, OpenFile>();
  try {
    for (const { filePath } of bands) {
      if (!files.has(filePath)) files.set(filePath, openFile(filePath));
    }
    for (let row = 0; row < rows; row += perBlock) {
      const count = Math.min(perBlock, rows - row);
      const cells = Array.from({ length: count }, (): unknown[] => []);
      for (const band of bands) {
        const { filePath, start, stride, columns } = band;
        // Between the rows lie those of other arrays.
        const block = Buffer.alloc((count - 1) * stride + widthOf(band));
        files.get(filePath)?.readSync(block, 0, block.length, start + row * stride);
        for (let i = 0; i < count; i++) {
          let at = i * stride;
          for (const column of columns) {
            cells[i]?.push(column.read(block, at));
            at += column.bytes;
          }
        }
      }
      for (const one of cells) yield { cells: one, byteSize };
    }
  } finally {
    for (const file of files.values()) file.close();
  }
}

function widthOf({ columns }: Band): number {
  return columns.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Names for an array's columns: its own, or numbered ones for two dimensions. */
export function columnNames(name: string, shape: readonly number[]): string[] {
  const [, columns] = shape;
  if (columns === undefined) return [name === "" ? "value" : name];
  const stem = name === "" ? "column" : name;
  return Array.from({ length: columns }, (_, i) => `${stem}_${i + 1}`);
}

import type { ProfileAlert } from "../../market/profile/schemas.ts";
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import { type TableChunk, type TableFacts, type TableSource, withFacts } from "../base/table.ts";
import { distinctNames } from "./column-names.ts";
import { projectedAlerts } from "./geometries.ts";
import { JsonColumns } from "./json/columns.ts";

/** A row with its cells in column order and its size in the file, in bytes. */
export type RecordRow = { cells: readonly unknown[]; byteSize: number };

export type RecordTable = {
  format: string;
  encoding?: string | null;
  /** Raw names; empty and repeated ones are replaced. */
  names: readonly string[];
  /** Position of the column with GeoJSON geometries, if there is one. */
  geometryColumn?: number;
  /** Whether texts are values of a type that the whole column decides, as in CSV. */
  isUntyped?: boolean;
  /** Whether the coordinates of the geometries are something else than degrees. */
  isProjected?: boolean;
  /** Reads the rows from the beginning: numbers, bigints, booleans, texts, JSON values or null. */
  rows(): Iterable<RecordRow> | AsyncIterable<RecordRow>;
  /** Alerts about the rows read. */
  alerts?(): ProfileAlert[];
};

/** Values need several times the memory of their bytes. */
const chunkShare = 4;

/** A table whose rows come one by one, with the types of their format. */
export class RecordSource implements TableSource {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter = null;
  readonly names: readonly string[];
  readonly #table: RecordTable;
  readonly #limits: DatasetLimits;
  readonly #columns: JsonColumns;

  constructor(table: RecordTable, limits: DatasetLimits) {
    this.format = table.format;
    this.encoding = table.encoding ?? null;
    if (table.names.length > limits.columnsMax) {
      throw limitRefusal(limits, "columnsMax", table.names.length, table.format);
    }
    const filled = table.names.map((name, i) => name.trim() || `column_${i + 1}`);
    this.names = distinctNames(filled);
    this.#table = table;
    this.#limits = limits;
    this.#columns = new JsonColumns("values", limits, table.format);
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    const columns = this.#columns;
    const { rowBytesMax, chunkBytes } = this.#limits;
    columns.restart();
    let bytesDone = 0;
    let bytesHeld = 0;
    for await (const { cells, byteSize } of this.#table.rows()) {
      if (byteSize > rowBytesMax) {
        throw limitRefusal(this.#limits, "rowBytesMax", byteSize, this.format);
      }
      this.#addRow(cells);
      bytesDone += byteSize;
      bytesHeld += byteSize;
      if (!columns.full && bytesHeld < chunkBytes / chunkShare) continue;
      bytesHeld = 0;
      yield this.#take(bytesDone);
    }
    if (!columns.empty) yield this.#take(bytesDone);
  }

  #take(bytesDone: number): TableChunk {
    const chunk = this.#columns.take(bytesDone);
    if (!this.#table.isUntyped) return chunk;
    const kinds = chunk.kinds.map((kind) => (kind === "json_text" ? "text" : kind));
    return withFacts(chunk, { kinds });
  }

  #addRow(cells: readonly unknown[]): void {
    const { geometryColumn } = this.#table;
    for (let i = 0; i < this.names.length; i++) {
      const name = this.names[i] ?? "";
      if (i === geometryColumn) this.#columns.addGeometryCell(name, cells[i]);
      else this.#columns.addCell(name, cells[i]);
    }
    this.#columns.endRow();
  }

  facts(): TableFacts {
    const { alerts = () => [], geometryColumn = -1, isProjected = false } = this.#table;
    const geometries = new Map(
      [...this.#columns.geometryFacts()].map(([index, found]) => [
        index,
        isProjected ? { ...found, bounds: null } : found,
      ]),
    );
    const projected = isProjected ? this.names.slice(geometryColumn, geometryColumn + 1) : [];
    return {
      raggedRows: 0,
      badlyNamedColumns: new Set(),
      mixes: this.#columns.mixes(),
      geometries,
      alerts: [...alerts(), ...projectedAlerts(projected)],
    };
  }
}

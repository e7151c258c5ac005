/**
 * Converts parsed JSON records to columns. The kinds of a column's values are remembered over the
 * whole file and over repeated passes, so a second pass knows them from the start.
 */
import pl, { type DataFrame } from "nodejs-polars";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { GeometryFacts } from "../../base/table.ts";
import { frameColumn, pickRowsOf, type RawKind, type TableChunk } from "../../base/table.ts";
import { GeometryStats, isGeometryType } from "../geometries.ts";
import { RecordKeys } from "./key-order.ts";
import { OBJECT } from "./kinds.ts";
import type { FlatColumn } from "./lines/flat-block.ts";
import { foundChunk } from "./lines/found-values.ts";
import type { ReadValues } from "./lines/lines-ahead.ts";
import { flatSeries, toSeries, valuesOf } from "./series.ts";
import {
  groupOf,
  groupOfKinds,
  type KindMix,
  maskOf,
  mixOf,
  noCounts,
  rawKindOf,
} from "./value-kinds.ts";

/**
 * The kind of records; with `some_features` and `geometries`, other values may occur among them.
 */
export type RecordShape = "values" | "features" | "some_features" | "geometries";

const geometryKey = "geometry";
const cellsPerChunkMax = 4_000_000;

type Column = {
  key: string;
  geometry: boolean;
  kinds: number;
  values: unknown[];
  /** Number of values per group in this pass. */
  counts: number[];
};

export class JsonColumns {
  /** Column names in order of first appearance. */
  readonly names: string[] = [];
  /** Needs the text of the records before they are added. */
  readonly keys = new RecordKeys();
  readonly #columns: Column[] = [];
  readonly #byKey = new Map<string, Column>();
  readonly #shape: RecordShape;
  readonly #limits: DatasetLimits;
  readonly #format: string;
  #geometries = new GeometryStats();
  #rows = 0;
  #cellsTaken = 0;

  constructor(shape: RecordShape, limits: DatasetLimits, format: string) {
    this.#shape = shape;
    this.#limits = limits;
    this.#format = format;
  }

  /** True if enough cells are held to take them as a chunk. */
  get full(): boolean {
    return this.#rows * this.#columns.length >= cellsPerChunkMax;
  }

  get empty(): boolean {
    return this.#rows === 0;
  }

  /** Resets the counts of an earlier pass over the file. */
  restart(): void {
    this.#rows = 0;
    this.#cellsTaken = 0;
    this.#geometries = new GeometryStats();
    for (const column of this.#columns) {
      column.values = [];
      column.counts = noCounts();
    }
  }

  /** The mix of each column with several value types, by position. */
  mixes(): Map<number, KindMix> {
    const mixes = new Map<number, KindMix>();
    for (const [index, column] of this.#columns.entries()) {
      if (kindOf(column) !== "mixed") continue;
      mixes.set(index, mixOf(column.counts));
    }
    return mixes;
  }

  /** Extent and types of the geometry column, by its position. */
  geometryFacts(): Map<number, GeometryFacts> {
    const index = this.#columns.findIndex((column) => kindOf(column) === "geometry");
    return new Map(index < 0 ? [] : [[index, this.#geometries.result()]]);
  }

  add(record: unknown): void {
    if (this.#shape !== "values" && this.#addFeature(record)) this.#rows++;
    else this.#addValue(record);
  }

  /** Adds a cell to the row that `endRow` ends. */
  addCell(name: string, value: unknown): void {
    this.#put(name, value);
  }

  /** Like `addCell`, with a GeoJSON geometry. */
  addGeometryCell(name: string, geometry: unknown): void {
    this.#put(name, geometry, true);
    this.#geometries.add(geometry);
  }

  endRow(): void {
    this.#rows++;
  }

  /** Adds a row with its key; its fields become cells only if it is a record. */
  addMember(value: unknown, isRecord: boolean): void {
    if (isRecord && isObject(value)) this.#addValue(value);
    else {
      this.#put("value", value);
      this.#rows++;
    }
  }

  #addValue(record: unknown): void {
    if (Array.isArray(record)) {
      for (const [i, value] of record.entries()) this.#put(`column_${i + 1}`, value);
    } else if (isObject(record)) {
      for (const key of this.keys.ofRecord(record, this.#byKey)) this.#put(key, record[key]);
    } else this.#put("value", record);
    this.#rows++;
  }

  /** Returns the rows since the last call as a chunk. */
  take(bytesDone: number): TableChunk {
    const rows = this.#rows;
    this.#cellsTaken += rows * this.#columns.length;
    this.#checkDensity(bytesDone);
    const kinds = this.#columns.map(kindOf);
    const values = this.#columns.map((column) => {
      while (column.values.length < rows) column.values.push(null);
      return column.values;
    });
    const series = values.map((list, i) => toSeries(list, frameColumn(i), kinds[i] ?? "empty"));
    this.#rows = 0;
    for (const column of this.#columns) column.values = [];
    return {
      frame: pl.DataFrame(series),
      rows,
      kinds,
      pick: (offsets) => pickRowsOf(values, offsets),
      bytesDone,
    };
  }

  /**
   * Returns rows parsed by other means as chunks. `frame` holds the columns in order, with the
   * values that JavaScript would have parsed.
   */
  *takeFlat(
    columns: readonly FlatColumn[],
    frame: DataFrame,
    bytesDone: number,
  ): Generator<TableChunk> {
    const places = this.#placesOf(columns);
    const rowsMax = Math.max(1, Math.floor(cellsPerChunkMax / this.#columns.length));
    for (let from = 0; from < frame.height; from += rowsMax) {
      const part = frame.height > rowsMax ? frame.slice(from, rowsMax) : frame;
      const rows = part.height;
      this.#cellsTaken += rows * this.#columns.length;
      this.#checkDensity(bytesDone);
      const kinds = this.#columns.map(kindOf);
      const given = part.getColumns();
      const held = this.#columns.map((column) => places.get(column) ?? null);
      const series = held.map((place, index) => {
        const kind = kinds[index] ?? "empty";
        const values = place === null ? null : given[place];
        const flat = place === null ? null : columns[place];
        if (!values || !flat) return toSeries(new Array(rows).fill(null), frameColumn(index), kind);
        return flatSeries(values, flat, frameColumn(index), kind);
      });
      yield {
        frame: pl.DataFrame(series),
        rows,
        kinds,
        pick: (offsets) => {
          const picked = pickFlat(part, columns, offsets);
          return picked.map((row) => held.map((place) => (place === null ? null : row[place])));
        },
        bytesDone,
      };
    }
  }

  /**
   * Returns rows whose values the kernel located as a chunk. The values are valid only until the
   * next block, so the frame must be requested before that.
   */
  takeFound(values: ReadValues, bytesDone: number): TableChunk {
    const { columns, rows } = values.facts;
    const places = this.#placesOf(columns);
    this.#cellsTaken += rows * this.#columns.length;
    this.#checkDensity(bytesDone);
    const kinds = this.#columns.map(kindOf);
    const held = this.#columns.map((column) => columns[places.get(column) ?? -1] ?? null);
    return foundChunk(values, held, kinds, bytesDone);
  }

  /** The place of each column's values; adds new columns in file order. */
  #placesOf(columns: readonly FlatColumn[]): Map<Column, number> {
    const inOrder = [...columns.entries()].sort(([, a], [, b]) => a.rank - b.rank);
    return new Map(inOrder.map(([place, flat]) => [this.#addFlat(flat), place]));
  }

  #addFlat({ key, kinds, values }: FlatColumn): Column {
    const column = this.#byKey.get(key) ?? this.#addColumn(key, false);
    column.kinds |= kinds;
    const group = groupOfKinds(kinds);
    if (group >= 0) column.counts[group] = (column.counts[group] ?? 0) + values;
    return column;
  }

  /**
   * Refuses a few bytes that stand for many cells, where each record has keys that the others lack.
   */
  #checkDensity(bytesDone: number): void {
    const limits = this.#limits;
    if (this.#cellsTaken <= limits.sparseCellsFree) return;
    const cellsPerByte = this.#cellsTaken / Math.max(1, bytesDone);
    if (cellsPerByte <= limits.sparseCellsPerByteMax) return;
    throw limitRefusal(limits, "sparseCellsPerByteMax", cellsPerByte, this.#format);
  }

  #addGeometry(record: unknown): boolean {
    if (!isObject(record) || !isGeometryType(record.type)) return false;
    this.#put(geometryKey, record, true);
    this.#geometries.add(record);
    return true;
  }

  #addFeature(record: unknown): boolean {
    if (this.#shape === "geometries") return this.#addGeometry(record);
    if (!isObject(record) || record.type !== "Feature") {
      if (this.#shape === "some_features") return false;
      throw new DatasetRefusal(
        "malformed_file",
        "A GeoJSON feature has no type Feature.",
        "geojson",
      );
    }
    const properties = isObject(record.properties) ? record.properties : {};
    if (record.id !== undefined && !Object.hasOwn(properties, "id")) this.#put("id", record.id);
    for (const key of this.keys.ofProperties(properties, this.#byKey)) {
      this.#put(key === geometryKey ? "geometry_property" : key, properties[key]);
    }
    this.#put(geometryKey, record.geometry ?? null, true);
    this.#geometries.add(record.geometry);
    return true;
  }

  #put(key: string, value: unknown, geometry = false): void {
    const column = this.#byKey.get(key) ?? this.#addColumn(key, geometry);
    if (value === null || value === undefined) return;
    const mask = maskOf(value);
    const group = groupOf[mask] ?? 0;
    column.kinds |= mask;
    column.counts[group] = (column.counts[group] ?? 0) + 1;
    const { values } = column;
    while (values.length < this.#rows) values.push(null);
    values[this.#rows] = value;
  }

  #addColumn(key: string, geometry: boolean): Column {
    if (this.#columns.length >= this.#limits.columnsMax) {
      throw limitRefusal(this.#limits, "columnsMax", null, this.#format);
    }
    const column: Column = { key, geometry, kinds: 0, values: [], counts: noCounts() };
    this.#byKey.set(key, column);
    this.#columns.push(column);
    this.names.push(key);
    return column;
  }
}

/** Some rows of a flat frame, with nested values parsed. */
function pickFlat(
  frame: DataFrame,
  columns: readonly FlatColumn[],
  offsets: readonly number[],
): unknown[][] {
  if (offsets.length === 0) return [];
  const series = frame.getColumns();
  const values = columns.map((flat, i) => {
    return valuesOf(series[i]?.gather([...offsets]).toArray() ?? [], flat);
  });
  return pickRowsOf(values, [...offsets.keys()]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(column: Column): RawKind {
  if (column.geometry && column.kinds === OBJECT) return "geometry";
  return rawKindOf(column.kinds);
}

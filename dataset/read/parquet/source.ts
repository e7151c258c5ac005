import pl, { type DataFrame, type Series } from "nodejs-polars";
import type { ColumnType } from "../../../market/profile/schemas.ts";
import {
  ColumnRouteError,
  type ColumnRoutes,
  lose,
  reroute,
  takesSecond,
} from "../../base/column-routes.ts";
import type { DiskFile, ProfileInput } from "../../base/input.ts";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import {
  type GeometryFacts,
  type ReadWords,
  readsNoCells,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "../../base/table.ts";
import { GeometryStats, projectedAlerts } from "../geometries.ts";
import { unreadableColumns } from "../lost-columns.ts";
import { decoded, frameOf, PolarsColumns } from "../polars-columns.ts";
import { type ParquetFooter, readParquetFooter } from "./footer.ts";
import { PolarsReader } from "./polars-reader.ts";
import type { ParquetField } from "./schema.ts";
import { openSecond, type SecondReader } from "./second-reader.ts";
import { ServedGroups } from "./served-groups.ts";
import { type Slice, slicesOf } from "./slices.ts";
import { WordsAhead } from "./words-ahead.ts";

type ChunkFacts = Pick<TableChunk, "rows" | "kinds" | "bytesDone">;

/**
 * Reads Parquet by row groups, or by slices of large ones, after its footer was checked. Columns
 * bring their types. Columns that Polars cannot read go to a second reader; a column that neither
 * can read is left out.
 */
export class ParquetSource implements TableSource {
  readonly format = "parquet";
  readonly encoding = null;
  readonly delimiter = null;
  readonly names: readonly string[];
  readonly #file: DiskFile;
  readonly #limits: DatasetLimits;
  readonly #footer: ParquetFooter;
  readonly #routes: ColumnRoutes;
  /** The columns that are read, in file order. */
  readonly #fields: readonly ParquetField[];
  #polars: PolarsReader | null;
  /** For a file that is not on disk. */
  readonly #served: ServedGroups | null;
  readonly #second: SecondReader | null;
  readonly #columns: PolarsColumns;
  #geometries: Map<string, GeometryStats> = new Map();
  #held: { group: number; frame: DataFrame } | null = null;

  constructor(
    file: DiskFile,
    input: Pick<ProfileInput, "limits" | "workDir">,
    tried: ColumnRoutes,
  ) {
    const { limits } = input;
    this.#file = file;
    this.#limits = limits;
    this.#footer = readParquetFooter(file.filePath, file.byteSize, limits);
    this.#served = ServedGroups.of(file, this.#footer, input);
    const routes = { ...tried, lost: new Set([...tried.lost, ...this.#footer.oversized]) };
    const { fields } = this.#footer;
    const kept = fields.filter(({ name }) => !routes.lost.has(name));
    if (kept.length === 0 && fields.length > 0) throw nothingReadable();
    const nested = kept.flatMap(({ name, nestsBytes }) => (nestsBytes ? [name] : []));
    // Polars rejects the whole schema if a name is repeated.
    const repeats = fields.some(({ name, nameInFile }) => name !== nameInFile);
    const second =
      routes.second === "all" || repeats ? "all" : new Set([...routes.second, ...nested]);
    this.#routes = { ...routes, second };
    this.#fields = kept;
    this.#restartGeometries();
    const ofPolars = kept.filter(({ name }) => !takesSecond(this.#routes, name));
    const ofSecond = kept.filter(({ name }) => takesSecond(this.#routes, name));
    this.#polars = ofPolars.length === 0 ? null : this.#openPolars(ofPolars);
    this.#second = ofSecond.length === 0 ? null : openSecond(file, limits);
    const headsOfSecond = ofSecond.map((field) => this.#headOf(field));
    const heads = [...(this.#polars?.head.getColumns() ?? []), ...headsOfSecond];
    this.#columns = new PolarsColumns(
      this.#inOrder(frameOf(heads)),
      this.#printedTypes(),
      kept.map(({ nameInFile }) => nameInFile),
    );
    this.names = this.#columns.naming.names;
  }

  async *chunks({ words: wantedHashes } = readsNoCells): AsyncGenerator<TableChunk> {
    this.#columns.restart();
    this.#restartGeometries();
    const slices = slicesOf(this.#footer, this.#limits.chunkBytes);
    const ahead = this.#readAhead(slices);
    let done = 0;
    try {
      for (const [index, slice] of slices.entries()) {
        // Before the first slice is measured, all hashes may be needed.
        const wanted = index === 0 ? this.#fields.map(() => 0n) : wantedHashes();
        const words = (wanted && (await ahead?.read(index, wanted))) ?? null;
        const from = done;
        done += slice.rows;
        const bytesDone = Math.round((this.#file.byteSize * done) / this.#footer.rows);
        const facts = { rows: slice.rows, kinds: this.#columns.kinds, bytesDone };
        yield words
          ? this.#chunkOf(slice, from, facts, words)
          : await this.#chunk(slice, from, facts);
      }
    } finally {
      await ahead?.end();
      this.#served?.release();
    }
  }

  /** The chunk of a slice that begins `from` rows after the file's first row. */
  async #chunk(slice: Slice, from: number, facts: ChunkFacts): Promise<TableChunk> {
    const frame = this.#checked(await this.#read(slice, from));
    return { ...facts, frame, pick: (offsets) => this.#columns.pick(frame, offsets) };
  }

  /** A chunk read as words; if its frame is requested, Polars reads the slice as well. */
  #chunkOf(slice: Slice, from: number, facts: ChunkFacts, words: ReadWords): TableChunk {
    let held: DataFrame | null = null;
    const read = (): DataFrame => {
      held ??= decoded("Parquet", () => this.#checked(this.#readPolars(slice, from)));
      return held;
    };
    return {
      ...facts,
      words,
      get frame() {
        return read();
      },
      pick: (offsets) => this.#columns.pick(read(), offsets),
    };
  }

  /** A thread that reads slices as words, for a file on disk in which it can read every column. */
  #readAhead(slices: readonly Slice[]): WordsAhead | null {
    const isWhole = this.#fields.length === this.#footer.leafColumns;
    if (this.#served || this.#second || !this.#polars || !isWhole) return null;
    const { rowGroups } = this.#footer;
    return WordsAhead.start({
      filePath: this.#file.filePath,
      fields: this.#fields,
      head: this.#polars.head,
      columns: this.#columns,
      rowGroups,
      slices,
      bytesMax: this.#limits.parquetColumnChunkBytesMax,
    });
  }

  facts(): TableFacts {
    const geometries = new Map<number, GeometryFacts>();
    const projected: string[] = [];
    for (const [index, { name, isGeographic }] of this.#fields.entries()) {
      const facts = this.#geometries.get(name)?.result();
      if (!facts) continue;
      // Bounds are in degrees, so other coordinates get none.
      geometries.set(index, isGeographic ? facts : { ...facts, bounds: null });
      if (!isGeographic && facts.bounds) projected.push(name);
    }
    const { fields } = this.#footer;
    const lost = fields.flatMap(({ name, nameInFile }) =>
      this.#routes.lost.has(name) ? [nameInFile] : [],
    );
    const alerts = [
      ...this.#columns.alerts(),
      ...unreadableColumns(lost, fields.length),
      ...projectedAlerts(projected),
    ];
    const { badlyNamed } = this.#columns.naming;
    return { raggedRows: 0, badlyNamedColumns: badlyNamed, mixes: new Map(), alerts, geometries };
  }

  /** If Polars cannot make out the schema, the second reader gets all columns. */
  #openPolars(fields: readonly ParquetField[]): PolarsReader {
    try {
      return new PolarsReader(this.#served?.pathWith(null) ?? this.#file.filePath, fields);
    } catch (error) {
      throw new ColumnRouteError({ ...this.#routes, second: "all" }, error);
    }
  }

  #headOf({ name }: ParquetField): Series {
    try {
      if (!this.#second) throw new RangeError("reader");
      return this.#second.empty(name, this.#geometries.get(name) ?? null);
    } catch (error) {
      throw new ColumnRouteError(lose(this.#routes, [name]), error);
    }
  }

  /** Types of columns that come as text: geometries, and what the second reader prints. */
  #printedTypes(): Map<string, ColumnType> {
    const types = new Map<string, ColumnType>();
    for (const { name, meaning } of this.#fields) {
      if (meaning === "wkb") types.set(name, "geometry");
      else if (this.#second && takesSecond(this.#routes, name)) {
        const type = this.#second.kindOf(name);
        if (type === "object" || type === "array" || type === "binary") types.set(name, type);
      }
    }
    return types;
  }

  #restartGeometries(): void {
    const wkb = this.#fields.filter(({ meaning }) => meaning === "wkb");
    this.#geometries = new Map(wkb.map(({ name }) => [name, new GeometryStats()]));
  }

  #inOrder(frame: DataFrame): DataFrame {
    return frame.select(...this.#fields.map(({ name }) => name));
  }

  /** The columns in the types that are profiled. */
  #checked(read: DataFrame): DataFrame {
    const frame = this.#columns.select(read);
    this.#columns.refuseLongText(frame, this.#limits, "parquet");
    return frame;
  }

  #readPolars({ group, rows }: Slice, done: number): DataFrame {
    this.#place(group);
    return this.#polars?.read(done, rows, this.#geometries) ?? pl.DataFrame([]);
  }

  /** The columns of a slice that begins `done` rows after the file's first row. */
  async #read(slice: Slice, done: number): Promise<DataFrame> {
    const columns: Series[] = [];
    try {
      columns.push(...this.#readPolars(slice, done).getColumns());
    } catch (error) {
      const failed = this.#polars?.failing(done, slice.rows) ?? [];
      throw new ColumnRouteError(await this.#routesWithout(failed, slice.group), error);
    }
    if (this.#second) {
      const frame = await this.#readGroup(this.#second, slice.group);
      columns.push(...frame.slice(slice.from, slice.rows).getColumns());
    }
    return this.#inOrder(frameOf(columns));
  }

  /** Makes a row group available to Polars. */
  #place(group: number): void {
    if (this.#served === null || this.#polars === null) return;
    this.#polars = this.#polars.at(this.#served.pathWith(group));
  }

  /**
   * Tries columns at which Polars failed with the second reader, in the row group where they
   * failed.
   */
  async #routesWithout(failed: readonly string[], group: number): Promise<ColumnRoutes> {
    const second = this.#second ?? openSecond(this.#file, this.#limits);
    const readable: string[] = [];
    const unreadable: string[] = [];
    for (const name of failed) {
      const found = (await second.canRead(name, group)) ? readable : unreadable;
      found.push(name);
    }
    return lose(reroute(this.#routes, readable), unreadable);
  }

  /** The second reader decodes whole row groups; the last one is kept for its further slices. */
  async #readGroup(second: SecondReader, group: number): Promise<DataFrame> {
    if (this.#held?.group === group) return this.#held.frame;
    this.#held = null;
    const columns: Series[] = [];
    const failed: string[] = [];
    let cause: unknown;
    for (const { name } of this.#fields) {
      if (!takesSecond(this.#routes, name)) continue;
      try {
        columns.push(await second.read(name, group, this.#geometries.get(name) ?? null));
      } catch (error) {
        if (error instanceof DatasetRefusal) throw error;
        cause = error;
        failed.push(name);
      }
    }
    if (failed.length > 0) throw new ColumnRouteError(lose(this.#routes, failed), cause);
    const frame = frameOf(columns);
    this.#held = { group, frame };
    return frame;
  }
}

function nothingReadable(): DatasetRefusal {
  const detail = "The Parquet data is damaged: none of its columns can be read.";
  return new DatasetRefusal("malformed_file", detail, "parquet");
}

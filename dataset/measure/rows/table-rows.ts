/** Collects samples and hashes of a table's rows during a pass. */
import type { DataFrame } from "nodejs-polars";
import { tableRandom } from "../../base/random.ts";
import type { RawKind, TableChunk, TableSource } from "../../base/table.ts";
import type { ColumnStats } from "../column-stats.ts";
import { DrawnRows, type SampledRow } from "../drawn-rows.ts";
import { HashSketch } from "../hash-sketch.ts";
import { type NestedCells, NestedSample, type NestedTexts } from "../nested-sample.ts";
import { RowBlocks, type RowBlocksResult } from "../row-blocks.ts";
import { type HashedCells, RowHashes } from "../row-hashes.ts";
import { RowSample, type RowSampleResult } from "../row-sample.ts";
import { rowsOf, type TypedRows } from "./typed-rows.ts";

const rowKeysMax = 1_000_000;
/** Each use of randomness has its own stream. */
const rowSampleStream = -1;
const blocksStream = -2;
const nestedStream = -3;

export type RowsResult = {
  rowSketch: HashSketch;
  /** Used for comparison with later versions of the table. */
  rowHashes: RowHashes;
  /** A uniform sample of the distinct rows, in file order; all rows if they are few. */
  sample: SampledRow[];
  /** A larger sample, as numbers, for comparing columns. */
  rowSample: RowSampleResult;
  /** Blocks of consecutive rows, for judging the quality. */
  blocks: RowBlocksResult;
  /** A sample of the nested values, by column position. */
  nested: ReadonlyMap<number, NestedTexts>;
};

/** The rows of a chunk: their hashes, and access to the raw values of some. */
export type HashedRows = Pick<TableChunk, "rows" | "pick"> & { hashes: BigUint64Array };

/** Takes the chunks of a table in order. */
export class TableRows {
  readonly #rowSketch = new HashSketch(rowKeysMax);
  readonly #blocks = new RowBlocks(tableRandom(blocksStream));
  readonly #nested = new NestedSample(tableRandom(nestedStream));
  readonly #rowHashes: RowHashes;
  readonly #rowSample: RowSample;
  readonly #drawnRows: DrawnRows;

  constructor(source: TableSource, sampleRowsMax: number) {
    this.#rowHashes = new RowHashes(source);
    this.#rowSample = new RowSample(source.names.length, tableRandom(rowSampleStream));
    this.#drawnRows = new DrawnRows(sampleRowsMax);
  }

  /**
   * Adds a chunk with its typed columns and their statistics, which are null for columns without
   * values.
   */
  add(chunk: TableChunk, typed: DataFrame, stats: readonly (ColumnStats | null)[]): void {
    const { rows } = chunk;
    const hashes = this.#rowHashes.hashRows(chunk.frame);
    const pick = (offsets: readonly number[]): unknown[][] => chunk.pick(offsets);
    this.#addRows({ rows, hashes, pick }, rowsOf(typed), stats);
    this.#nested.add(typed, stats);
    this.#rowHashes.addCells(typed, stats, rows);
  }

  /** Like `add`, for a chunk whose values are available without a query. */
  addCells(
    cells: HashedRows & TypedRows & HashedCells & Partial<NestedCells>,
    stats: readonly (ColumnStats | null)[],
  ): void {
    this.#addRows(cells, cells, stats);
    const nestedOf = cells.nestedOf?.bind(cells);
    if (nestedOf) this.#nested.addTexts({ nestedOf }, stats);
    this.#rowHashes.addHashes(cells, stats);
  }

  /** Called before a first chunk of cells: the table begins with columns of these kinds. */
  begin(kinds: readonly RawKind[]): void {
    this.#rowHashes.begin(kinds);
  }

  /** The column order for row hashes; null before the first chunk. */
  get hashedOrder(): readonly number[] | null {
    return this.#rowHashes.order;
  }

  #addRows(chunk: HashedRows, typed: TypedRows, stats: readonly (ColumnStats | null)[]): void {
    const { hashes, rows } = chunk;
    this.#rowSketch.add(hashes);
    this.#drawnRows.add(chunk, hashes);
    this.#rowSample.add(typed, stats, rows);
    const types = stats.map((held) => held?.type ?? null);
    this.#blocks.add(typed, types, rows);
  }

  /** The rows sampled so far, in file order. */
  drawn(): SampledRow[] {
    return this.#drawnRows.result();
  }

  result(): RowsResult {
    return {
      rowSketch: this.#rowSketch,
      rowHashes: this.#rowHashes,
      sample: this.drawn(),
      rowSample: this.#rowSample.result(),
      blocks: this.#blocks.result(),
      nested: this.#nested.result(),
    };
  }
}

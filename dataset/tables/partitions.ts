/**
 * Columns stored in folder names, as in `year=2024/part-0.parquet`: the layout of Hive and Spark.
 */
import pl from "nodejs-polars";
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { ProfileInput } from "../base/input.ts";
import { frameColumn, type TableChunk, type TableFacts, type TableSource } from "../base/table.ts";
import type { TablePart } from "./table-part.ts";

type Partition = { name: string; value: string | null };

/** Deeper folders are not columns: nobody partitions by that many. */
const partitionsMax = 8;
const missingValue = "__HIVE_DEFAULT_PARTITION__";

/** The columns in a path's folders, in order; a repeated name counts once. */
export function partitionsOf(path: string): Partition[] {
  const found = new Map<string, string | null>();
  for (const folder of path.split("/").slice(0, -1)) {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(folder) ?? [];
    if (name === undefined || value === undefined) continue;
    const isMissing = value === missingValue || value === "";
    found.set(decoded(name), isMissing ? null : decoded(value));
  }
  const all = [...found].map(([name, value]) => ({ name, value }));
  return all.length > partitionsMax ? [] : all;
}

/** Names and values are percent-encoded where a file system would not accept them. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A part of a table, with its folders' columns after its own. */
export class PartitionedPart implements TablePart {
  readonly path: string;
  readonly byteSize: number;
  readonly #part: TablePart;
  readonly #partitions: readonly Partition[];

  constructor(part: TablePart, partitions: readonly Partition[]) {
    this.path = part.path;
    this.byteSize = part.byteSize;
    this.#part = part;
    this.#partitions = partitions;
  }

  async open(input: ProfileInput): Promise<TableSource> {
    return new PartitionedSource(await this.#part.open(input), this.#partitions);
  }

  learn(error: unknown): void {
    this.#part.learn(error);
  }

  alerts(): ProfileAlert[] {
    return this.#part.alerts();
  }
}

/** The file's own columns keep their places; all its rows have the values of its folders. */
class PartitionedSource implements TableSource {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly #source: TableSource;
  readonly #partitions: readonly Partition[];

  constructor(source: TableSource, partitions: readonly Partition[]) {
    this.format = source.format;
    this.encoding = source.encoding;
    this.delimiter = source.delimiter;
    this.#source = source;
    this.#partitions = partitions;
  }

  get names(): readonly string[] {
    return [...this.#source.names, ...this.#partitions.map(({ name }) => name)];
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    const values = this.#partitions.map(({ value }) => value);
    for await (const chunk of this.#source.chunks()) yield withValues(chunk, values);
  }

  facts(): TableFacts {
    return this.#source.facts();
  }
}

function withValues(chunk: TableChunk, values: readonly (string | null)[]): TableChunk {
  const own = chunk.frame.getColumns();
  const added = values.map((value, index) => {
    const name = frameColumn(own.length + index);
    return pl.Series(name, new Array<string | null>(chunk.rows).fill(value), pl.Utf8);
  });
  return {
    ...chunk,
    cells: null,
    frame: pl.DataFrame([...own, ...added]),
    kinds: [...chunk.kinds, ...values.map(() => "text" as const)],
    pick: (offsets) => chunk.pick(offsets).map((row) => [...row, ...values]),
  };
}

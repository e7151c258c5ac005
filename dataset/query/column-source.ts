/**
 * A Parquet file as columns of known kinds. Guards against column names that Polars reads as
 * patterns.
 */
import pl, { type DataFrame, type Expr, type LazyDataFrame } from "nodejs-polars";
import type { QueriedColumn } from "../../market/query/plan.ts";
import { type Mapping, mapColumns, within } from "../read/polars-types.ts";
import type { TaskTable } from "./protocol.ts";

/** Names that Polars reads as patterns. */
const patternLike = /^\*$|^\^.*\$$/s;

type Described = { kind: QueriedColumn["kind"]; mapping: Mapping; dtype: string };

export class ColumnSource {
  readonly lazy: LazyDataFrame;
  /** The column with each row's position in the file. */
  readonly position: Expr;
  readonly #columns: ReadonlyMap<string, Described>;
  readonly #named: (name: string) => Expr;

  /** `prefix` renames the columns, so that tables can be joined; null keeps the file's names. */
  constructor({ path, columns }: TaskTable, prefix: string | null = null) {
    // Table column names contain no NUL, so this name is free.
    const position = freeName(columns);
    const file = pl.scanParquet(path, {
      glob: false,
      hivePartitioning: false,
      rowIndexName: position,
    });
    const described = columns.length === 0 ? [] : describe(file, columns);
    if (prefix === null) {
      this.lazy = file;
      this.position = pl.col(position);
      this.#named = exactly;
    } else {
      const names = new Map(columns.map(({ name }, at) => [name, `${prefix}c${at}`]));
      const renamed = columns.map(({ name }) => exactly(name).alias(names.get(name) ?? ""));
      this.lazy = file.select(...renamed, pl.col(position).alias(`${prefix}p`));
      this.position = pl.col(`${prefix}p`);
      this.#named = (name) => pl.col(names.get(name) ?? "");
    }
    this.#columns = new Map(
      columns.map(({ name, kind }, at) => {
        const { mapping, dtype } = described[at] ?? unknown;
        return [name, { kind, mapping, dtype }];
      }),
    );
  }

  /** Polars' name of the column's type, such as `Datetime(ms, UTC)`. */
  dtypeOf(name: string): string {
    return this.#of(name).dtype;
  }

  mappingOf(name: string): Mapping {
    return this.#of(name).mapping;
  }

  /** For comparisons: text as text, numbers as floats without NaN, times as their integers. */
  compared(name: string): Expr {
    const { kind, mapping } = this.#of(name);
    const column = this.#named(name);
    if (kind === "number") return column.cast(pl.Float64).fillNan(pl.lit(null));
    if (kind === "string") return mapping.cast === null ? column : column.cast(pl.Utf8);
    if (kind === "integer" && mapping.type === "integer") return column;
    const isStoredAsInteger = ["integer", "date", "time", "datetime"].includes(kind);
    return isStoredAsInteger ? column.cast(pl.Int64) : column;
  }

  /** For output: converted as the type's mapping says, without times that cannot be printed. */
  shown(name: string): Expr {
    const { kind, mapping } = this.#of(name);
    if (kind === "number") return this.compared(name);
    const column = this.#named(name);
    const guarded = mapping.range === undefined ? column : within(column, mapping.range);
    return mapping.cast === null ? guarded : mapping.cast(guarded);
  }

  /** For computing: one type for each kind. */
  value(name: string): Expr {
    const { kind } = this.#of(name);
    if (kind === "date") return this.#named(name).cast(pl.Date);
    if (kind === "datetime") return this.#named(name).cast(pl.Datetime("us"));
    const column = this.compared(name);
    return kind === "integer" ? column.cast(pl.Int64) : column;
  }

  #of(name: string) {
    const found = this.#columns.get(name);
    if (found === undefined) throw new RangeError("a column that the task does not name");
    return found;
  }
}

const unknown = { mapping: { type: "string", cast: null } as Mapping, dtype: "" };

function describe(lazy: LazyDataFrame, columns: readonly QueriedColumn[]) {
  const head = lazy
    .select(...columns.map(({ name }) => exactly(name)))
    .limit(0)
    .collectSync();
  const mappings = mapColumns(head);
  return columns.map((_, at) => {
    const mapping = mappings[at] ?? unknown.mapping;
    return { mapping, dtype: dtypeName(head, at) };
  });
}

/** Empty for a type that nodejs-polars has no name for. */
function dtypeName(head: DataFrame, at: number): string {
  try {
    return String(head.toSeries(at).dtype);
  } catch {
    return "";
  }
}

function freeName(columns: readonly QueriedColumn[]): string {
  const names = new Set(columns.map(({ name }) => name));
  let free = "\u0000position";
  while (names.has(free)) free += "_";
  return free;
}

function exactly(name: string): Expr {
  return pl.col(patternLike.test(name) ? `^${escaped(name)}$` : name);
}

function escaped(name: string): string {
  return name.replace(
    /[\\^$.*+?()[\]{}|#&~\s-]/g,
    (char) => `\\x{${char.charCodeAt(0).toString(16)}}`,
  );
}

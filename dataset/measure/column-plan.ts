import pl, { type Expr, type Series } from "nodejs-polars";
import type { ColumnProfile, ColumnType } from "../../market/profile/schemas.ts";
import type { RawKind } from "../base/table.ts";
import type { CellForm } from "../kernel/cell-types.ts";
import { TextColumnType } from "./column-types.ts";
import { type EpochUnit, epochTimes, epochUnitOf, isTimeName } from "./formats/epochs.ts";

/** How the kernel reads columns that are not text. */
const forms: Readonly<Partial<Record<RawKind, CellForm>>> = {
  integer: "float",
  number: "float",
  boolean: "truth",
  object: "nested",
  array: "nested",
  empty: "none",
};

/** How values are written, in the profile's terms. */
export type Written = Pick<ColumnProfile, "format" | "precision" | "two_digit_years_from" | "unit">;

/**
 * The known facts about a column's type while its table is read. It survives a pass and only becomes
 * more general.
 */
export class ColumnPlan {
  readonly kind: RawKind;
  readonly text: TextColumnType | null;
  /** The unit of integers that count time since 1970; null if they do not. */
  #epoch: EpochUnit | null = null;
  /** Whether the integers may still turn out to be times. */
  #mayBeTimes: boolean;

  constructor(kind: RawKind, delimiter: string | null, name: string) {
    this.kind = kind;
    const isText = kind === "text" || kind === "json_text" || kind === "digits";
    this.text = isText ? new TextColumnType({ kind, delimiter, name }) : null;
    this.#mayBeTimes = kind === "integer" && isTimeName(name);
  }

  get type(): ColumnType {
    if (this.#epoch) return "datetime";
    return this.text ? this.text.type : (this.kind as ColumnType);
  }

  /** The format and unit of the values, if they are not plain. */
  get written(): Written {
    if (this.#epoch) return { format: this.#epoch.format };
    const { format, precision, unit, yearsFrom } = this.text?.textType ?? {};
    return {
      ...(format ? { format } : {}),
      ...(precision ? { precision } : {}),
      ...(yearsFrom ? { two_digit_years_from: yearsFrom } : {}),
      ...(unit ? { unit } : {}),
    };
  }

  /** Whether to examine the integers of the next chunk. */
  get mayBeTimes(): boolean {
    return this.#mayBeTimes;
  }

  get countsTimes(): boolean {
    return this.#epoch !== null;
  }

  /**
   * JSON numbers are floats in any case: a fraction widens the column's type but changes no figure.
   */
  isWidenedBy(kind: RawKind): boolean {
    return this.kind === "integer" && kind === "number" && !this.countsTimes;
  }

  /** Changes whenever an expression of this column does. */
  get state(): string {
    return this.text?.state ?? `${this.kind}${this.#epoch?.format ?? ""}`;
  }

  /** The typed values of the frame column. */
  expr(name: string): Expr {
    if (this.#epoch) return epochTimes(pl.col(name).cast(pl.Int64), this.#epoch);
    return this.text ? this.text.expr(name) : pl.col(name);
  }

  /** The typed values of a frame column with texts as written in the file. */
  exprOfWritten(name: string): Expr {
    const form = forms[this.kind];
    if (form === "float") return pl.col(name).cast(pl.Float64);
    return form === "truth" ? pl.col(name).eq(pl.lit("true")) : this.expr(name);
  }

  /**
   * The form in which the kernel reads the cells after `rows` rows; null if it cannot, or if more
   * must be learned about the column.
   */
  formBehind(rows: number): CellForm | null {
    // A number may be written differently from the digits that it prints.
    if (this.kind === "digits") return null;
    if (this.text) return this.text.formBehind(rows);
    return this.#epoch || this.#mayBeTimes ? null : (forms[this.kind] ?? null);
  }

  /** Examines a chunk's integers; true if they are now known to be times, or no longer are. */
  observeCounts(column: Series): boolean {
    if (!this.#mayBeTimes || column.nullCount() === column.len()) return false;
    const bounds = [pl.col(column.name).min(), pl.col(column.name).max().alias("max")];
    const floats = bounds.map((bound) => bound.cast(pl.Float64));
    const [min, max] = column
      .toFrame()
      .select(...floats)
      .row(0)
      .map(Number);
    const unit = epochUnitOf(min ?? 0, max ?? 0);
    const before = this.#epoch;
    this.#mayBeTimes = unit !== null && (before === null || before === unit);
    this.#epoch = this.#mayBeTimes ? unit : null;
    return this.#epoch !== before;
  }
}

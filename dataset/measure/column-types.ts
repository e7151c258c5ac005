/**
 * How text becomes typed values. A column starts with the first type that all values of its first
 * chunk fit; a later value that does not fit moves it on, and the file is read again from its
 * beginning, so that every figure is of one type over the whole file.
 */
import pl, { type Expr, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { RawKind } from "../base/table.ts";
import { missingTokens, stringType, type TextType, typesOf } from "./text-types.ts";

const headValues = 1000;
/** So many values at the beginning of a file tell what most of a text column is. */
const nearValues = 100;
/** No near type is longer; what is longer is not kept. */
const nearCharsMax = 64;

/** The type of a text column as far as it is known; it outlives a pass over the file. */
export class TextColumnType {
  readonly #types: readonly TextType[];
  #at = -1;
  #trim = false;
  /** A type that most values fit although the column as a whole does not. */
  #near: TextType | null = null;
  /** True while only spellings of a missing value were seen. */
  #tentative = true;
  /** The first values of the file, which tell the near type, so that chunks do not matter. */
  readonly #head: string[] = [];
  /** Rows of the file up to which `head` was gathered. */
  #headRows = -1;

  constructor(kind: RawKind, delimiter: string | null) {
    this.#types = typesOf(kind, delimiter);
  }

  get #current(): TextType {
    return this.#types[this.#at] ?? stringType;
  }

  get type(): ColumnType {
    return this.#at < 0 ? "empty" : this.#current.type;
  }

  get known(): boolean {
    return this.#at >= 0;
  }

  get nearType(): ColumnType | null {
    return this.type === "string" ? (this.#near?.type ?? null) : null;
  }

  /** The typed values of the frame column. */
  expr(name: string): Expr {
    return this.#at < 0 ? pl.col(name) : this.#castOf(this.#current, this.#trim, pl.col(name));
  }

  /** Changes whenever an expression of this column does. */
  get state(): string {
    return `${this.#at}${this.#trim}${this.#tentative}${this.#near?.pattern ?? ""}`;
  }

  /** Counts the values of a text column that fit the near type. */
  nearExpr(name: string): Expr | null {
    if (this.type !== "string" || !this.#near) return null;
    return this.#castOf(this.#near, true, pl.col(name)).isNotNull().sum();
  }

  /** Whether there is a `suspectsExpr`. */
  get checked(): boolean {
    return this.known && !this.#tentative && this.#current.suspects !== null;
  }

  /**
   * Counts values that may not fit although the cast takes them, from the columns of the texts and of
   * the typed values; null where that cannot be.
   */
  suspectsExpr(rawName: string, typedName: string): Expr | null {
    const suspects = this.checked ? this.#current.suspects : null;
    const raw = pl.col(rawName);
    const text = this.#trim ? raw.str.stripChars(" \t") : raw;
    return suspects ? suspects(text, pl.col(typedName)) : null;
  }

  /**
   * Takes note of the beginning of the file, of which a chunk follows `rowsBefore` rows. True when
   * this changes the near type.
   */
  observe(column: Series, rowsBefore: number): boolean {
    if (this.#headRows < 0) this.#headRows = rowsBefore;
    const wanted = nearValues - this.#head.length;
    if (this.#headRows !== rowsBefore || wanted === 0) return false;
    this.#headRows += column.len();
    const values = column.dropNulls().head(headValues).toArray() as string[];
    const spoken = values.filter((value) => !missingTokens.includes(value)).slice(0, wanted);
    this.#head.push(...spoken.map((value) => (value.length > nearCharsMax ? "" : value)));
    if (this.type !== "string" || spoken.length === 0) return false;
    const before = this.#near;
    this.#near = this.#mostlyFits();
    return this.#near !== before;
  }

  /** True when these counts of a chunk prove that the type fits it; else `refine` must look. */
  settledBy(rawNulls: number, typedNulls: number, suspects: number): boolean {
    return this.known && !this.#tentative && rawNulls === typedNulls && suspects === 0;
  }

  /**
   * Makes the type fit all values of `column`; `typedNulls` are the nulls of its cast. `known` means
   * that the first values appeared, `changed` that figures of earlier chunks no longer hold.
   */
  refine(column: Series, typedNulls: number): "same" | "known" | "changed" {
    if (column.nullCount() === column.len()) return "same";
    const settled = this.known && !this.#tentative;
    if (settled && this.#fits(column, this.#current, this.#trim, typedNulls)) return "same";
    const values = column.dropNulls();
    const head = values.head(headValues).toArray() as string[];
    const spoken = head.filter((value) => !missingTokens.includes(value));
    const before = this.known ? `${this.#at}:${this.#trim}` : null;
    if (spoken.length === 0 && this.#isOnlyTokens(values)) {
      this.#at = this.#types.length - 1;
    } else {
      if (this.#tentative) this.#at = -1;
      this.#tentative = false;
      this.#moveOn(values, spoken);
    }
    if (before === null) return "known";
    return before === `${this.#at}:${this.#trim}` ? "same" : "changed";
  }

  #moveOn(values: Series, spoken: readonly string[]): void {
    const from = Math.max(0, this.#at);
    for (let at = from; at < this.#types.length - 1; at++) {
      const type = this.#types[at] as TextType;
      const pattern = new RegExp(type.pattern);
      if (!spoken.every((value) => pattern.test(value.trim()))) continue;
      for (const trim of this.#trim ? [true] : [false, true]) {
        if (!this.#fits(values, type, trim, null)) continue;
        this.#at = at;
        this.#trim = trim;
        return;
      }
    }
    this.#at = this.#types.length - 1;
    this.#trim = false;
    this.#near = this.#mostlyFits();
  }

  #mostlyFits(): TextType | null {
    const spoken = this.#head;
    for (const type of this.#types.slice(0, -1)) {
      if (type.type === "integer") continue;
      const pattern = new RegExp(type.pattern);
      const fitting = spoken.filter((value) => pattern.test(value.trim())).length;
      if (fitting > spoken.length / 2) return type;
    }
    return null;
  }

  #castOf(type: TextType, trim: boolean, text: Expr): Expr {
    return type.cast(trim ? text.str.stripChars(" \t") : text);
  }

  #fits(column: Series, type: TextType, trim: boolean, typedNulls: number | null): boolean {
    if (type === stringType) return true;
    const raw = pl.col(column.name);
    const text = trim ? raw.str.stripChars(" \t") : raw;
    const isToken = raw.isIn([...missingTokens]);
    const frame = column.toFrame();
    const rawNulls = column.nullCount();
    const cast = this.#castOf(type, trim, raw);
    if (typedNulls !== rawNulls) {
      const misfits = frame.select(
        cast.isNull().and(raw.isNotNull()).and(isToken.not()).sum().alias("n"),
      );
      if (Number(misfits.row(0)[0]) > 0) return false;
    }
    if (!type.suspects) return true;
    const spoken = frame.filter(raw.isNotNull().and(isToken.not()));
    return Number(spoken.select(type.suspects(text, cast).alias("n")).row(0)[0] ?? 0) === 0;
  }

  #isOnlyTokens(values: Series): boolean {
    const isToken = pl.col(values.name).isIn([...missingTokens]);
    return Number(values.toFrame().select(isToken.not().sum().alias("n")).row(0)[0]) === 0;
  }
}

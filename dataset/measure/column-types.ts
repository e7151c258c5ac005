/**
 * Determines the types of text columns. A column starts with the first type that fits all values of
 * its first chunk. A later value that does not fit moves it to the next type, and the file is read
 * again from the beginning, so that all statistics use one type.
 */
import pl, { type Expr } from "nodejs-polars";
import type { ColumnType, ProfileAlert } from "../../market/profile/schemas.ts";
import { headOfText } from "../base/own-text.ts";
import type { Column } from "../base/plain-column.ts";
import type { CellForm } from "../kernel/cell-types.ts";
import { booleanTypeOf, wordOf } from "./formats/boolean-words.ts";
import { isMissingToken, isMissingTokenExpr } from "./formats/missing-tokens.ts";
import { nearTypeOf } from "./formats/near-type.ts";
import {
  type Beginning,
  decisiveValue,
  FileHead,
  firstSpoken,
  headOf,
  headValues,
  isOnlyTokens,
} from "./formats/spoken-values.ts";
import { looksLike, type TextType } from "./formats/text-type.ts";
import { missingWordsOf, usualWords } from "./missing-words.ts";
import { stringType, type TextOrigin, textWithout, typesOf } from "./text-types.ts";

/** Number of values that refuted a type and are used to test the others. */
const misfitsMax = 20;
const misfitCharsMax = 1000;

/** The type of a text column as far as known; it survives a pass over the file. */
export class TextColumnType {
  readonly #origin: TextOrigin;
  /** Determined by the first value that is not missing. */
  #types: readonly TextType[] | null = null;
  #at = -1;
  /** An alert about an ambiguity that remains after all values were seen. */
  doubt: ProfileAlert | null = null;
  #trim = false;
  /** A type that most values fit although the whole column does not. */
  #near: TextType | null = null;
  /** The boolean type, once the whole column is known to be boolean. */
  #wordsType: TextType | null = null;
  /** True while all values so far were missing. */
  #tentative = true;
  /** True while the type is a guess from the first values that no query has confirmed. */
  #presumed = false;
  /** The first values of the file, which determine the near type independently of chunks. */
  readonly #head = new FileHead();
  /** Values that did not fit an attempted type; types that they do not look like are skipped. */
  readonly #misfits: string[] = [];
  /** While the column is text: the spellings that are missing values. */
  #words: readonly string[] = usualWords;
  /** Spellings of missing values among the first values. */
  #headWords: readonly string[] = [];
  /** Whether values that do not fit the type are left out and counted. */
  #tolerant = false;
  /** Whether that was tried in vain. */
  #intolerant = false;

  constructor(origin: TextOrigin) {
    this.#origin = origin;
  }

  get #current(): TextType {
    const type = this.#types?.[this.#at] ?? stringType;
    return type === stringType ? textWithout(this.#words) : type;
  }

  get type(): ColumnType {
    return this.#at < 0 ? "empty" : this.#current.type;
  }

  get known(): boolean {
    return this.#at >= 0;
  }

  get name(): string {
    return this.#origin.name;
  }

  get nearType(): ColumnType | null {
    return this.type === "string" ? (this.#near?.type ?? null) : null;
  }

  /** The type with its format and unit. */
  get textType(): TextType {
    return this.#current;
  }

  /**
   * Switches to another format of the same digits, or to other years; false if that is not
   * possible.
   */
  readAs(other: Pick<TextType, "format"> | Pick<TextType, "yearsFrom">): boolean {
    const { format, yearsFrom } = { ...this.#current, ...other };
    const isWanted = (type: TextType) => type.format === format && type.yearsFrom === yearsFrom;
    const at = this.#types?.findIndex(isWanted) ?? -1;
    if (at < 0) return false;
    this.#at = at;
    return true;
  }

  /**
   * Reads the text's words as booleans, given all distinct values. False if that was tried already.
   */
  readWords(values: readonly string[]): boolean {
    const { kind, name } = this.#origin;
    const type = kind === "text" && !this.#wordsType ? booleanTypeOf(values, name) : null;
    if (!type) return false;
    this.#wordsType = type;
    this.#types = [type, stringType];
    this.#at = 0;
    return true;
  }

  /** The spellings that are missing values while the column is text. */
  get words(): readonly string[] {
    return this.type === "string" ? this.#words : [];
  }

  /** The spellings of missing values among the first values of a column that is not text. */
  get headWords(): readonly string[] {
    return this.type === "string" ? [] : this.#headWords;
  }

  /**
   * Decides which spellings are missing in text, given those of the file's other columns and
   * further values of this one. Returns the spellings that are decided differently by this.
   */
  setWords(file: ReadonlySet<string>, values: readonly string[] = []): string[] {
    if (this.type !== "string") return [];
    const before = this.#words;
    this.#words = missingWordsOf(file, [...this.#head.values, ...values]);
    if (before === this.#words) return [];
    const [had, has] = [new Set(before), new Set(this.#words)];
    return [...before, ...this.#words].filter((word) => had.has(word) !== has.has(word));
  }

  /** Whether values that do not fit the type are left out and counted. */
  get isTolerant(): boolean {
    return this.#tolerant && this.type !== "string";
  }

  /**
   * Reads text as the type that nearly all values fit, which leaves the others out; if the column
   * is read like that already, as the next such type. False if there is none.
   */
  tolerate(): boolean {
    if (this.#tolerant) {
      if (this.isTolerant) this.#at++;
      if (this.type === "string") this.#stopTolerating();
      return true;
    }
    const near = this.#near;
    if (this.type !== "string" || !near || this.#intolerant) return false;
    const fitting = this.#head.values.filter((value) => looksLike(near, value.trim()));
    const first = typesOf(this.#origin, (fitting[0] ?? "").trim()).find(
      (type) => !type.words && fitting.every((value) => looksLike(type, value.trim())),
    );
    if (!first || first === stringType) return false;
    this.#types = first === near ? [near, stringType] : [first, near, stringType];
    this.#at = 0;
    this.#tolerant = true;
    this.#trim = true;
    return true;
  }

  #stopTolerating(): void {
    this.#tolerant = false;
    this.#intolerant = true;
    this.giveUp();
  }

  /** Falls back to text. */
  giveUp(): void {
    if (this.#tolerant) {
      this.#stopTolerating();
      return;
    }
    this.doubt = null;
    this.#types ??= [stringType];
    this.#at = this.#types.length - 1;
    this.#trim = false;
    this.#near = nearTypeOf(this.#origin, this.#head.values);
  }

  /** The typed values of the frame column. */
  expr(name: string): Expr {
    return this.#at < 0 ? pl.col(name) : this.#castOf(this.#current, this.#trim, pl.col(name));
  }

  /** Changes whenever an expression of this column does. */
  get state(): string {
    const words = this.words === usualWords ? "" : this.words.join(" ");
    return `${this.#at}${this.#trim}${this.#tentative}${this.#near?.pattern ?? ""} ${words}`;
  }

  /**
   * Counts typed values: for a text column those that fit the near type, for an ambiguous date
   * format those that its rival rejects.
   */
  evidenceExpr(name: string): Expr | null {
    if (this.#current.rival) return pl.col(name).dt.day().gt(12).sum();
    if (this.type !== "string" || !this.#near) return null;
    return this.#castOf(this.#near, true, pl.col(name)).isNotNull().sum();
  }

  /** Whether `suspectsExpr` exists. */
  get checked(): boolean {
    const isStrict = this.known && !this.#tentative && !this.isTolerant;
    return isStrict && this.#current.suspects !== null;
  }

  /** Counts texts that the cast accepts although they may not fit; null if there can be none. */
  suspectsExpr(rawName: string): Expr | null {
    const suspects = this.checked ? this.#current.suspects : null;
    const raw = pl.col(rawName);
    return suspects?.(this.#trim ? raw.str.stripChars(" \t") : raw) ?? null;
  }

  /** The type, if columns of this type can share one expression. */
  get spanned(): TextType | null {
    const isPlain = this.known && !this.#trim && !this.#tentative && !this.nearType;
    return isPlain && this.#current.spans ? this.#current : null;
  }

  /**
   * Records the beginning of the file from a chunk after `rowsBefore` rows. True if this changes
   * the near type.
   */
  observe(beginning: Beginning, rowsBefore: number): boolean {
    const isMore = this.#head.add(beginning, rowsBefore);
    if (this.type !== "string" || !isMore) return false;
    const before = this.#near;
    this.#near = nearTypeOf(this.#origin, this.#head.values);
    return this.#near !== before;
  }

  /**
   * The form in which the kernel reads the cells after `rows` rows; null if it cannot, or if more
   * must be learned about the column. Reading all of a first chunk confirms a presumed type.
   */
  formBehind(rows: number): CellForm | null {
    if (!this.known) return "none";
    const isProved = !this.#presumed || rows === 0;
    const isPlain = !this.#trim || this.type === "string";
    const isSettled = isPlain && !this.#tentative && isProved;
    return isSettled ? (this.#current.form ?? null) : null;
  }

  /** The form in which the kernel would read the near type. */
  get nearForm(): CellForm | null {
    return this.type === "string" ? (this.#near?.form ?? null) : null;
  }

  /**
   * Presumes the type of the first values, so that one query can check all columns; `refine`
   * corrects it if it does not fit. False if the first values do not indicate a type.
   */
  presume({ rows, first }: Beginning): boolean {
    const values = first();
    this.observe({ rows, first: () => values }, 0);
    const spoken = values.filter((value) => !isMissingToken(value));
    this.#headWords = [...new Set(values.filter(isMissingToken).map((value) => value.trim()))];
    const telling = decisiveValue(spoken, this.#origin.kind);
    if (telling === undefined) return false;
    const types = typesOf(this.#origin, telling.trim());
    const at = types.findIndex((type) => this.#mayBe(type, spoken));
    this.#types = types;
    this.#at = at;
    this.#tentative = false;
    this.#presumed = true;
    if (at === types.length - 1) this.giveUp();
    return true;
  }

  #forgetPresumed(): void {
    this.#presumed = false;
    this.#tentative = true;
    this.#at = -1;
  }

  /** True if these counts of a chunk prove that the type fits; otherwise `refine` has to look. */
  settledBy(rawNulls: number, typedNulls: number, suspects: number): boolean {
    const fitsAll = rawNulls === typedNulls && suspects === 0;
    const fits = fitsAll || this.isTolerant || this.type === "string";
    const isSettled = this.known && !this.#tentative && fits;
    if (isSettled) this.#presumed = false;
    return isSettled;
  }

  /**
   * Makes the type fit all values of `column`; `typedNulls` is the number of nulls after its cast.
   * Returns `known` when the first values appeared, `changed` if statistics of earlier chunks are
   * no longer valid.
   */
  refine(column: Column, typedNulls: number): "same" | "known" | "changed" {
    if (column.nullCount() === column.len()) return "same";
    const settled = this.known && !this.#tentative && !this.#presumed;
    if (settled && this.#fits(column, this.#current, this.#trim, typedNulls)) return "same";
    const spoken = headOf(column).filter((value) => !isMissingToken(value));
    const before = this.known ? `${this.#at}:${this.#trim}` : null;
    if (this.#presumed) this.#forgetPresumed();
    if (spoken.length === 0 && isOnlyTokens(column)) {
      this.#at = 0;
    } else {
      if (this.#tentative) this.#at = -1;
      this.#tentative = false;
      this.#moveOn(column, spoken);
    }
    if (before === null) return "known";
    return before === `${this.#at}:${this.#trim}` ? "same" : "changed";
  }

  #moveOn(values: Column, spoken: readonly string[]): void {
    this.#types ??= typesOf(this.#origin, this.#tellingOf(values, spoken).trim());
    const types = this.#types;
    const isWhole = values.len() <= headValues;
    for (let at = Math.max(0, this.#at); at < types.length - 1; at++) {
      const type = types[at] as TextType;
      if (!this.#mayBe(type, spoken)) continue;
      if (isWhole && !this.#trim && spoken.every((value) => type.sure?.test(value))) {
        this.#at = at;
        return;
      }
      for (const trim of this.#trim ? [true] : [false, true]) {
        if (!this.#fits(values, type, trim, null)) continue;
        this.#at = at;
        this.#trim = trim;
        return;
      }
    }
    this.giveUp();
  }

  /** Whether the first values and those that refuted other types look like this type. */
  #mayBe(type: TextType, spoken: readonly string[]): boolean {
    if (!spoken.every((value) => looksLike(type, value.trim()))) return false;
    if (!this.#misfits.every((value) => looksLike(type, value.trim()))) return false;
    return this.#holdsWords(type, spoken);
  }

  /** Requires both words of a pair, because one of them, such as Y, may mean anything. */
  #holdsWords(type: TextType, spoken: readonly string[]): boolean {
    if (!type.words || type === this.#wordsType) return true;
    const found = new Set(spoken.map(wordOf));
    return type.words.every((word) => found.has(word));
  }

  #castOf(type: TextType, trim: boolean, text: Expr): Expr {
    const bare = trim && type.type !== "string" ? text.str.stripChars(" \t") : text;
    const value = type.cast(bare);
    if (!this.isTolerant) return value;
    return pl.when(bare.str.contains(type.pattern)).then(value).otherwise(pl.lit(null));
  }

  #fits(column: Column, type: TextType, trim: boolean, typedNulls: number | null): boolean {
    if (type.type === "string" || this.isTolerant) return true;
    const raw = pl.col(column.name);
    const text = trim ? raw.str.stripChars(" \t") : raw;
    const cast = this.#castOf(type, trim, raw);
    const suspects = type.suspects?.(text) ?? pl.lit(0);
    const frame = column.toFrame();
    const asked = [cast.isNull().sum().alias("nulls"), suspects.alias("suspects")];
    const [nulls, suspected] = frame
      .select(...asked)
      .row(0)
      .map(Number);
    // Most columns return here, without checking which values are spellings of a missing one.
    const casts = (typedNulls ?? nulls) === column.nullCount();
    if (casts && suspected === 0) return true;
    const spoken = frame.filter(raw.isNotNull().and(isMissingTokenExpr(raw).not()));
    const misfits = casts ? [] : spoken.filter(cast.isNull()).head(1).rows();
    if (misfits.length > 0) {
      if (this.#misfits.length < misfitsMax) {
        this.#misfits.push(headOfText(String(misfits[0]?.[0]), misfitCharsMax));
      }
      return false;
    }
    return suspected === 0 || Number(spoken.select(suspects.alias("n")).row(0)[0] ?? 0) === 0;
  }

  #tellingOf(values: Column, spoken: readonly string[]): string {
    return decisiveValue(spoken, this.#origin.kind) ?? firstSpoken(values);
  }
}

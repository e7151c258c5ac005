/**
 * Planned expressions as Polars expressions. Every computed value becomes a column of its own, so
 * that no expression is built or computed twice, however deep they stand in each other.
 */
import pl, { type Expr, type LazyDataFrame } from "nodejs-polars";
import {
  kindOf,
  type Literal,
  type Place,
  type PlannedCase,
  type PlannedCondition,
  type PlannedExpression,
  partsOf,
  type ValueKind,
} from "../../market/query/plan.ts";
import type { ValueFault } from "../../market/query/value-faults.ts";
import { int } from "./calendar.ts";
import { type Callee, calls, isRaising } from "./calls.ts";
import type { ColumnSource } from "./column-source.ts";
import { type Comparable, compareWithLiteral, isOneOf, relate } from "./comparison.ts";
import { faultIf } from "./run-fault.ts";

/** `level`: the number of steps after which its columns exist. */
type Value = { expression: Expr; level: number };

/** The rows in which a fault counts; null means all. */
type Mask = Value | null;

/** Column names of a group's keys and aggregates. */
export type GroupColumns = { keys: string[]; aggregates: string[] };

export class Compiler {
  readonly #sources: readonly ColumnSource[];
  readonly #groups: GroupColumns | null;
  readonly #prefix: string;
  #steps: Expr[][] = [];
  #count = 0;

  /** `prefix` keeps the columns of several compilers on one frame apart. */
  constructor(sources: readonly ColumnSource[], groups: GroupColumns | null, prefix: string) {
    this.#sources = sources;
    this.#groups = groups;
    this.#prefix = prefix;
  }

  /** The value's expression, on the frame that `apply` returns. */
  value(expression: PlannedExpression): Expr {
    return this.#value(expression, null).expression;
  }

  /** The value as a column, so that a constant has a value in every row. */
  column(expression: PlannedExpression, mask: PlannedExpression | null = null): Expr {
    const inside = mask === null ? null : this.#value(mask, null);
    const { expression: value, level } = this.#value(expression, inside);
    return this.#bind(value, level).expression;
  }

  /** The frame with the columns that the expressions so far need. */
  apply(lazy: LazyDataFrame): LazyDataFrame {
    const steps = this.#steps;
    this.#steps = [];
    return steps.reduce((frame, columns) => frame.withColumns(...columns), lazy);
  }

  #bind(expression: Expr, level: number): Value {
    this.#count += 1;
    const name = `\u0000${this.#prefix}${this.#count}`;
    const step = this.#steps[level] ?? [];
    this.#steps[level] = step;
    step.push(expression.alias(name));
    return { expression: pl.col(name), level: level + 1 };
  }

  #value(expression: PlannedExpression, mask: Mask): Value {
    switch (expression.is) {
      case "column":
        return {
          expression: this.#source(expression.table).value(expression.column.name),
          level: 0,
        };
      case "literal":
        return { expression: literal(expression.value, expression.kind), level: 0 };
      case "group":
        return this.#groupValue(expression, mask);
      case "call": {
        const of = expression.of.map((part, at) =>
          this.#value(part, this.#partMask(expression, at, mask)),
        );
        return this.#call(expression, of, mask);
      }
      case "case":
        return this.#case(expression, mask);
      case "aggregate":
        throw new RangeError("an aggregate outside groups");
      default:
        return this.#condition(expression, mask);
    }
  }

  #source(table: number): ColumnSource {
    const source = this.#sources[table];
    if (source === undefined) throw new RangeError("a table that the task does not name");
    return source;
  }

  /** Sums may be decimals, so that no digit is lost; computing takes 64 bits. */
  #groupValue(
    { of, position, kind }: Extract<PlannedExpression, { is: "group" }>,
    mask: Mask,
  ): Value {
    const column = pl.col(this.#groups?.[of][position] ?? "");
    if (kind === "date") return { expression: column.cast(pl.Date), level: 0 };
    if (kind === "datetime") return { expression: column.cast(pl.Datetime("us")), level: 0 };
    if (kind !== "integer") return { expression: column, level: 0 };
    const isWide = column.cast(pl.Float64).abs().gtEq(pl.lit(9.2e18));
    return this.#guarded(
      { expression: column.cast(pl.Int64, false), level: 0 },
      isWide,
      "overflow",
      {
        at: 0,
        level: 0,
        mask,
      },
    );
  }

  /** In the later values of coalesce a fault counts only where they are used. */
  #partMask(call: Extract<PlannedExpression, { is: "call" }>, at: number, mask: Mask): Mask {
    if (call.call !== "coalesce" || at === 0 || !mayRaise(call.of[at])) return mask;
    const before = call.of.slice(0, at).map((part) => this.#value(part, mask));
    const isMissing = before.map((value) => value.expression.isNull());
    return this.#masked(mask, isMissing, Math.max(...before.map(({ level }) => level)));
  }

  #masked(mask: Mask, conditions: readonly Expr[], level: number): Mask {
    const all = [...(mask === null ? [] : [mask.expression]), ...conditions];
    const joined = all.reduce((one, other) => one.and(other));
    return this.#bind(joined, Math.max(level, mask?.level ?? 0));
  }

  #guarded(
    value: Value,
    isFaulty: Expr,
    code: ValueFault,
    { at, level, mask }: { at: Place; level: number; mask: Mask },
  ): Value {
    const counts = mask === null ? isFaulty : isFaulty.and(mask.expression);
    const fault = faultIf(counts, code, at);
    const guarded = pl.when(fault.isNull()).then(value.expression).otherwise(pl.lit(null));
    return this.#bind(guarded, Math.max(value.level, level, mask?.level ?? 0));
  }

  #call(call: Extract<PlannedExpression, { is: "call" }>, of: readonly Value[], mask: Mask): Value {
    const callee: Callee = calls[call.call];
    let level = Math.max(0, ...of.map((value) => value.level));
    const kinds = call.of.map(kindOf);
    const keep = (expression: Expr): Expr => {
      const kept = this.#bind(expression, level);
      level = kept.level;
      return kept.expression;
    };
    const { value, faults = [] } = callee(
      of.map(({ expression }) => expression),
      { settings: call.settings, kinds, kind: call.kind, keep },
    );
    return faults.reduce(
      (guarded, [isFaulty, code]) =>
        this.#guarded(guarded, isFaulty, code, { at: call.at, level, mask }),
      this.#bind(value, level),
    );
  }

  #case({ branches, otherwise, kind }: PlannedCase, mask: Mask): Value {
    let rest = mask;
    let level = 0;
    const parts = branches.map(({ when, value }) => {
      const isTrue = this.#value(when, rest);
      const holds = this.#bind(isTrue.expression.fillNull(pl.lit(false)), isTrue.level);
      const inside = mayRaise(value) ? this.#masked(rest, [holds.expression], holds.level) : null;
      const result = this.#value(value, inside);
      rest = this.#masked(rest, [holds.expression.not()], holds.level);
      level = Math.max(level, holds.level, result.level);
      return { holds, result };
    });
    const last = this.#value(otherwise, rest);
    const [first, ...more] = parts;
    if (first === undefined) return last;
    const begun = pl.when(first.holds.expression).then(typed(first.result.expression, kind));
    const chain = more.reduce<Pick<typeof begun, "when" | "otherwise">>(
      (chosen, { holds, result }) =>
        chosen.when(holds.expression).then(typed(result.expression, kind)),
      begun,
    );
    const whole = chain.otherwise(typed(last.expression, kind));
    return this.#bind(whole, Math.max(level, last.level));
  }

  #condition(condition: PlannedCondition, mask: Mask): Value {
    switch (condition.is) {
      case "all":
      case "any":
        return this.#joined(condition, mask);
      case "not": {
        const { expression, level } = this.#value(condition.of, mask);
        return { expression: expression.not(), level };
      }
      case "null": {
        const { expression, level } = this.#compared(condition.of, mask);
        return { expression: expression.isNull(), level };
      }
      case "text": {
        const { op, value, ignoresCase } = condition;
        const { expression, level } = this.#compared(condition.of, mask);
        const text = ignoresCase ? expression.str.toLowerCase() : expression;
        const part = ignoresCase ? pl.lit(value).str.toLowerCase() : pl.lit(value);
        const test = { contains: () => text.str.contains(part, true) };
        if (op === "contains") return { expression: test.contains(), level };
        const found = op === "starts_with" ? text.str.startsWith(part) : text.str.endsWith(part);
        return { expression: found, level };
      }
      case "compare": {
        const { left, op, right } = condition;
        if (right.is === "literal" && right.value !== null) {
          const value = this.#compared(left, mask);
          return { expression: compareWithLiteral(value, op, right.value), level: value.level };
        }
        const [one, other] = [this.#value(left, mask), this.#value(right, mask)];
        const level = Math.max(one.level, other.level);
        return { expression: relate[op](one.expression, other.expression), level };
      }
      case "in": {
        const value = this.#compared(condition.of, mask);
        return { expression: isOneOf(value, condition.values), level: value.level };
      }
    }
  }

  /** In `all`, a fault counts only where the earlier conditions hold; in `any`, where none does. */
  #joined({ is, of }: Extract<PlannedCondition, { is: "all" | "any" }>, mask: Mask): Value {
    let rest = mask;
    let level = 0;
    const tests = of.map((part, at) => {
      const value = this.#value(part, rest);
      level = Math.max(level, value.level);
      if (of.slice(at + 1).some(mayRaise)) {
        const isOpen = is === "all" ? value.expression : value.expression.not();
        const known = isOpen.fillNull(pl.lit(is === "any"));
        rest = this.#masked(rest, [known], value.level);
      }
      return value.expression;
    });
    const [first, ...more] = tests;
    if (first === undefined) return { expression: pl.lit(is === "all"), level };
    const joined = more.reduce(
      (one, other) => (is === "all" ? one.and(other) : one.or(other)),
      first,
    );
    return { expression: joined, level };
  }

  /** A column keeps its stored type, so that bounds of row groups apply. */
  #compared(expression: PlannedExpression, mask: Mask): Comparable & { level: number } {
    const kind = kindOf(expression);
    if (expression.is === "column") {
      const source = this.#source(expression.table);
      const { name } = expression.column;
      return { expression: source.compared(name), kind, dtype: source.dtypeOf(name), level: 0 };
    }
    const value = this.#value(expression, mask);
    const isTime = kind === "date" || kind === "datetime" || kind === "time";
    const compared = isTime ? value.expression.cast(pl.Int64) : value.expression;
    return { expression: compared, kind, dtype: "", level: value.level };
  }
}

function mayRaise(expression: PlannedExpression | undefined): boolean {
  if (expression === undefined) return false;
  if (expression.is === "call" && isRaising(expression.call)) return true;
  if (expression.is === "group" && expression.kind === "integer") return true;
  return partsOf(expression).some(mayRaise);
}

const dtypes = {
  boolean: pl.Bool,
  integer: pl.Int64,
  number: pl.Float64,
  decimal: pl.Float64,
  string: pl.Utf8,
  date: pl.Date,
  time: pl.Time,
  datetime: pl.Datetime("us"),
} as const;

function typed(expression: Expr, kind: ValueKind): Expr {
  const dtype = kind in dtypes ? dtypes[kind as keyof typeof dtypes] : null;
  return dtype === null ? expression : expression.cast(dtype);
}

function literal(value: Literal | null, kind: ValueKind): Expr {
  if (value === null) return typed(pl.lit(null), kind === "null" ? "string" : kind);
  if (value.of === "boolean" || value.of === "string") return pl.lit(value.value);
  if (value.of === "number") return pl.lit(value.value).cast(pl.Float64);
  const digits = int(BigInt(value.digits));
  if (kind === "number" || kind === "decimal") return digits.cast(pl.Float64);
  if (value.of === "integer") return digits;
  if (value.of === "date") return digits.cast(pl.Int32).cast(pl.Date);
  return value.of === "time" ? digits.cast(pl.Time) : digits.cast(pl.Datetime("us"));
}

/** Reads expressions of PostgreSQL's parse tree. Every kind of node and every field is listed. */
import type {
  A_Const,
  A_Expr,
  ColumnRef,
  FuncCall,
  Node,
  TypeCast,
} from "../../platform/sql/parse-sql.ts";
import { ownEntry } from "../own-entry.ts";
import { QUERY_LIST_VALUES_MAX, QUERY_SQL_DEPTH_MAX, QUERY_TEXT_CHARS_MAX } from "./limits.ts";
import type { AggregateFunction, Comparison, Place } from "./plan.ts";
import type { Constant, Interval, SelectExpression } from "./select.ts";

/** A part of SQL that a query may not have. */
export class Unsupported extends Error {
  readonly at: Place;

  constructor(detail: string, at: Place) {
    super(detail);
    this.name = "Unsupported";
    this.at = at;
  }
}

/** Refuses fields that the reader does not know, which would change the meaning. */
export function only<Fields extends object>(
  fields: Fields,
  known: readonly (keyof Fields)[],
  at = 0,
) {
  for (const [name, value] of Object.entries(fields)) {
    if ((known as readonly string[]).includes(name) || value === undefined) continue;
    const { location } = fields as { location?: number };
    throw new Unsupported("This form is not supported here.", location ?? at);
  }
}

/** The place of a node, or of the first node in it that has one. */
export function placeOf(node: object): number {
  for (const value of Object.values(node)) {
    if (typeof value !== "object" || value === null) continue;
    const { location } = value as { location?: number };
    return typeof location === "number" && location >= 0 ? location : placeOf(value);
  }
  return 0;
}

export function nameOf(fields: readonly Node[], at: Place): string {
  const [field] = fields;
  if (fields.length !== 1 || field === undefined || !("String" in field)) {
    throw new Unsupported('A column is name, table.name or "Name with capitals or spaces".', at);
  }
  return field.String.sval ?? "";
}

export function readExpression(node: Node, depth = 1): SelectExpression {
  if (depth > QUERY_SQL_DEPTH_MAX) {
    const detail = `Expressions stand up to ${QUERY_SQL_DEPTH_MAX} deep in each other.`;
    throw new Unsupported(detail, placeOf(node));
  }
  const read = (inner: Node | undefined): SelectExpression => {
    if (inner === undefined) throw new Unsupported("This is incomplete.", placeOf(node));
    return readExpression(inner, depth + 1);
  };
  if ("ColumnRef" in node) return readColumn(node.ColumnRef);
  if ("A_Const" in node) return readConstant(node.A_Const);
  if ("A_Expr" in node) return readOperator(node.A_Expr, read);
  if ("FuncCall" in node) return readCall(node.FuncCall, read);
  if ("TypeCast" in node) return readCast(node.TypeCast, read);
  if ("BoolExpr" in node) {
    const { boolop, args = [], location: at = 0 } = node.BoolExpr;
    if (boolop === "NOT_EXPR") return { is: "not", of: read(args[0]), at };
    return { is: boolop === "AND_EXPR" ? "all" : "any", of: args.map(read) };
  }
  if ("NullTest" in node) {
    const { arg, nulltesttype, location: at = 0 } = node.NullTest;
    const test: SelectExpression = { is: "null", of: read(arg), at };
    return nulltesttype === "IS_NOT_NULL" ? { is: "not", of: test, at } : test;
  }
  if ("BooleanTest" in node) {
    const { arg, booltesttype = "IS_TRUE", location: at = 0 } = node.BooleanTest;
    return booleanTest(read(arg), booltesttype, at);
  }
  if ("CaseExpr" in node) {
    const { arg, args = [], defresult, location: at = 0, ...rest } = node.CaseExpr;
    only(rest, []);
    const subject = arg === undefined ? null : read(arg);
    const branches = args.map((branch) => {
      if (!("CaseWhen" in branch)) throw new Unsupported("This CASE is not supported.", at);
      const { expr, result, location: place = 0 } = branch.CaseWhen;
      const when = read(expr);
      const test: SelectExpression =
        subject === null
          ? when
          : { is: "compare", left: subject, op: "eq", right: when, at: place };
      return { when: test, value: read(result) };
    });
    return { is: "case", branches, otherwise: defresult ? read(defresult) : null, at };
  }
  if ("CoalesceExpr" in node) {
    const { args = [], location: at = 0 } = node.CoalesceExpr;
    return { is: "call", name: "coalesce", of: args.map(read), at };
  }
  if ("MinMaxExpr" in node) {
    const { op, args = [], location: at = 0 } = node.MinMaxExpr;
    return { is: "call", name: op === "IS_LEAST" ? "least" : "greatest", of: args.map(read), at };
  }
  throw new Unsupported(refusalOf(node), placeOf(node));
}

/** A contract, unlike a query, has `{today}`. */
export const noClock = "The current time is not available: write it as a constant.";

/** What to write instead of a kind of node that is not supported. */
const refusals: Record<string, string> = {
  SubLink: "Subqueries are not supported: join the table, or send two queries.",
  SQLValueFunction: noClock,
  ParamRef: "Parameters are not supported: write the value.",
  A_Indirection: "Parts of nested values are not supported.",
  A_ArrayExpr: "Arrays are not supported.",
  RowExpr: "Rows of values are not supported: compare each column.",
  GroupingSet: "GROUPING SETS, ROLLUP and CUBE are not supported: send one query for each.",
  CollateClause: "COLLATE is not supported: texts compare by their UTF-8 bytes.",
  SetToDefault: "DEFAULT is not supported here.",
};

function refusalOf(node: Node): string {
  const [kind = ""] = Object.keys(node);
  return ownEntry(refusals, kind) ?? "This is not supported.";
}

function readColumn({ fields = [], location: at = 0 }: ColumnRef): SelectExpression {
  if (fields.some((field) => "A_Star" in field)) {
    throw new Unsupported("`*` stands alone in SELECT, or in count(*).", at);
  }
  const name = nameOf(fields.slice(-1), at);
  const table = fields.length === 1 ? null : nameOf(fields.slice(0, -1), at);
  return { is: "column", table, name, at };
}

function readConstant({ location: at = 0, ...constant }: A_Const): Constant {
  const of = (value: Constant["value"], written: Constant["written"] = "plain"): Constant => {
    return { is: "constant", value, written, at };
  };
  if (constant.isnull) return of(null);
  if (constant.ival !== undefined) return of(constant.ival.ival ?? 0);
  if (constant.boolval !== undefined) return of(constant.boolval.boolval ?? false);
  if (constant.sval !== undefined) return of(textOf(constant.sval.sval ?? "", at));
  const digits = constant.fval?.fval ?? "";
  if (/^-?\d{1,39}$/.test(digits)) return of(digits, "integer");
  const number = Number(digits);
  if (/^-?\d*\.?\d*$/.test(digits)) return of(number, "decimal");
  if (/^-?\d*\.?\d*e[-+]?\d+$/i.test(digits) && Number.isFinite(number))
    return of(number, "double");
  throw new Unsupported("This constant is not supported: write a decimal number or a text.", at);
}

function textOf(text: string, at: Place): string {
  if (text.length <= QUERY_TEXT_CHARS_MAX) return text;
  throw new Unsupported(`A text has up to ${QUERY_TEXT_CHARS_MAX} characters.`, at);
}

function booleanTest(of: SelectExpression, test: string, at: Place): SelectExpression {
  const known = (value: SelectExpression): SelectExpression => {
    const no: Constant = { is: "constant", value: false, written: "plain", at };
    return { is: "call", name: "coalesce", of: [value, no], at };
  };
  const not = (value: SelectExpression): SelectExpression => ({ is: "not", of: value, at });
  const tests: Record<string, SelectExpression> = {
    IS_TRUE: known(of),
    IS_NOT_TRUE: not(known(of)),
    IS_FALSE: known(not(of)),
    IS_NOT_FALSE: not(known(not(of))),
    IS_UNKNOWN: { is: "null", of, at },
    IS_NOT_UNKNOWN: not({ is: "null", of, at }),
  };
  const found = ownEntry(tests, test);
  if (found === undefined) throw new Unsupported("This test is not supported.", at);
  return found;
}

type Read = (node: Node | undefined) => SelectExpression;

const comparisonOf: Record<string, Comparison> = {
  "=": "eq",
  "<>": "ne",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
};
const arithmetic: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%", "//", "^", "||"]);

/** Advice for PostgreSQL's other operators. */
const operatorRefusals: Record<string, string> = {
  "==": "Write =.",
  "**": "Write ^ or pow(a, b).",
  "~": "Regular expressions are not supported: use LIKE.",
  "~*": "Regular expressions are not supported: use ILIKE.",
  "!~": "Regular expressions are not supported: use NOT LIKE.",
  "!~*": "Regular expressions are not supported: use NOT ILIKE.",
};

function readOperator(expression: A_Expr, read: Read): SelectExpression {
  only(expression, [
    ...(["kind", "name", "lexpr", "rexpr", "location"] as const),
    ...(["rexpr_list_start", "rexpr_list_end"] as const),
  ]);
  const { kind, name: names = [], lexpr, rexpr, location: at = 0 } = expression;
  const name = nameOf(names, at);
  const list = () => (rexpr !== undefined && "List" in rexpr ? (rexpr.List.items ?? []) : []);
  const unless = (isNot: boolean, test: SelectExpression): SelectExpression => {
    return isNot ? { is: "not", of: test, at } : test;
  };
  switch (kind) {
    case "AEXPR_OP":
      return readSymbol({ name, at, left: lexpr && read(lexpr), right: read(rexpr) });
    case "AEXPR_IN": {
      const values = list();
      if (values.length > QUERY_LIST_VALUES_MAX) {
        throw new Unsupported(`IN takes up to ${QUERY_LIST_VALUES_MAX} values.`, at);
      }
      return unless(name === "<>", { is: "in", of: read(lexpr), values: values.map(read), at });
    }
    case "AEXPR_LIKE":
    case "AEXPR_ILIKE": {
      const ignoresCase = kind === "AEXPR_ILIKE";
      const like = { is: "like", of: read(lexpr), ...patternOf(rexpr, read), ignoresCase, at };
      return unless(name.startsWith("!"), like as SelectExpression);
    }
    case "AEXPR_BETWEEN":
    case "AEXPR_NOT_BETWEEN": {
      const [from, to] = list();
      const left = read(lexpr);
      const between: SelectExpression = {
        is: "all",
        of: [
          { is: "compare", left, op: "gte", right: read(from), at },
          { is: "compare", left, op: "lte", right: read(to), at },
        ],
      };
      return unless(kind === "AEXPR_NOT_BETWEEN", between);
    }
    case "AEXPR_DISTINCT":
    case "AEXPR_NOT_DISTINCT": {
      const [left, right] = [read(lexpr), read(rexpr)];
      if (right.is === "constant" && right.value === null) {
        return unless(kind === "AEXPR_DISTINCT", { is: "null", of: left, at });
      }
      const bothNull: SelectExpression = {
        is: "all",
        of: [left, right].map((of): SelectExpression => ({ is: "null", of, at })),
      };
      const equal = booleanTest({ is: "compare", left, op: "eq", right, at }, "IS_TRUE", at);
      return unless(kind === "AEXPR_DISTINCT", { is: "any", of: [equal, bothNull] });
    }
    case "AEXPR_NULLIF":
      return { is: "call", name: "nullif", of: [read(lexpr), read(rexpr)], at };
    case "AEXPR_SIMILAR":
      throw new Unsupported("SIMILAR TO is not supported: use LIKE.", at);
    case "AEXPR_BETWEEN_SYM":
    case "AEXPR_NOT_BETWEEN_SYM":
      throw new Unsupported("SYMMETRIC is not supported: write the smaller value first.", at);
    default:
      throw new Unsupported("This comparison is not supported: join the table, or use IN.", at);
  }
}

function readSymbol({
  name,
  at,
  left,
  right,
}: {
  name: string;
  at: Place;
  left: SelectExpression | undefined;
  right: SelectExpression;
}): SelectExpression {
  if (left === undefined) {
    if (name === "+") return { is: "call", name: "positive", of: [right], at };
    if (name === "-") return { is: "call", name: "negative", of: [right], at };
  } else {
    const op = ownEntry(comparisonOf, name);
    if (op !== undefined) return { is: "compare", left, op, right, at };
    if (name === "//" && (isOperation(left, "//") || isOperation(right, ""))) {
      throw new Unsupported(
        "Around // stand columns, numbers and functions, because SQL systems read a + b // c " +
          "differently: write CAST(trunc((a + b) / c) AS BIGINT).",
        at,
      );
    }
    if (arithmetic.has(name)) return { is: "call", name, of: [left, right], at };
  }
  const advice =
    ownEntry(operatorRefusals, name) ?? "Use = <> < <= > >= + - * / % // ^ || or a function.";
  throw new Unsupported(`The operator ${name.slice(0, 10)} is not supported. ${advice}`, at);
}

/** PostgreSQL's grammar gives // a lower rank than +, DuckDB's the rank of *. */
function isOperation(expression: SelectExpression, allowed: string): boolean {
  if (expression.is !== "call") return false;
  return arithmetic.has(expression.name) && expression.name !== allowed;
}

function patternOf(node: Node | undefined, read: Read) {
  if (node !== undefined && "FuncCall" in node) {
    const { funcname = [], args = [] } = node.FuncCall;
    const last = funcname.at(-1);
    if (last !== undefined && "String" in last && last.String.sval === "like_escape") {
      return { pattern: read(args[0]), escape: read(args[1]) };
    }
  }
  return { pattern: read(node), escape: null };
}

const aggregateNames: Record<string, AggregateFunction> = {
  count: "count",
  sum: "sum",
  avg: "mean",
  mean: "mean",
  min: "min",
  max: "max",
  median: "median",
  stddev: "stddev",
  stddev_samp: "stddev",
  stddev_pop: "stddev_pop",
  variance: "variance",
  var_samp: "variance",
  var_pop: "variance_pop",
};

export const knownAggregates: readonly string[] = Object.keys(aggregateNames);

function readCall(call: FuncCall, read: Read): SelectExpression {
  const { funcname = [], args = [], location: at = 0 } = call;
  const schema = funcname.length > 1 ? nameOf(funcname.slice(0, -1), at) : "pg_catalog";
  const name = nameOf(funcname.slice(-1), at).toLowerCase();
  if (
    schema !== "pg_catalog" ||
    (call.funcformat === "COERCE_EXPLICIT_CALL" && funcname.length > 1)
  )
    throw new Unsupported("A function has no schema: write its name only.", at);
  if (call.over !== undefined) {
    throw new Unsupported("Window functions (OVER) are not supported: use GROUP BY.", at);
  }
  if (call.agg_within_group) {
    throw new Unsupported("WITHIN GROUP is not supported: use median.", at);
  }
  if (call.agg_order !== undefined) {
    throw new Unsupported("ORDER BY within a function is not supported.", at);
  }
  if (call.func_variadic) throw new Unsupported("VARIADIC is not supported.", at);
  if (args.some((arg) => "NamedArgExpr" in arg)) {
    throw new Unsupported("Named parameters are not supported: write the values in order.", at);
  }
  const aggregate = ownEntry(aggregateNames, name);
  if (aggregate !== undefined) return readAggregate(call, aggregate, read);
  if (call.agg_star || call.agg_distinct || call.agg_filter !== undefined) {
    throw new Unsupported(
      `\`*\`, DISTINCT and FILTER are for aggregates: ${knownAggregates.join(", ")}.`,
      at,
    );
  }
  return { is: "call", name, of: args.map(read), at };
}

function readAggregate(call: FuncCall, aggregate: AggregateFunction, read: Read): SelectExpression {
  const { args = [], location: at = 0 } = call;
  const filter = call.agg_filter === undefined ? null : read(call.agg_filter);
  const of = args[0] === undefined ? null : read(args[0]);
  if (args.length > 1) throw new Unsupported("An aggregate takes one value.", at);
  if ((call.agg_star || of === null) && aggregate !== "count") {
    throw new Unsupported("Only count takes `*`: name a column.", at);
  }
  if (!call.agg_distinct || aggregate === "min" || aggregate === "max") {
    return { is: "aggregate", function: aggregate, of, filter, at };
  }
  if (aggregate !== "count") {
    throw new Unsupported("DISTINCT is for count, min and max only.", at);
  }
  return { is: "aggregate", function: "count_distinct", of, filter, at };
}

/** Types by PostgreSQL's names: the target of a cast. */
const castTypes: Record<string, string> = {
  int2: "smallint",
  smallint: "smallint",
  int4: "integer",
  integer: "integer",
  int: "integer",
  int8: "bigint",
  bigint: "bigint",
  float8: "double",
  double: "double",
  varchar: "text",
  text: "text",
  string: "text",
  date: "date",
  timestamp: "datetime",
  datetime: "datetime",
  bool: "boolean",
  boolean: "boolean",
  time: "time",
  interval: "interval",
};

const typeRefusals: Record<string, string> = {
  numeric: "DECIMAL is not supported: use DOUBLE, and round() for digits.",
  decimal: "DECIMAL is not supported: use DOUBLE, and round() for digits.",
  float4: "REAL loses digits: use DOUBLE.",
  timestamptz: "TIMESTAMP WITH TIME ZONE is not supported: times are in UTC, use TIMESTAMP.",
  bpchar: "CHAR is not supported: use TEXT.",
};

function readCast(cast: TypeCast, read: Read): SelectExpression {
  only(cast, ["arg", "typeName", "location"]);
  const { arg, typeName } = cast;
  const { location = -1 } = cast;
  const at = location >= 0 ? location : (typeName?.location ?? 0);
  const last = typeName?.names?.at(-1);
  const name = last !== undefined && "String" in last ? (last.String.sval ?? "") : "";
  const to = ownEntry(castTypes, name.toLowerCase());
  if (to === undefined || typeName?.arrayBounds !== undefined || typeName?.setof) {
    const advice = `Use ${[...new Set(Object.values(castTypes))].slice(0, -2).join(", ")}.`;
    throw new Unsupported(
      ownEntry(typeRefusals, name) ?? `This type is not supported. ${advice}`,
      at,
    );
  }
  const value = read(arg);
  if (to === "interval") return readInterval(value, typeName?.typmods, at);
  if (typeName?.typmods !== undefined) {
    throw new Unsupported("A length or precision is not supported: leave it out.", at);
  }
  const isText = value.is === "constant" && typeof value.value === "string";
  if (
    isText &&
    value.written === "plain" &&
    (to === "date" || to === "datetime" || to === "time")
  ) {
    return { ...value, written: to };
  }
  if (to === "time") throw new Unsupported("Nothing can be cast to TIME.", at);
  return { is: "cast", of: value, to, at };
}

const units: Record<string, { months: number; microseconds: number }> = {
  year: { months: 12, microseconds: 0 },
  quarter: { months: 3, microseconds: 0 },
  month: { months: 1, microseconds: 0 },
  week: { months: 0, microseconds: 7 * 86_400_000_000 },
  day: { months: 0, microseconds: 86_400_000_000 },
  hour: { months: 0, microseconds: 3_600_000_000 },
  minute: { months: 0, microseconds: 60_000_000 },
  second: { months: 0, microseconds: 1_000_000 },
};

/** PostgreSQL's bits for the unit of `INTERVAL '2' MONTH`. */
const unitBits = new Map([
  [2, "month"],
  [4, "year"],
  [8, "day"],
  [1024, "hour"],
  [2048, "minute"],
  [4096, "second"],
]);
/** Ten thousand years. */
const intervalMonthsMax = 120_000;

function readInterval(value: SelectExpression, typmods: Node[] | undefined, at: Place): Interval {
  const text = value.is === "constant" ? String(value.value) : "";
  const [bits] = typmods ?? [];
  const bit = bits !== undefined && "A_Const" in bits ? bits.A_Const.ival?.ival : undefined;
  const found = /^(-?\d{1,9})(?: *([a-z]+?)s?)?$/i.exec(text.trim());
  const name = (found?.[2] ?? unitBits.get(bit ?? 0) ?? "").toLowerCase();
  const unit = ownEntry(units, name);
  const isDoubled = found?.[2] !== undefined && typmods !== undefined;
  const amount = Number(found?.[1]);
  const isLong =
    Math.abs(amount * (unit?.months ?? 0)) > intervalMonthsMax ||
    Math.abs(amount * (unit?.microseconds ?? 0)) > intervalMonthsMax * 31 * 86_400_000_000;
  if (found === null || unit === undefined || isDoubled || isLong) {
    const names = Object.keys(units).join(", ");
    throw new Unsupported(`An interval is such as INTERVAL '3 days', of one unit: ${names}.`, at);
  }
  return {
    is: "interval",
    months: amount * unit.months,
    microseconds: amount * unit.microseconds,
    at,
  };
}

/** Gives every expression of a query its type, or refuses it. Pure. */

import { ownEntry } from "../own-entry.ts";
import { checkCall } from "./check-call.ts";
import type { Checks } from "./checks.ts";
import { displayName } from "./display.ts";
import {
  isComputedDecimal,
  isExact,
  nameOfKind,
  nanosecondsDetail,
  placeOf,
  type Scope,
  storesNanoseconds,
  unified,
  unordered,
} from "./kinds.ts";
import { likePattern } from "./like-pattern.ts";
import {
  type AggregateFunction,
  kindOf,
  type Literal,
  type Place,
  type PlannedAggregate,
  type PlannedCall,
  type PlannedExpression,
  type ValueKind,
} from "./plan.ts";
import { isComparable, readLiteral, wantedOf } from "./read-literal.ts";
import type { Constant, SelectExpression } from "./select.ts";

/** Null if there are faults, which `checks` collects. */
export function checkExpression(asked: SelectExpression, scope: Scope): PlannedExpression | null {
  const { checks } = scope;
  if (!checks.count(placeOf(asked))) return null;
  switch (asked.is) {
    case "column":
      return checks.column(asked.table, asked.name, asked.at);
    case "constant":
      return checkConstant(asked, checks);
    case "interval":
      return checks.refuse(asked.at, "An interval is added to a date or subtracted from it.");
    case "call":
      return checkCall(asked, scope);
    case "cast": {
      const of = scope.check(asked.of, scope);
      return of === null ? null : checkCast(of, asked, checks);
    }
    case "case":
      return checkCase(asked, scope);
    case "aggregate":
      return checkAggregate(asked, scope);
    case "all":
    case "any": {
      const of = asked.of.map((one) => checkCondition(one, scope));
      const known = of.filter((one) => one !== null);
      return known.length < of.length ? null : { is: asked.is, of: known };
    }
    case "not": {
      const of = checkCondition(asked.of, scope);
      return of === null ? null : { is: "not", of };
    }
    case "null": {
      const of = scope.check(asked.of, scope);
      return of === null ? null : { is: "null", of };
    }
    case "compare":
      return checkComparison(asked, scope);
    case "in":
      return checkList(asked, scope);
    case "text":
    case "like":
      return checkText(asked, scope);
  }
}

/** A condition; numbers and texts are none. */
export function checkCondition(asked: SelectExpression, scope: Scope): PlannedExpression | null {
  const checked = scope.check(asked, scope);
  if (checked === null) return null;
  const kind = kindOf(checked);
  if (kind === "boolean") return checked;
  if (kind === "null") return { is: "literal", value: null, kind: "boolean" };
  return scope.checks.refuse(
    placeOf(asked),
    `A condition is true or false; this is of type ${nameOfKind(kind)}.`,
  );
}

function checkConstant({ value, written, at }: Constant, checks: Checks): PlannedExpression | null {
  if (value === null) return { is: "literal", value: null, kind: "null" };
  if (typeof value === "boolean") {
    return { is: "literal", value: { of: "boolean", value }, kind: "boolean" };
  }
  if (written === "date" || written === "datetime" || written === "time") {
    const literal = readLiteral(value, written);
    if (literal !== null) return { is: "literal", value: literal, kind: written };
    return checks.refuse(at, `${JSON.stringify(value).slice(0, 60)} is no ${written}.`);
  }
  if (typeof value === "string" && written === "plain") {
    return { is: "literal", value: { of: "string", value }, kind: "string" };
  }
  if (written === "decimal" || written === "double") {
    const kind = written === "decimal" ? "decimal" : "number";
    return { is: "literal", value: { of: "number", value: Number(value) }, kind };
  }
  const integer = Number.isInteger(value) || written === "integer";
  const literal = integer ? readLiteral(value, "integer") : null;
  if (literal?.of === "integer") {
    if (isInt64(BigInt(literal.digits))) return { is: "literal", value: literal, kind: "integer" };
    return checks.refuse(at, "This number has more than 64 bits.");
  }
  return { is: "literal", value: { of: "number", value: Number(value) }, kind: "number" };
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

type Compared = Extract<SelectExpression, { is: "compare" }>;

const flipped = { eq: "eq", ne: "ne", lt: "gt", lte: "gte", gt: "lt", gte: "lte" } as const;

function checkComparison(asked: Compared, scope: Scope): PlannedExpression | null {
  const { checks } = scope;
  const { left, right, op, at } = asked;
  if (left.is === "constant" && right.is !== "constant") {
    return checkComparison({ ...asked, left: right, right: left, op: flipped[op] }, scope);
  }
  const checked = scope.check(left, scope);
  if (checked === null) return null;
  if (storesNanoseconds(checked) && checked.is !== "column") {
    return checks.refuse(at, nanosecondsDetail);
  }
  if (right.is === "constant") {
    if (right.value === null) {
      return checks.refuse(right.at, "Nothing equals NULL: write IS NULL or IS NOT NULL.");
    }
    const isInstantBesideDate = right.written === "datetime" && kindOf(checked) === "date";
    if (!isComputedDecimal(checked) && !isInstantBesideDate) {
      const value = literalFor(checked, right, { checks, at });
      if (value === null) return null;
      return { is: "compare", left: checked, op, right: literalOf(value, checked) };
    }
  }
  const other = scope.check(right, scope);
  if (other === null) return null;
  const pair = unified([checked, other], at, checks, "compared");
  if (pair === null) return null;
  const [one, two] = pair.values;
  return one === undefined || two === undefined
    ? null
    : { is: "compare", left: one, op, right: two };
}

function literalOf(value: Literal, beside: PlannedExpression): PlannedExpression {
  const kind = value.of === "number" ? "number" : value.of;
  return { is: "literal", value, kind: kind === "number" ? kindOf(beside) : kind };
}

/** The constant in the type of the expression that it is compared with. */
function literalFor(
  expression: PlannedExpression,
  constant: Constant,
  { checks, at }: { checks: Checks; at: Place },
): Literal | null {
  const kind = kindOf(expression);
  const name = expression.is === "column" ? `Column ${displayName(expression.column.name)}` : null;
  if (!isComparable(kind)) {
    const detail = `${name ?? "This value"} is of type ${nameOfKind(kind)}: it can only be tested with is_null.`;
    return checks.refuse(at, detail);
  }
  const { value, written } = constant;
  if (value === null) return checks.refuse(constant.at, "NULL equals nothing.");
  const isOther =
    (written === "date" && kind !== "date" && kind !== "datetime") ||
    (written === "datetime" && kind !== "datetime") ||
    (written === "time" && kind !== "time");
  if (isOther) {
    return checks.refuse(
      constant.at,
      `${name ?? "This value"} is of type ${nameOfKind(kind)} and does not compare with a ${written}.`,
    );
  }
  const literal = readLiteral(value, kind);
  if (literal !== null) return literal;
  return checks.refuse(constant.at, describeWanted(name ?? "This value", kind));
}

function describeWanted(name: string, kind: ValueKind): string {
  return `${name} is of type ${nameOfKind(kind)} and compares with ${wantedOf(kind)}.`;
}

function checkList(
  asked: Extract<SelectExpression, { is: "in" }>,
  scope: Scope,
): PlannedExpression | null {
  const { checks } = scope;
  const of = scope.check(asked.of, scope);
  const literals = asked.values.map((value) => {
    if (value.is !== "constant") {
      return checks.refuse(placeOf(value), "IN takes constants: join expressions with OR.");
    }
    if (value.value === null) {
      return checks.refuse(value.at, "NULL in a list matches nothing: leave it out.");
    }
    return of === null ? null : literalFor(of, value, { checks, at: asked.at });
  });
  if (of === null || !isExact(of, asked.at, checks, "compared")) return null;
  const values = literals.filter((literal) => literal !== null);
  return values.length < literals.length ? null : { is: "in", of, values };
}

type TextTest = Extract<SelectExpression, { is: "text" | "like" }>;

function checkText(asked: TextTest, scope: Scope): PlannedExpression | null {
  const { checks } = scope;
  const of = scope.check(asked.of, scope);
  if (of === null) return null;
  const given = asked.is === "text" ? asked.value : asked.pattern;
  const value = given.is === "constant" && given.written === "plain" ? given.value : null;
  if (kindOf(of) !== "string" || typeof value !== "string") {
    return checks.refuse(placeOf(given), describeText(asked, of));
  }
  if (asked.is === "text") {
    return { is: "text", of, op: asked.op, value, ignoresCase: asked.ignoresCase };
  }
  const escapedBy = asked.escape === null ? null : textConstant(asked.escape);
  const pattern = likePattern(value, escapedBy);
  if ("fault" in pattern) return checks.refuse(placeOf(given), pattern.fault);
  if (asked.ignoresCase && /[İΣ]/.test(value)) {
    return checks.refuse(placeOf(given), "ILIKE does not support İ and Σ: use LIKE.");
  }
  const text = asked.ignoresCase ? lowered(of, asked.at) : of;
  const settings = [asked.ignoresCase ? pattern.regex.toLowerCase() : pattern.regex];
  return { is: "call", call: "matches", of: [text], settings, kind: "boolean", at: asked.at };
}

const lowered = (of: PlannedExpression, at: Place): PlannedCall => {
  return { is: "call", call: "lower", of: [of], settings: [], kind: "string", at };
};

function textConstant(asked: SelectExpression): string | null {
  const value = asked.is === "constant" ? asked.value : null;
  return typeof value === "string" ? value : null;
}

function describeText(asked: TextTest, of: PlannedExpression): string {
  if (kindOf(of) === "string") return "The pattern is a text constant.";
  const name = of.is === "column" ? `column ${displayName(of.column.name)}` : "this value";
  const test = asked.is === "text" ? `\`${asked.op}\`` : "LIKE";
  return `${test} compares text with a string; ${name} is of type ${nameOfKind(kindOf(of))}.`;
}

type Case = Extract<SelectExpression, { is: "case" }>;

function checkCase(asked: Case, scope: Scope): PlannedExpression | null {
  const branches = asked.branches.map(({ when, value }) => ({
    when: checkCondition(when, scope),
    value: scope.check(value, scope),
  }));
  const none: PlannedExpression = { is: "literal", value: null, kind: "null" };
  const otherwise = asked.otherwise === null ? none : scope.check(asked.otherwise, scope);
  const whens = branches.flatMap(({ when }) => when ?? []);
  const results = branches.flatMap(({ value }) => value ?? []);
  if (otherwise === null || whens.length + results.length < 2 * branches.length) return null;
  const common = unified([...results, otherwise], asked.at, scope.checks, "combined");
  if (common === null) return null;
  const values = common.values;
  return {
    is: "case",
    branches: whens.map((when, at) => ({ when, value: values[at] ?? none })),
    otherwise: values.at(-1) ?? none,
    kind: common.kind,
  };
}

const numeric: ReadonlySet<ValueKind> = new Set(["integer", "number", "decimal"]);

/** The kinds that a function accepts; functions not listed accept all. */
const taken: Partial<Record<AggregateFunction, (kind: ValueKind) => boolean>> = {
  count_distinct: (kind) => !unordered.has(kind),
  min: (kind) => !unordered.has(kind),
  max: (kind) => !unordered.has(kind),
  sum: (kind) => numeric.has(kind),
  mean: (kind) => numeric.has(kind),
  median: (kind) => numeric.has(kind),
  stddev: (kind) => numeric.has(kind),
  stddev_pop: (kind) => numeric.has(kind),
  variance: (kind) => numeric.has(kind),
  variance_pop: (kind) => numeric.has(kind),
};

type Aggregate = Extract<SelectExpression, { is: "aggregate" }>;

function checkAggregate(asked: Aggregate, scope: Scope): PlannedExpression | null {
  const { checks, noAggregates } = scope;
  const { function: name, at } = asked;
  if (noAggregates !== null) return checks.refuse(at, noAggregates);
  const inner: Scope = { ...scope, noAggregates: "Aggregates do not stand within each other." };
  const filter = asked.filter === null ? null : checkCondition(asked.filter, inner);
  if (asked.filter !== null && filter === null) return null;
  if (asked.of === null)
    return { is: "aggregate", function: name, of: null, filter, kind: "integer", at };
  const of = inner.check(asked.of, inner);
  if (of === null) return null;
  const kind = kindOf(of);
  if (kind === "null" || taken[name]?.(kind) === false) {
    const what = of.is === "column" ? `Column ${displayName(of.column.name)}` : "This value";
    const place = asked.of.is === "column" ? asked.of.at : at;
    return checks.refuse(place, `${what} is of type ${nameOfKind(kind)}, which has no ${name}.`);
  }
  if (name === "count_distinct" && !isExact(of, at, checks, "compared")) return null;
  return { is: "aggregate", function: name, of, filter, kind: kindOfAggregate(name, kind), at };
}

function kindOfAggregate(name: PlannedAggregate["function"], kind: ValueKind): ValueKind {
  if (name === "count" || name === "count_distinct") return "integer";
  return name === "min" || name === "max" || name === "sum" ? kind : "number";
}

function checkCast(
  of: PlannedExpression,
  { to, at }: { to: string; at: Place },
  checks: Checks,
): PlannedExpression | null {
  const from = kindOf(of);
  const target = ownEntry(castTargets, to);
  if (target === undefined) return checks.refuse(at, "This type is not supported.");
  if (storesNanoseconds(of)) return checks.refuse(at, nanosecondsDetail);
  if (from === "null") return { is: "literal", value: null, kind: target.kind };
  if (!target.from.has(from)) {
    return checks.refuse(
      at,
      `A value of type ${nameOfKind(from)} cannot be cast to ${to}. ${target.advice}`,
    );
  }
  if (target.kind === "integer" && from === "decimal") {
    const detail =
      "SQL rounds decimals and doubles differently: CAST it AS DOUBLE first, or use round().";
    return checks.refuse(at, detail);
  }
  return { is: "call", call: "cast", of: [of], settings: [to], kind: target.kind, at };
}

const integerTarget = {
  kind: "integer",
  from: new Set<ValueKind>(["integer", "number", "decimal", "boolean", "string"]),
  advice: "Use date_part or date_diff.",
} as const;

const castTargets: Record<
  string,
  { kind: ValueKind; from: ReadonlySet<ValueKind>; advice: string }
> = {
  smallint: integerTarget,
  integer: integerTarget,
  bigint: integerTarget,
  double: {
    kind: "number",
    from: new Set(["integer", "number", "decimal", "boolean", "string"]),
    advice: "Use date_part or date_diff.",
  },
  text: {
    kind: "string",
    from: new Set(["integer", "boolean", "string", "date"]),
    advice:
      "Use strftime for times; numbers with fractions have no text that is the same everywhere.",
  },
  date: {
    kind: "date",
    from: new Set(["string", "date", "datetime"]),
    advice: "Cast a text such as '2026-01-31'.",
  },
  datetime: {
    kind: "datetime",
    from: new Set(["date", "datetime"]),
    advice: "Cast a date, or compare with TIMESTAMP '2026-01-31 09:30:00'.",
  },
  boolean: { kind: "boolean", from: new Set(["boolean", "integer"]), advice: "Use CASE." },
};

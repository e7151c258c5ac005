/** What the checks of expressions and of functions share: kinds, and how values are combined. Pure. */
import type { Checks } from "./checks.ts";
import {
  kindOf,
  type Place,
  type PlannedCall,
  type PlannedExpression,
  partsOf,
  type ValueKind,
} from "./plan.ts";
import type { SelectExpression } from "./select.ts";

/** `noAggregates`: why an aggregate is not possible here; null where it is. */
export type Scope = {
  checks: Checks;
  noAggregates: string | null;
  /** Null if there are faults, which `checks` collects. */
  check: (asked: SelectExpression, scope: Scope) => PlannedExpression | null;
};

export function placeOf(asked: SelectExpression): Place {
  if ("at" in asked) return asked.at;
  const [first] = asked.of;
  return first === undefined ? 0 : placeOf(first);
}

/** The kind's name in refusals and answers. */
export function nameOfKind(kind: ValueKind): string {
  if (kind === "decimal") return "number";
  return kind === "null" ? "empty" : kind;
}

/** Computed with a fraction that SQL would keep exactly. */
export function isComputedDecimal(expression: PlannedExpression): boolean {
  if (kindOf(expression) !== "decimal") return false;
  if (expression.is === "call" && expression.call !== "coalesce") return true;
  if (expression.is === "group") return true;
  if (expression.is === "aggregate" && expression.function === "sum") return true;
  return partsOf(expression).some(isComputedDecimal);
}

/** Refuses values that the engine computes with fewer digits than SQL. */
export function isExact(
  expression: PlannedExpression,
  at: Place,
  checks: Checks,
  use: string,
): boolean {
  if (!isComputedDecimal(expression)) return true;
  const detail = `This value has an exact decimal fraction, which cannot be ${use} here: write CAST(… AS DOUBLE).`;
  checks.refuse(at, detail);
  return false;
}

export function storesNanoseconds(expression: PlannedExpression): boolean {
  if (expression.is === "column") return expression.column.storedAs === "nanoseconds";
  const { is } = expression;
  if (is === "aggregate" && !(expression.function === "min" || expression.function === "max"))
    return false;
  return (is === "case" || is === "aggregate") && partsOf(expression).some(storesNanoseconds);
}

/** The common kind of values, or null if there is none. */
function commonKind(kinds: readonly ValueKind[]): ValueKind | null {
  const known = [...new Set(kinds.filter((kind) => kind !== "null"))];
  const [first] = known;
  if (first === undefined) return "null";
  if (known.length === 1) return first;
  if (known.every((kind) => kind === "integer" || kind === "decimal")) return "decimal";
  const numbers: readonly ValueKind[] = ["integer", "number", "decimal"];
  if (known.every((kind) => numbers.includes(kind))) return "number";
  return known.every((kind) => kind === "date" || kind === "datetime") ? "datetime" : null;
}

/**
 * Values in their common kind. `use` names what happens to them: values that are compared must be
 * exact, and of a kind with an order.
 */
export function unified(
  given: readonly PlannedExpression[],
  at: Place,
  checks: Checks,
  use: "compared" | "combined",
): { values: PlannedExpression[]; kind: ValueKind } | null {
  const kind = commonKind(given.map(kindOf));
  if (kind === null) {
    const names = [...new Set(given.map((one) => nameOfKind(kindOf(one))))].join(" and ");
    return checks.refuse(at, `Values of the types ${names} cannot be ${use}: CAST one of them.`);
  }
  if (unordered.has(kind)) {
    return checks.refuse(at, `Values of type ${kind} cannot be ${use}: test them by IS NULL.`);
  }
  if (use === "compared") {
    if (given.some((one) => !isExact(one, at, checks, use))) return null;
    if (kind === "null") {
      return checks.refuse(at, "Nothing equals NULL: write IS NULL or IS NOT NULL.");
    }
  }
  if (given.some(storesNanoseconds)) return checks.refuse(at, nanosecondsDetail);
  return { values: given.map((one) => inKind(one, kind, at)), kind };
}

export const nanosecondsDetail =
  "This column stores nanoseconds: it can be shown, sorted, and compared with a constant.";

/** Kinds without an order of their own; they cannot be sorted or grouped by. */
export const unordered: ReadonlySet<ValueKind> = new Set(["binary", "array", "object"]);

export function inKind(of: PlannedExpression, kind: ValueKind, at: Place): PlannedExpression {
  const own = kindOf(of);
  if (own === kind) return of;
  if (own === "null") return { is: "literal", value: null, kind };
  if (own === "integer" && kind === "decimal") return { ...castTo(of, "double", at), kind };
  if (own === "decimal" && kind === "number") return { ...castTo(of, "double", at), kind };
  if (kind === "number") return { ...castTo(of, "double", at), kind };
  return { ...castTo(of, "datetime", at), kind };
}

const castTo = (of: PlannedExpression, to: string, at: Place): PlannedCall => {
  return { is: "call", call: "cast", of: [of], settings: [to], kind: "number", at };
};

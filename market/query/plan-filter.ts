/** Checks a query's filter: its shape, its columns, and each value by its column's type. Pure. */

import type { Checks } from "./checks.ts";
import { displayName } from "./display.ts";
import { QUERY_CONDITION_DEPTH_MAX, QUERY_CONDITIONS_MAX } from "./limits.ts";
import {
  type Comparison,
  comparisons,
  type Literal,
  type PlannedCondition,
  type QueriedColumn,
  type TextTest,
  textTests,
} from "./plan.ts";

import { type FilterValue, isComparable, readLiteral } from "./read-literal.ts";
import type { AskedCondition, Operator } from "./schemas.ts";

type At = { pointer: string; depth: number };

/** Null if there are faults, which `checks` collects. */
export function planFilter(asked: AskedCondition, checks: Checks): PlannedCondition | null {
  const tests = countTests(asked);
  if (tests > QUERY_CONDITIONS_MAX) {
    return checks.refuse("/filter", `A filter has up to ${QUERY_CONDITIONS_MAX} tests.`);
  }
  return planCondition(asked, { pointer: "/filter", depth: 1 }, checks);
}

function countTests({ all, any, not }: AskedCondition): number {
  const inner = [...(all ?? []), ...(any ?? []), ...(not === undefined ? [] : [not])];
  return inner.reduce((sum, one) => sum + countTests(one), 1);
}

function planCondition(asked: AskedCondition, at: At, checks: Checks): PlannedCondition | null {
  const { pointer, depth } = at;
  if (depth > QUERY_CONDITION_DEPTH_MAX) {
    const detail = `Conditions stand up to ${QUERY_CONDITION_DEPTH_MAX} deep in each other.`;
    return checks.refuse(pointer, detail);
  }
  const forms = (["all", "any", "not", "op"] as const).filter((key) => asked[key] !== undefined);
  const [form] = forms;
  if (form === undefined || forms.length > 1) {
    return checks.refuse(
      pointer,
      "A condition has one of `op` (with `column`), `all`, `any`, `not`.",
    );
  }
  if (form === "op") return planTest(asked, pointer, checks);
  if (asked.column !== undefined || asked.value !== undefined) {
    return checks.refuse(pointer, `\`${form}\` cannot be combined with \`column\` or \`value\`.`);
  }
  if (form === "not") {
    const inside = { pointer: `${pointer}/not`, depth: depth + 1 };
    const of = asked.not === undefined ? null : planCondition(asked.not, inside, checks);
    return of === null ? null : { is: "not", of };
  }
  const of = (asked[form] ?? []).flatMap((one, position) => {
    const inside = { pointer: `${pointer}/${form}/${position}`, depth: depth + 1 };
    return planCondition(one, inside, checks) ?? [];
  });
  return form === "all" ? { is: form, of } : { is: form, of };
}

function planTest(asked: AskedCondition, pointer: string, checks: Checks): PlannedCondition | null {
  const { column: name, op, value } = asked;
  if (name === undefined || op === undefined) {
    return checks.refuse(pointer, "A test has `column` and `op`.");
  }
  const column = checks.column(name, `${pointer}/column`);
  if (column === null) return null;
  if (asked.ignore_case !== undefined && !isTextTest(op)) {
    const detail = "`ignore_case` is allowed only with `contains`, `starts_with` and `ends_with`.";
    return checks.refuse(`${pointer}/ignore_case`, detail);
  }
  const at = { pointer: `${pointer}/value`, checks };
  if (op === "is_null" || op === "is_not_null") {
    if (value !== undefined) return checks.refuse(at.pointer, `\`${op}\` takes no \`value\`.`);
    const test: PlannedCondition = { is: "null", column: name };
    return op === "is_null" ? test : { is: "not", of: test };
  }
  if (!isComparable(column.kind)) {
    const detail = `Column ${displayName(name)} is of type ${column.kind}: it can only be tested with is_null.`;
    return checks.refuse(`${pointer}/op`, detail);
  }
  if (value === undefined) return checks.refuse(at.pointer, `\`${op}\` needs a \`value\`.`);
  if (op === "in" || op === "not_in") return planList(column, op, value, at);
  if (Array.isArray(value)) {
    return checks.refuse(at.pointer, `\`${op}\` takes one value; use \`in\` for a list.`);
  }
  return planSingle(column, { op, value, ignoresCase: asked.ignore_case ?? false }, at);
}

type Place = { pointer: string; checks: Checks };

function planList(
  column: QueriedColumn,
  op: "in" | "not_in",
  value: FilterValue | FilterValue[],
  { pointer, checks }: Place,
): PlannedCondition | null {
  if (!Array.isArray(value)) return checks.refuse(pointer, `\`${op}\` takes a list of values.`);
  const values = value.flatMap((one, position) => {
    return literalOf(one, column, { pointer: `${pointer}/${position}`, checks }) ?? [];
  });
  const test: PlannedCondition = { is: "in", column: column.name, values };
  return op === "in" ? test : { is: "not", of: test };
}

function planSingle(
  column: QueriedColumn,
  { op, value, ignoresCase }: { op: Operator; value: FilterValue; ignoresCase: boolean },
  at: Place,
): PlannedCondition | null {
  if (isTextTest(op)) {
    if (column.kind === "string" && typeof value === "string") {
      return { is: "text", column: column.name, op, value, ignoresCase };
    }
    const detail = `\`${op}\` compares text with a string; column ${displayName(column.name)} is of type ${column.kind}.`;
    return at.checks.refuse(at.pointer, detail);
  }
  const literal = literalOf(value, column, at);
  if (literal === null || !isComparison(op)) return null;
  return { is: "compare", column: column.name, op, value: literal };
}

function literalOf(
  given: FilterValue,
  column: QueriedColumn,
  { pointer, checks }: Place,
): Literal | null {
  const literal = readLiteral(given, column);
  return typeof literal === "string" ? checks.refuse(pointer, literal) : literal;
}

function isTextTest(op: Operator): op is TextTest {
  return (textTests as readonly string[]).includes(op);
}

function isComparison(op: Operator): op is Comparison {
  return (comparisons as readonly string[]).includes(op);
}

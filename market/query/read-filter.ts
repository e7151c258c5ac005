/** Reads the structured form's filter: its shape, which its schema leaves open. Pure. */
import type { Checks } from "./checks.ts";
import { QUERY_CONDITION_DEPTH_MAX, QUERY_CONDITIONS_MAX } from "./limits.ts";
import { type Comparison, comparisons, type TextTest, textTests } from "./plan.ts";
import type { FilterValue } from "./read-literal.ts";
import { type AskedCondition, type Operator, operatorSynonyms } from "./schemas.ts";
import type { Constant, SelectExpression } from "./select.ts";

type At = { pointer: string; depth: number };

/** Null if there are faults, which `checks` collects. */
export function readFilter(asked: AskedCondition, checks: Checks): SelectExpression | null {
  const tests = countTests(asked);
  if (tests > QUERY_CONDITIONS_MAX) {
    return checks.refuse("/filter", `A filter has up to ${QUERY_CONDITIONS_MAX} tests.`);
  }
  return readCondition(asked, { pointer: "/filter", depth: 1 }, checks);
}

function countTests({ all, any, not }: AskedCondition): number {
  const inner = [...(all ?? []), ...(any ?? []), ...(not === undefined ? [] : [not])];
  return inner.reduce((sum, one) => sum + countTests(one), 1);
}

function readCondition(asked: AskedCondition, at: At, checks: Checks): SelectExpression | null {
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
  if (form === "op") return readTest(asked, pointer, checks);
  if (asked.column !== undefined || asked.value !== undefined) {
    return checks.refuse(pointer, `\`${form}\` cannot be combined with \`column\` or \`value\`.`);
  }
  if (form === "not") {
    const inside = { pointer: `${pointer}/not`, depth: depth + 1 };
    const of = asked.not === undefined ? null : readCondition(asked.not, inside, checks);
    return of === null ? null : { is: "not", of, at: pointer };
  }
  const of = (asked[form] ?? []).flatMap((one, position) => {
    const inside = { pointer: `${pointer}/${form}/${position}`, depth: depth + 1 };
    return readCondition(one, inside, checks) ?? [];
  });
  return { is: form, of };
}

function readTest(asked: AskedCondition, pointer: string, checks: Checks): SelectExpression | null {
  const { column: name, value } = asked;
  const op = asked.op === undefined ? undefined : operatorOf(asked.op);
  if (name === undefined || op === undefined) {
    return checks.refuse(pointer, "A test has `column` and `op`.");
  }
  const at = `${pointer}/op`;
  const column: SelectExpression = { is: "column", table: null, name, at: `${pointer}/column` };
  if (asked.ignore_case !== undefined && !isTextTest(op)) {
    const detail = "`ignore_case` is allowed only with `contains`, `starts_with` and `ends_with`.";
    return checks.refuse(`${pointer}/ignore_case`, detail);
  }
  const valueAt = `${pointer}/value`;
  if (op === "is_null" || op === "is_not_null") {
    if (value !== undefined) return checks.refuse(valueAt, `\`${op}\` takes no \`value\`.`);
    const test: SelectExpression = { is: "null", of: column, at };
    return op === "is_null" ? test : { is: "not", of: test, at };
  }
  if (value === undefined) return checks.refuse(valueAt, `\`${op}\` needs a \`value\`.`);
  if (op === "in" || op === "not_in") {
    if (!Array.isArray(value)) {
      return checks.refuse(valueAt, `\`${op}\` takes a list of values.`);
    }
    const values = value.map((one, position) => constant(one, `${valueAt}/${position}`));
    const test: SelectExpression = { is: "in", of: column, values, at };
    return op === "in" ? test : { is: "not", of: test, at };
  }
  if (Array.isArray(value)) {
    return checks.refuse(valueAt, `\`${op}\` takes one value; use \`in\` for a list.`);
  }
  const right = constant(value, valueAt);
  if (isTextTest(op)) {
    const ignoresCase = asked.ignore_case ?? false;
    return { is: "text", of: column, op, value: right, ignoresCase, at };
  }
  return isComparison(op) ? { is: "compare", left: column, op, right, at } : null;
}

const constant = (value: FilterValue, at: string): Constant => {
  return { is: "constant", value, written: "plain", at };
};

function operatorOf(op: NonNullable<AskedCondition["op"]>): Operator {
  return op in operatorSynonyms
    ? operatorSynonyms[op as keyof typeof operatorSynonyms]
    : (op as Operator);
}

function isTextTest(op: Operator): op is TextTest {
  return (textTests as readonly string[]).includes(op);
}

function isComparison(op: Operator): op is Comparison {
  return (comparisons as readonly string[]).includes(op);
}

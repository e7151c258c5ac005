/** Checks a query against the columns of its tables, and plans it. Pure. */
import type { FieldFault } from "../errors.ts";
import { checkCondition, checkExpression } from "./check-expression.ts";
import type { Checks } from "./checks.ts";
import { displayName } from "./display.ts";
import {
  isExact,
  nameOfKind,
  nanosecondsDetail,
  type Scope,
  storesNanoseconds,
  unified,
  unordered,
} from "./kinds.ts";
import { QUERY_COLUMNS_MAX, QUERY_JOIN_KEYS_MAX } from "./limits.ts";
import {
  kindOf,
  type Place,
  type PlannedAggregate,
  type PlannedExpression,
  type PlannedGroups,
  type PlannedJoin,
  type PlannedOrder,
  type PlannedOutput,
  partsOf,
  type QueryPlan,
} from "./plan.ts";
import type { Select, SelectExpression, SelectJoin, SelectOrder, Star } from "./select.ts";

/** The plan, or all faults of the query. */
export function checkSelect(select: Select, checks: Checks): QueryPlan | FieldFault[] {
  const plan = new SelectCheck(select, checks).plan();
  return checks.faults.length > 0 ? checks.faults : plan;
}

type Output = PlannedOutput & { alias: string | null; at: Place };

class SelectCheck {
  readonly #select: Select;
  readonly #checks: Checks;
  readonly #rows: Scope;
  readonly #values: Scope;

  constructor(select: Select, checks: Checks) {
    this.#select = select;
    this.#checks = checks;
    const noAggregates = "An aggregate stands in SELECT, HAVING or ORDER BY, not here.";
    this.#rows = { checks, noAggregates, check: checkExpression };
    this.#values = { checks, noAggregates: null, check: checkExpression };
  }

  plan(): QueryPlan {
    const select = this.#select;
    const joins = select.joins.map((join, at) => this.#join(join, at + 1));
    const inner = joins.flatMap(({ where }) => where);
    const filter = select.filter === null ? null : checkCondition(select.filter, this.#rows);
    const conditions = [...inner, ...(filter === null ? [] : [filter])];
    const [only] = conditions;
    const where: PlannedExpression | null =
      only === undefined ? null : conditions.length === 1 ? only : { is: "all", of: conditions };
    const outputs = this.#outputs();
    const shared = {
      joins: joins.map(({ join }) => join),
      filter: where,
      limitRows: select.limitRows,
      offsetRows: select.offsetRows,
      resultRowsMax: select.resultRowsMax,
      resultOffsetRows: select.resultOffsetRows,
      countsRows: select.countsRows,
    };
    const order = select.order
      .map((one) => this.#order(one, outputs))
      .filter((one) => one !== null);
    if (select.isGrouped) return { ...shared, ...this.#grouped(outputs, order) };
    if (select.isDistinct) return { ...shared, ...this.#distinct(outputs, order) };
    return { ...shared, groups: null, outputs: outputs.map(shown), order };
  }

  #outputs(): Output[] {
    const outputs: Output[] = [];
    for (const [position, { of, as, at }] of this.#select.outputs.entries()) {
      if (of.is === "star") outputs.push(...this.#columns(of));
      else {
        const expression = checkExpression(of, this.#values);
        const name = as ?? nameOf(of) ?? `column_${position + 1}`;
        if (expression !== null) outputs.push({ name, expression, alias: as, at });
      }
      if (outputs.length <= QUERY_COLUMNS_MAX) continue;
      const detail = `An answer has up to ${QUERY_COLUMNS_MAX} columns: name those that you need.`;
      this.#checks.refuse(at, detail);
      return [];
    }
    return withUniqueNames(outputs);
  }

  #columns({ table, at }: Star): Output[] {
    const tables = this.#checks.tables;
    const named = tables.filter(
      ({ name }) => table === null || name.toLowerCase() === table.toLowerCase(),
    );
    if (named.length === 0) {
      const names = tables.map(({ name }) => name).join(", ");
      this.#checks.refuse(at, `There is no table ${displayName(table ?? "")} here, only ${names}.`);
    }
    return named.flatMap((one) =>
      one.columns
        .filter(({ name }) => !(table === null && this.#isJoinedTwice(one.name, name)))
        .map((column) => {
          const of = { is: "column" as const, table: tables.indexOf(one), column, at };
          return { name: column.name, expression: of, alias: null, at };
        }),
    );
  }

  /** `*` shows a column of USING once. */
  #isJoinedTwice(table: string, column: string): boolean {
    return this.#select.joins.some(
      (join) => join.table.name === table && join.using.some(({ name }) => name === column),
    );
  }

  #order(
    { by, isDescending, nullsFirst, at }: SelectOrder,
    outputs: readonly Output[],
  ): (PlannedOrder & { at: Place }) | null {
    const found = this.#aliased(by, outputs, "alias") ?? this.#resolve(by, outputs, this.#values);
    if (found === null || !this.#hasOrder(found, at)) return null;
    return { by: found, isDescending, nullsFirst, at };
  }

  /** The output that a name or a position means, if it means one. */
  #aliased(
    by: SelectOrder["by"],
    outputs: readonly Output[],
    prefers: "alias" | "column",
  ): PlannedExpression | null {
    if (by.is === "output") {
      const at = this.#select.outputs[by.position]?.at;
      return outputs.find((output) => output.at === at)?.expression ?? null;
    }
    if (by.is !== "column" || by.table !== null) return null;
    if (prefers === "column" && this.#checks.hasColumn(by.name)) return null;
    return aliasNamed(by.name, outputs)?.expression ?? null;
  }

  /** Replaces names of outputs in an expression. */
  #resolve(by: SelectOrder["by"], outputs: readonly Output[], scope: Scope) {
    if (by.is === "output") return null;
    const check: Scope["check"] = (asked, inner) => {
      if (asked.is === "column" && asked.table === null && !this.#checks.hasColumn(asked.name)) {
        const output = aliasNamed(asked.name, outputs);
        if (output !== undefined) return output.expression;
      }
      return checkExpression(asked, inner);
    };
    return check(by, { ...scope, check });
  }

  #hasOrder(expression: PlannedExpression, at: Place): boolean {
    const kind = kindOf(expression);
    if (unordered.has(kind)) {
      const what =
        expression.is === "column" ? `Column ${displayName(expression.column.name)}` : "This value";
      this.#checks.refuse(at, `${what} is of type ${kind}, which has no order.`);
      return false;
    }
    return true;
  }

  #distinct(outputs: readonly Output[], order: readonly (PlannedOrder & { at: Place })[]) {
    for (const { expression, at } of outputs) {
      if (this.#hasOrder(expression, at)) isExact(expression, at, this.#checks, "compared");
    }
    const keys = outputs.map(({ expression }) => expression);
    const groups = new Groups(keys, this.#checks, "be in SELECT, because of DISTINCT");
    return {
      groups: groups.planned(null),
      outputs: outputs.map((output) => ({
        ...shown(output),
        expression: groups.lift(output.expression, output.at),
      })),
      order: order.map(({ at, ...one }) => ({ ...one, by: groups.lift(one.by, at) })),
    };
  }

  #grouped(outputs: readonly Output[], order: readonly (PlannedOrder & { at: Place })[]) {
    const { groupBy, having, isDistinct } = this.#select;
    const keys = groupBy.flatMap((by) => {
      const { at } = "at" in by ? by : { at: 0 };
      const key = this.#aliased(by, outputs, "column") ?? this.#resolve(by, outputs, this.#rows);
      if (key === null || !this.#hasOrder(key, at)) return [];
      if (hasAggregateIn(key)) {
        this.#checks.refuse(at, "An aggregate cannot be grouped by.");
        return [];
      }
      return isExact(key, at, this.#checks, "grouped") ? [key] : [];
    });
    const groups = new Groups(keys, this.#checks, "be in GROUP BY, or in an aggregate");
    const lifted = outputs.map((output) => ({
      ...shown(output),
      expression: groups.lift(output.expression, output.at),
    }));
    const condition = having === null ? null : this.#resolve(having, outputs, this.#values);
    if (condition !== null && kindOf(condition) !== "boolean") {
      const at = having !== null && "at" in having ? having.at : 0;
      const kind = nameOfKind(kindOf(condition));
      this.#checks.refuse(at, `A condition is true or false; this is of type ${kind}.`);
    }
    const liftedOrder = order.map(({ at, ...one }) => ({ ...one, by: groups.lift(one.by, at) }));
    const test = condition === null ? null : groups.lift(condition, 0);
    if (isDistinct && !groups.areAllIn(lifted)) {
      const { at } = this.#select.outputs[0] ?? { at: 0 };
      const detail = "DISTINCT with GROUP BY shows all keys: select them, or leave DISTINCT out.";
      this.#checks.refuse(at, detail);
    }
    return { groups: groups.planned(test), outputs: lifted, order: liftedOrder };
  }

  /** `where`: conditions of an inner join that are no keys. */
  #join(asked: SelectJoin, table: number): { join: PlannedJoin; where: PlannedExpression[] } {
    const join: PlannedJoin = { table, kind: asked.kind, keys: [], filter: null };
    const where: PlannedExpression[] = [];
    const ownFilters: PlannedExpression[] = [];
    const equalities = asked.using.map(({ name, at }) => this.#using(name, at, table));
    for (const condition of [...equalities, ...asked.on]) {
      if (condition === null) continue;
      const checked = checkCondition(condition, this.#rows);
      if (checked === null) continue;
      const at = "at" in condition ? condition.at : asked.at;
      const later = tablesIn(checked).find((one) => one > table);
      if (later !== undefined) {
        const name = this.#checks.tables[later]?.name ?? "";
        this.#checks.refuse(at, `Table ${name} is joined later: move the condition there.`);
        continue;
      }
      const key = keyOf(checked, table);
      if (key !== null) {
        if (this.#isKey(key, at)) join.keys.push(key);
      } else if (asked.kind === "inner") where.push(checked);
      else if (tablesIn(checked).every((one) => one === table)) ownFilters.push(checked);
      else {
        const detail = "ON of a LEFT JOIN takes equal columns, and conditions on the joined table.";
        this.#checks.refuse(at, detail);
      }
    }
    if (join.keys.length === 0 && this.#checks.faults.length === 0) {
      const detail =
        "A join needs a column of each table that are equal: there are no cross joins.";
      this.#checks.refuse(asked.at, detail);
    }
    if (join.keys.length > QUERY_JOIN_KEYS_MAX) {
      this.#checks.refuse(asked.at, `A join has up to ${QUERY_JOIN_KEYS_MAX} equal columns.`);
    }
    const [only] = ownFilters;
    join.filter =
      only === undefined ? null : ownFilters.length === 1 ? only : { is: "all", of: ownFilters };
    return { join, where };
  }

  #using(name: string, at: Place, table: number): SelectExpression | null {
    const before = this.#checks.tables
      .slice(0, table)
      .find(({ columns }) => columns.some((column) => column.name === name));
    const own = this.#checks.tables[table];
    if (before === undefined || own === undefined) {
      this.#checks.refuse(at, `Column ${displayName(name)} of USING is not in both tables.`);
      return null;
    }
    const column = (of: string): SelectExpression => ({ is: "column", table: of, name, at });
    return { is: "compare", left: column(before.name), op: "eq", right: column(own.name), at };
  }

  #isKey({ before, joined }: PlannedJoin["keys"][number], at: Place): boolean {
    if ([before, joined].some(storesNanoseconds)) {
      this.#checks.refuse(at, nanosecondsDetail);
      return false;
    }
    return unified([before, joined], at, this.#checks, "compared") !== null;
  }
}

const shown = ({ name, expression }: Output): PlannedOutput => ({ name, expression });

/** Equal columns of the joined table and of those before it. */
function keyOf(condition: PlannedExpression, table: number): PlannedJoin["keys"][number] | null {
  if (condition.is !== "compare" || condition.op !== "eq") return null;
  const { left, right } = condition;
  const isOwn = (one: PlannedExpression) => tablesIn(one).every((of) => of === table);
  const isBefore = (one: PlannedExpression) => tablesIn(one).every((of) => of < table);
  if (tablesIn(left).length === 0 || tablesIn(right).length === 0) return null;
  if (isOwn(left) && isBefore(right)) return { before: right, joined: left };
  return isOwn(right) && isBefore(left) ? { before: left, joined: right } : null;
}

function tablesIn(expression: PlannedExpression): number[] {
  if (expression.is === "column") return [expression.table];
  return partsOf(expression).flatMap(tablesIn);
}

function hasAggregateIn(expression: PlannedExpression): boolean {
  return expression.is === "aggregate" || partsOf(expression).some(hasAggregateIn);
}

function aliasNamed(name: string, outputs: readonly Output[]): Output | undefined {
  const exact = outputs.find(({ alias }) => alias === name);
  const lower = name.toLowerCase();
  return exact ?? outputs.find(({ alias }) => alias?.toLowerCase() === lower);
}

/** The name of an output without AS. */
function nameOf(of: SelectExpression): string | null {
  if (of.is === "column") return of.name;
  if (of.is === "cast") return nameOf(of.of);
  if (of.is === "call") return /^[a-z]/.test(of.name) ? of.name : null;
  if (of.is !== "aggregate") return null;
  const column = of.of === null ? null : nameOf(of.of);
  return column === null ? of.function : `${of.function}_${column}`;
}

function withUniqueNames(outputs: readonly Output[]): Output[] {
  const used = new Set<string>();
  return outputs.map((output) => {
    let { name } = output;
    for (let at = 2; used.has(name); at += 1) name = `${output.name}_${at}`;
    used.add(name);
    return { ...output, name };
  });
}

/** Equal expressions have equal keys, wherever they stand. */
function identity(expression: PlannedExpression): string {
  return JSON.stringify(expression, (name, value) => (name === "at" ? undefined : value));
}

/** Turns expressions of rows into expressions of groups. */
class Groups {
  readonly #keys: readonly PlannedExpression[];
  readonly #identities: readonly string[];
  readonly #aggregates: PlannedAggregate[] = [];
  readonly #checks: Checks;
  readonly #advice: string;

  constructor(keys: readonly PlannedExpression[], checks: Checks, advice: string) {
    const all = keys.map(identity);
    this.#keys = keys.filter((_, at) => all.indexOf(all[at] ?? "") === at);
    this.#identities = [...new Set(all)];
    this.#checks = checks;
    this.#advice = advice;
  }

  planned(having: PlannedExpression | null): PlannedGroups {
    return { keys: [...this.#keys], aggregates: this.#aggregates, having };
  }

  areAllIn(outputs: readonly PlannedOutput[]): boolean {
    const shownKeys = outputs.flatMap(({ expression }) =>
      expression.is === "group" && expression.of === "keys" ? [expression.position] : [],
    );
    return new Set(shownKeys).size === this.#keys.length;
  }

  lift(expression: PlannedExpression, at: Place, isWhole = true): PlannedExpression {
    const position = this.#identities.indexOf(identity(expression));
    const key = this.#keys[position];
    if (key !== undefined) {
      if (!isWhole && storesNanoseconds(key)) this.#checks.refuse(at, nanosecondsDetail);
      return { is: "group", of: "keys", position, kind: kindOf(key) };
    }
    const place = "at" in expression ? expression.at : at;
    const lift = (part: PlannedExpression) => this.lift(part, place, false);
    switch (expression.is) {
      case "aggregate":
        return this.#aggregate(expression);
      case "column": {
        const name = displayName(expression.column.name);
        this.#checks.refuse(place, `Column ${name} has to ${this.#advice}.`);
        return expression;
      }
      case "literal":
      case "group":
        return expression;
      case "all":
      case "any":
      case "call":
        return { ...expression, of: expression.of.map(lift) };
      case "not":
      case "null":
      case "in":
      case "text":
        return { ...expression, of: lift(expression.of) };
      case "compare":
        return { ...expression, left: lift(expression.left), right: lift(expression.right) };
      case "case": {
        const branches = expression.branches.map(({ when, value }) => ({
          when: lift(when),
          value: lift(value),
        }));
        return { ...expression, branches, otherwise: lift(expression.otherwise) };
      }
    }
  }

  #aggregate(aggregate: PlannedAggregate): PlannedExpression {
    const own = identity(aggregate);
    let position = this.#aggregates.findIndex((one) => identity(one) === own);
    if (position < 0) position = this.#aggregates.push(aggregate) - 1;
    return { is: "group", of: "aggregates", position, kind: aggregate.kind };
  }
}

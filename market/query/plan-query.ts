/** Checks a query against the columns of its table, and plans it. Pure. */
import type { FieldFault } from "../errors.ts";
import { Checks } from "./checks.ts";
import { describeUnknown, displayName } from "./display.ts";
import { QUERY_COLUMNS_MAX, QUERY_ROWS_DEFAULT } from "./limits.ts";
import type {
  AggregateFunction,
  ColumnKind,
  PlannedAggregate,
  QueriedColumn,
  QueryPlan,
} from "./plan.ts";
import { planFilter } from "./plan-filter.ts";
import type { AskedAggregate, AskedQuery } from "./schemas.ts";

/** The plan, or all faults of the query. */
export function planQuery(
  asked: AskedQuery,
  columns: readonly QueriedColumn[],
): QueryPlan | FieldFault[] {
  const checks = new Checks(columns);
  const filter = asked.filter === undefined ? null : planFilter(asked.filter, checks);
  const shared = {
    filter,
    limitRows: asked.limit ?? QUERY_ROWS_DEFAULT,
    offsetRows: asked.offset ?? 0,
  };
  const isGrouped = asked.group_by !== undefined || asked.aggregates !== undefined;
  const plan = isGrouped
    ? { ...shared, ...planGroups(asked, checks) }
    : { ...shared, ...planRows(asked, checks) };
  return checks.faults.length > 0 ? checks.faults : plan;
}

function planRows(asked: AskedQuery, checks: Checks) {
  const chosen = chosenColumns(asked.columns, "/columns", checks);
  const columns = asked.columns === undefined ? [...checks.columns] : chosen;
  if (columns.length > QUERY_COLUMNS_MAX) {
    const detail = `The table has ${columns.length} columns: name up to ${QUERY_COLUMNS_MAX}.`;
    checks.refuse("/columns", detail);
  }
  const names = checks.columns.map(({ name }) => name);
  const order = planOrder(asked, checks, names, ({ column }, pointer) => {
    const found = checks.column(column, pointer);
    if (found !== null && unordered.has(found.kind)) refuseOrder(checks, found, pointer);
  });
  return { answers: "rows" as const, columns, countsRows: asked.count === true, order };
}

function planGroups(asked: AskedQuery, checks: Checks) {
  if (asked.columns !== undefined) {
    checks.refuse("/columns", "Groups are answered with `group_by` and `aggregates`, not columns.");
  }
  const keys = chosenColumns(asked.group_by ?? [], "/group_by", checks);
  for (const [at, key] of keys.entries()) {
    if (unordered.has(key.kind)) refuseOrder(checks, key, `/group_by/${at}`);
  }
  const aggregates = (asked.aggregates ?? []).flatMap((one, at) => {
    const planned = planAggregate(one, `/aggregates/${at}`, checks);
    return planned === null ? [] : [planned];
  });
  const names = [...keys.map(({ name }) => name), ...aggregates.map(({ as }) => as)];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    const detail = `The answer has two columns ${displayName(twice)}: set \`as\`.`;
    checks.refuse("/aggregates", detail);
  }
  const order = planOrder(asked, checks, names, ({ column }, pointer) => {
    if (names.includes(column)) return;
    checks.refuse(pointer, describeUnknown("column of the answer", column, names));
  });
  return { answers: "groups" as const, keys, aggregates, order };
}

/** Kinds of columns without an order of their own; they cannot be sorted or grouped by. */
const unordered: ReadonlySet<ColumnKind> = new Set(["binary", "array", "object"]);

function refuseOrder(checks: Checks, { name, kind }: QueriedColumn, pointer: string): void {
  const detail = `Column ${displayName(name)} is of type ${kind}, which has no order.`;
  checks.refuse(pointer, detail);
}

function chosenColumns(
  names: readonly string[] = [],
  pointer: string,
  checks: Checks,
): QueriedColumn[] {
  return names.flatMap((name, at) => {
    const where = `${pointer}/${at}`;
    const column = checks.column(name, where);
    if (names.indexOf(name) !== at) checks.refuse(where, `${displayName(name)} is named twice.`);
    return column === null ? [] : [column];
  });
}

type AskedOrder = NonNullable<AskedQuery["order_by"]>[number];

function planOrder(
  asked: AskedQuery,
  checks: Checks,
  known: readonly string[],
  check: (order: AskedOrder, pointer: string) => void,
) {
  const orders = asked.order_by ?? [];
  for (const [at, order] of orders.entries()) {
    const pointer = `/order_by/${at}/column`;
    const isAgain = orders.findIndex(({ column }) => column === order.column) !== at;
    if (isAgain) checks.refuse(pointer, `${displayName(order.column)} is named twice.`);
    check(order, pointer);
  }
  return orders
    .filter(({ column }) => known.includes(column))
    .map(({ column, direction }) => ({ column, isDescending: direction === "desc" }));
}

const numeric: ReadonlySet<ColumnKind> = new Set(["integer", "number"]);
const nested: ReadonlySet<ColumnKind> = new Set(["array", "object", "binary"]);

/** The column kinds that a function accepts; functions not listed accept all. */
const taken: Partial<Record<AggregateFunction, (kind: ColumnKind) => boolean>> = {
  count_distinct: (kind) => !nested.has(kind),
  min: (kind) => !nested.has(kind),
  max: (kind) => !nested.has(kind),
  sum: (kind) => numeric.has(kind),
  mean: (kind) => numeric.has(kind),
  median: (kind) => numeric.has(kind),
  stddev: (kind) => numeric.has(kind),
};

function planAggregate(
  { function: name, column: asked, as }: AskedAggregate,
  pointer: string,
  checks: Checks,
): PlannedAggregate | null {
  if (asked === undefined) {
    if (name === "count") return { function: name, column: null, as: as ?? "count" };
    return checks.refuse(pointer, `\`${name}\` needs a \`column\`.`);
  }
  const column = checks.column(asked, `${pointer}/column`);
  if (column === null) return null;
  if (taken[name]?.(column.kind) === false) {
    const detail = `Column ${displayName(column.name)} is of type ${column.kind}, which has no ${name}.`;
    return checks.refuse(`${pointer}/column`, detail);
  }
  return { function: name, column, as: as ?? `${name}_${column.name}` };
}

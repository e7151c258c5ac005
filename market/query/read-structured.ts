/** Reads the structured form as a {@link Select}; its names are checked like those of SQL. Pure. */
import type { Checks } from "./checks.ts";
import { describeUnknown, displayName } from "./display.ts";
import { QUERY_ROWS_DEFAULT } from "./limits.ts";
import { readFilter } from "./read-filter.ts";
import { type AskedQuery, functionSynonyms } from "./schemas.ts";
import type { Select, SelectExpression, SelectOrder, SelectOutput } from "./select.ts";

/** Null if there are faults, which `checks` collects. */
export function readStructured(asked: AskedQuery, checks: Checks): Select {
  const filter = asked.filter === undefined ? null : readFilter(asked.filter, checks);
  const isGrouped = asked.group_by !== undefined || asked.aggregates !== undefined;
  return {
    from: { name: "dataset", reference: { datasetId: null, table: null }, at: "" },
    joins: [],
    filter,
    isGrouped,
    having: null,
    isDistinct: false,
    ...pageOf(asked),
    resultRowsMax: null,
    resultOffsetRows: 0,
    ...(isGrouped ? readGroups(asked, checks) : readRows(asked, checks)),
  };
}

/** The page of the result that a request asks for, in both forms. */
export function pageOf({ limit, offset, count }: AskedQuery) {
  const limitRows = limit ?? QUERY_ROWS_DEFAULT;
  return { limitRows, offsetRows: offset ?? 0, countsRows: count === true };
}

const named = (name: string, at: string): SelectExpression => {
  return { is: "column", table: null, name, at };
};

function readRows(asked: AskedQuery, checks: Checks) {
  const outputs: SelectOutput[] =
    asked.columns === undefined
      ? [{ of: { is: "star", table: null, at: "/columns" }, as: null, at: "/columns" }]
      : namedOnce(asked.columns, "/columns", checks).map(({ name, at }) => {
          return { of: named(name, at), as: name, at };
        });
  const order = readOrder(asked, checks, (column, at) => named(column, at));
  return { outputs, groupBy: [], order };
}

function readGroups(asked: AskedQuery, checks: Checks) {
  if (asked.columns !== undefined) {
    checks.refuse("/columns", "Groups are answered with `group_by` and `aggregates`, not columns.");
  }
  const keys = namedOnce(asked.group_by ?? [], "/group_by", checks);
  const groupBy = keys.map(({ name, at }) => named(name, at));
  const aggregates = (asked.aggregates ?? []).flatMap((one, position): SelectOutput[] => {
    const at = `/aggregates/${position}`;
    const name =
      one.function in functionSynonyms
        ? functionSynonyms[one.function as keyof typeof functionSynonyms]
        : (one.function as Exclude<typeof one.function, keyof typeof functionSynonyms>);
    if (one.column === undefined && name !== "count") {
      checks.refuse(at, `\`${one.function}\` needs a \`column\`.`);
      return [];
    }
    const of = one.column === undefined ? null : named(one.column, `${at}/column`);
    const as = one.as ?? (one.column === undefined ? "count" : `${one.function}_${one.column}`);
    return [{ of: { is: "aggregate", function: name, of, filter: null, at }, as, at }];
  });
  const outputs: SelectOutput[] = [
    ...keys.map(({ name, at }) => ({ of: named(name, at), as: name, at })),
    ...aggregates,
  ];
  const names = outputs.map(({ as }) => as ?? "");
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    const detail = `The answer has two columns ${displayName(twice)}: set \`as\`.`;
    checks.refuse("/aggregates", detail);
  }
  const order = readOrder(asked, checks, (column, at) => {
    const position = names.indexOf(column);
    if (position >= 0) return { is: "output", position, at };
    return checks.refuse(at, describeUnknown("column of the answer", column, names));
  });
  return { outputs, groupBy, order };
}

function namedOnce(names: readonly string[], pointer: string, checks: Checks) {
  return names.map((name, position) => {
    const at = `${pointer}/${position}`;
    if (names.indexOf(name) !== position) checks.refuse(at, `${displayName(name)} is named twice.`);
    return { name, at };
  });
}

function readOrder(
  asked: AskedQuery,
  checks: Checks,
  find: (column: string, at: string) => SelectOrder["by"] | null,
): SelectOrder[] {
  const orders = asked.order_by ?? [];
  return orders.flatMap(({ column, direction }, position) => {
    const at = `/order_by/${position}/column`;
    const isAgain = orders.findIndex((one) => one.column === column) !== position;
    if (isAgain) checks.refuse(at, `${displayName(column)} is named twice.`);
    const by = find(column, at);
    if (by === null) return [];
    return [{ by, isDescending: direction === "desc", nullsFirst: false, at }];
  });
}

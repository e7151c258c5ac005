/** Runs a planned query on its tables: chooses the row groups and the steps, with one child. */
import {
  pruneGroups,
  type QueryTask,
  sumsMayBeWide,
  type TaskAnswer,
} from "../../dataset/query/engine.ts";
import { QUERY_ANSWER_BYTES_MAX } from "../../market/query/limits.ts";
import {
  columnsOf,
  type PlannedAggregate,
  type PlannedExpression,
  type QueriedColumn,
  type QueryPlan,
} from "../../market/query/plan.ts";
import type { OpenTable } from "./object-cache.ts";
import { type PartFile, type PartSelection, wantedBytes, withPart } from "./part-files.ts";
import { queriedColumns } from "./queried-columns.ts";
import { firstRowsOf, inTable, placesOf, rangeIn } from "./row-places.ts";

/** A folder for parts of files, and the child, which limits its own time. */
export type Runner = { folder: string; run(task: QueryTask): Promise<TaskAnswer> };

export type PlanResult = {
  rowsText: string;
  rowCount: number;
  totalRows: number | null;
  nextOffset: number | null;
};

/**
 * Bytes of the filter's columns read in the first steps of a search; the last step reads all that
 * is left.
 */
const lookBytes = [4, 16, 64].map((mebi) => mebi * 1024 * 1024);

const empty: PlanResult = { rowsText: "", rowCount: 0, totalRows: 0, nextOffset: null };

/** `tables` are those of the plan, in its order. */
export async function runPlan(
  tables: readonly OpenTable[],
  plan: QueryPlan,
  runner: Runner,
): Promise<PlanResult> {
  const { resultRowsMax, resultOffsetRows, offsetRows } = plan;
  const left = resultRowsMax === null ? null : Math.max(0, resultRowsMax - offsetRows);
  const limitRows = left === null ? plan.limitRows : Math.min(plan.limitRows, left);
  if (limitRows === 0) return { ...empty, totalRows: plan.countsRows ? resultRowsMax : null };
  const page = { ...plan, limitRows, offsetRows: resultOffsetRows + offsetRows };
  const [table] = tables;
  if (table === undefined) throw new RangeError("a plan without a table");
  const isOneStep = plan.groups !== null || plan.joins.length > 0;
  const result = isOneStep
    ? await runSelect(tables, page, runner)
    : await new RowsRun(table, page, runner).run();
  return ofStatement(result, plan);
}

/** The result within the statement's own LIMIT and OFFSET. */
function ofStatement(result: PlanResult, plan: QueryPlan): PlanResult {
  const { resultRowsMax, resultOffsetRows, offsetRows } = plan;
  const most = resultRowsMax ?? Number.POSITIVE_INFINITY;
  const next = offsetRows + result.rowCount;
  const total =
    result.totalRows === null
      ? null
      : Math.min(most, Math.max(0, result.totalRows - resultOffsetRows));
  return {
    ...result,
    totalRows: total,
    nextOffset: result.nextOffset === null || next >= most ? null : next,
  };
}

/** Every column that the plan reads of a table. */
function columnsRead(plan: QueryPlan, { index }: OpenTable, table: number): QueriedColumn[] {
  const { joins, filter, groups, outputs, order } = plan;
  const expressions = [
    filter,
    ...joins.flatMap((join) => [
      join.filter,
      ...join.keys.flatMap(({ before, joined }) => [before, joined]),
    ]),
    ...(groups === null ? [] : [...groups.keys, ...groups.aggregates]),
    ...outputs.map(({ expression }) => expression),
    ...order.map(({ by }) => by),
  ];
  const names = new Set(columnsOf(expressions, table));
  return queriedColumns(index).filter(({ name }) => names.has(name));
}

async function runSelect(
  tables: readonly OpenTable[],
  plan: QueryPlan,
  runner: Runner,
): Promise<PlanResult> {
  const { filter, joins, outputs, order, offsetRows: offset, limitRows: limit } = plan;
  const groups = plan.groups && {
    ...plan.groups,
    sumsMayBeWide: plan.groups.aggregates.map((one) => isWideSum(one, tables)),
  };
  const columns = tables.map((table, at) => columnsRead(plan, table, at));
  const answer = await onTables(tables, plan, { columns, folder: runner.folder }, (paths) =>
    runner.run({
      ...{ task: "select", filter, range: null, joins, groups, outputs, order, offset },
      tables: paths.map((path, at) => ({ path, columns: columns[at] ?? [] })),
      // One more row shows whether there are more; groups are counted anyway.
      limit: groups === null ? limit + 1 : limit,
      counts: plan.countsRows,
      bytesMax: QUERY_ANSWER_BYTES_MAX,
    }),
  );
  return pageOf(answer, plan);
}

function pageOf(answer: TaskAnswer, { groups, offsetRows, limitRows }: QueryPlan): PlanResult {
  if (answer.found > 0 && answer.shown === 0) throw new RowTooLargeError();
  const end = offsetRows + Math.min(answer.shown, limitRows);
  if (groups !== null) {
    const total = answer.total ?? 0;
    const hasMore = answer.found > 0 && end < total;
    const { rowsText, shown: rowCount } = answer;
    return { rowsText, rowCount, totalRows: total, nextOffset: hasMore ? end : null };
  }
  const isEnd = answer.found <= limitRows && answer.shown === answer.found;
  const known = answer.found > 0 || offsetRows === 0;
  return {
    ...withoutExtraRow(answer, limitRows),
    totalRows: answer.total ?? (isEnd && known ? offsetRows + answer.found : null),
    nextOffset: isEnd ? null : end,
  };
}

/** The rows are text, so that the extra row is found by its JSON. */
function withoutExtraRow({ rowsText, shown }: TaskAnswer, limitRows: number) {
  if (shown <= limitRows) return { rowsText, rowCount: shown };
  const rows = JSON.parse(`[${rowsText}]`) as unknown[];
  const text = JSON.stringify(rows.slice(0, limitRows)).slice(1, -1);
  return { rowsText: text, rowCount: limitRows };
}

/** Makes a file with the wanted row groups of each table, one after the other. */
async function onTables(
  tables: readonly OpenTable[],
  plan: QueryPlan,
  { columns, folder }: { columns: readonly QueriedColumn[][]; folder: string },
  use: (paths: string[]) => Promise<TaskAnswer>,
  paths: string[] = [],
): Promise<TaskAnswer> {
  const at = paths.length;
  const table = tables[at];
  if (table === undefined) return await use(paths);
  const names = (columns[at] ?? []).map(({ name }) => name);
  // A joined table's rows are all needed: after a left join, a filter also sees missing values.
  const groups = pruneGroups(table.index, at === 0 ? plan.filter : null);
  const wanted = { groups, columns: names };
  return await withPart(table, wanted, folder, ({ path }) =>
    onTables(tables, plan, { columns, folder }, use, [...paths, path]),
  );
}

function isWideSum({ function: name, of }: PlannedAggregate, tables: readonly OpenTable[]) {
  if (name !== "sum") return false;
  const index = of?.is === "column" ? tables[of.table]?.index : undefined;
  // A join repeats rows, so that the bounds of a file say nothing about a sum.
  if (index === undefined || of?.is !== "column" || tables.length > 1) return true;
  return sumsMayBeWide(index, of.column.name);
}

function columnsIn(
  { index }: OpenTable,
  expressions: readonly (PlannedExpression | null)[],
): QueriedColumn[] {
  const names = new Set(columnsOf(expressions, 0));
  return queriedColumns(index).filter(({ name }) => names.has(name));
}

/** Positions in the table of the rows found, at most one more than are shown. */
type MatchingRows = { positions: number[]; total: number | null };

class RowsRun {
  readonly #table: OpenTable;
  readonly #plan: QueryPlan;
  readonly #runner: Runner;
  /** Row groups that may contain matching rows. */
  readonly #groups: number[];

  constructor(table: OpenTable, plan: QueryPlan, runner: Runner) {
    this.#table = table;
    this.#plan = plan;
    this.#runner = runner;
    this.#groups = pruneGroups(table.index, plan.filter);
  }

  async run(): Promise<PlanResult> {
    if (this.#groups.length === 0) return empty;
    const found = await this.#find();
    const answer = await this.#gather(found.positions.slice(0, this.#plan.limitRows));
    return await this.#result(answer, found);
  }

  async #result(answer: TaskAnswer | null, found: MatchingRows): Promise<PlanResult> {
    const { offsetRows, limitRows } = this.#plan;
    const shown = answer?.shown ?? 0;
    const hasMore = found.positions.length > Math.min(shown, limitRows);
    return {
      rowsText: answer?.rowsText ?? "",
      rowCount: shown,
      totalRows: found.total ?? (this.#plan.countsRows ? await this.#count(this.#groups) : null),
      nextOffset: hasMore ? offsetRows + shown : null,
    };
  }

  #find(): Promise<MatchingRows> {
    const { filter, order } = this.#plan;
    if (order.length > 0) return this.#findFirst();
    return filter === null ? Promise.resolve(this.#findPage()) : this.#findInOrder();
  }

  /** Without filter and order, a row's position is its number. */
  #findPage(): MatchingRows {
    const { offsetRows, limitRows } = this.#plan;
    const total = this.#table.index.rows;
    const count = Math.max(0, Math.min(limitRows + 1, total - offsetRows));
    return { positions: Array.from({ length: count }, (_, at) => offsetRows + at), total };
  }

  async #findFirst(): Promise<MatchingRows> {
    const { filter, order, offsetRows: offset, limitRows } = this.#plan;
    const limit = limitRows + 1;
    const columns = columnsIn(this.#table, [...order.map(({ by }) => by), filter]);
    const positions = await this.#onGroups(this.#groups, columns, async (part) => {
      const on = { tables: [{ path: part.path, columns }], filter, range: null };
      const task = { task: "top" as const, ...on, order };
      const answer = await this.#runner.run({ ...task, offset, limit });
      return inTable(this.#table, part, answer.positions ?? []);
    });
    const known = filter === null ? this.#table.index.rows : null;
    const isEnd = positions.length < limit && (positions.length > 0 || offset === 0);
    return { positions, total: known ?? (isEnd ? offset + positions.length : null) };
  }

  /** Searches groups one after the other until there are enough rows. */
  async #findInOrder(): Promise<MatchingRows> {
    const { filter, offsetRows, limitRows } = this.#plan;
    const columns = columnsIn(this.#table, [filter]);
    const positions: number[] = [];
    let toSkip = offsetRows;
    for (const groups of this.#looks(columns)) {
      const limit = limitRows + 1 - positions.length;
      if (limit === 0) return { positions, total: null };
      const skip = toSkip;
      const found = await this.#onGroups(groups, columns, async (part) => {
        const range = rangeIn(this.#table, part, groups);
        const on = { tables: [{ path: part.path, columns }], filter, range };
        const count = skip === 0 ? null : (await this.#runner.run({ task: "count", ...on })).found;
        if (count !== null && count <= skip) return { skipped: count, positions: [] };
        const task = { task: "top" as const, ...on, order: [], offset: skip, limit };
        const answer = await this.#runner.run(task);
        return { skipped: skip, positions: inTable(this.#table, part, answer.positions ?? []) };
      });
      toSkip -= found.skipped;
      positions.push(...found.positions);
    }
    const isMore = positions.length > limitRows;
    return { positions, total: isMore ? null : offsetRows - toSkip + positions.length };
  }

  /** Ever longer runs of groups: many filters fill their page early. */
  *#looks(columns: readonly QueriedColumn[]): Generator<number[]> {
    const names = columns.map(({ name }) => name);
    const bytesMax = [...lookBytes];
    let look: number[] = [];
    let bytes = 0;
    for (const group of this.#groups) {
      look.push(group);
      bytes += wantedBytes(this.#table, { groups: [group], columns: names });
      if (bytes < (bytesMax[0] ?? Number.POSITIVE_INFINITY)) continue;
      yield look;
      bytesMax.shift();
      look = [];
      bytes = 0;
    }
    if (look.length > 0) yield look;
  }

  /** The rows at these positions, in this order; null for none. */
  async #gather(positions: readonly number[]): Promise<TaskAnswer | null> {
    if (positions.length === 0) return null;
    const { outputs } = this.#plan;
    const columns = columnsIn(
      this.#table,
      outputs.map(({ expression }) => expression),
    );
    const places = placesOf(this.#table, positions);
    const groups = [...new Set(places.map(({ group }) => group))].sort((a, b) => a - b);
    const answer = await this.#onGroups(groups, columns, (part) => {
      const firstRows = firstRowsOf(this.#table, part.groups);
      return this.#runner.run({
        ...{ task: "gather", tables: [{ path: part.path, columns }], filter: null, range: null },
        outputs,
        positions: places.map(({ group, row }) => (firstRows.get(group) ?? 0) + row),
        bytesMax: QUERY_ANSWER_BYTES_MAX,
      });
    });
    if (answer.shown === 0) throw new RowTooLargeError();
    return answer;
  }

  async #count(groups: readonly number[]): Promise<number> {
    const { filter } = this.#plan;
    const columns = columnsIn(this.#table, [filter]);
    const count = (path: string) =>
      this.#runner.run({ task: "count", tables: [{ path, columns }], filter, range: null });
    return (await this.#onGroups(groups, columns, ({ path }) => count(path))).found;
  }

  /** Groups that are only read because of others contain no matching row. */
  #onGroups<Result>(
    groups: readonly number[],
    columns: readonly QueriedColumn[],
    use: (part: PartFile) => Promise<Result>,
  ): Promise<Result> {
    const wanted: PartSelection = { groups, columns: columns.map(({ name }) => name) };
    return withPart(this.#table, wanted, this.#runner.folder, use);
  }
}

/** A single row, of the table or of a group, exceeds the size limit of a response. */
export class RowTooLargeError extends Error {
  constructor() {
    super("One row is larger than an answer may be.");
    this.name = "RowTooLargeError";
  }
}

/** Runs a planned query on a table: chooses the row groups and the steps, with one child. */
import {
  pruneGroups,
  type QueryTask,
  sumsMayBeWide,
  type TaskAnswer,
} from "../../dataset/query/engine.ts";
import { QUERY_ANSWER_BYTES_MAX } from "../../market/query/limits.ts";
import { columnsOf, type QueriedColumn, type QueryPlan } from "../../market/query/plan.ts";
import type { OpenTable } from "./object-cache.ts";
import { type PartFile, type PartSelection, wantedBytes, withPart } from "./part-files.ts";
import { firstRowsOf, inTable, placesOf, rangeIn } from "./row-places.ts";

/** A folder for parts of files, and the child, which limits its own time. */
export type Runner = { folder: string; run(task: QueryTask): Promise<TaskAnswer> };

export type PlanResult = {
  rowsText: string;
  rowCount: number;
  totalRows: number | null;
  nextOffset: number | null;
};

type RowsPlan = Extract<QueryPlan, { answers: "rows" }>;
type GroupsPlan = Extract<QueryPlan, { answers: "groups" }>;

/**
 * Bytes of the filter's columns read in the first steps of a search; the last step reads all that
 * is left.
 */
const lookBytes = [4, 16, 64].map((mebi) => mebi * 1024 * 1024);

const empty: PlanResult = { rowsText: "", rowCount: 0, totalRows: 0, nextOffset: null };

export function runPlan(table: OpenTable, plan: QueryPlan, runner: Runner): Promise<PlanResult> {
  if (plan.answers === "groups") return runGroups(table, plan, runner);
  return new RowsRun(table, plan, runner).run();
}

async function runGroups(table: OpenTable, plan: GroupsPlan, runner: Runner): Promise<PlanResult> {
  const { keys, filter, order, offsetRows: offset, limitRows: limit } = plan;
  const looked = [
    ...keys.map(({ name }) => name),
    ...plan.aggregates.flatMap(({ column }) => column?.name ?? []),
    ...columnsOf(filter),
  ];
  const columns = columnsNamed(table, looked);
  const groups = pruneGroups(table.index, filter);
  const aggregates = plan.aggregates.map((one) => ({
    ...one,
    isWide: one.function === "sum" && sumsMayBeWide(table.index, one.column?.name ?? ""),
  }));
  const wanted = { groups, columns: columns.map(({ name }) => name) };
  const answer = await withPart(table, wanted, runner.folder, ({ path }) =>
    runner.run({
      ...{ task: "groups", path, columns, filter, range: null, keys, aggregates, order },
      ...{ offset, limit },
      bytesMax: QUERY_ANSWER_BYTES_MAX,
    }),
  );
  if (answer.found > 0 && answer.shown === 0) throw new RowTooLargeError();
  const end = offset + answer.shown;
  const total = answer.total ?? 0;
  return {
    rowsText: answer.rowsText,
    rowCount: answer.shown,
    totalRows: total,
    nextOffset: answer.found > 0 && end < total ? end : null,
  };
}

function columnsNamed({ index }: OpenTable, names: readonly string[]): QueriedColumn[] {
  const wanted = new Set(names);
  return index.columns
    .filter(({ name }) => wanted.has(name))
    .map(({ name, kind }) => ({ name, kind }));
}

/** Positions in the table of the rows found, at most one more than are shown. */
type MatchingRows = { positions: number[]; total: number | null };

class RowsRun {
  readonly #table: OpenTable;
  readonly #plan: RowsPlan;
  readonly #runner: Runner;
  /** Row groups that may contain matching rows. */
  readonly #groups: number[];
  readonly #shown: string[];

  constructor(table: OpenTable, plan: RowsPlan, runner: Runner) {
    this.#table = table;
    this.#plan = plan;
    this.#runner = runner;
    this.#groups = pruneGroups(table.index, plan.filter);
    this.#shown = plan.columns.map(({ name }) => name);
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
    const columns = columnsNamed(this.#table, [
      ...order.map(({ column }) => column),
      ...columnsOf(filter),
    ]);
    const positions = await this.#onGroups(this.#groups, columns, async (part) => {
      const on = { path: part.path, columns, filter, range: null };
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
    const columns = columnsNamed(this.#table, columnsOf(filter));
    const positions: number[] = [];
    let toSkip = offsetRows;
    for (const groups of this.#looks(columns)) {
      const limit = limitRows + 1 - positions.length;
      if (limit === 0) return { positions, total: null };
      const skip = toSkip;
      const found = await this.#onGroups(groups, columns, async (part) => {
        const range = rangeIn(this.#table, part, groups);
        const on = { path: part.path, columns, filter, range };
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
    const columns = columnsNamed(this.#table, this.#shown);
    const places = placesOf(this.#table, positions);
    const groups = [...new Set(places.map(({ group }) => group))].sort((a, b) => a - b);
    const answer = await this.#onGroups(groups, columns, (part) => {
      const firstRows = firstRowsOf(this.#table, part.groups);
      return this.#runner.run({
        ...{ task: "gather", path: part.path, columns, filter: null, range: null },
        shown: this.#shown,
        positions: places.map(({ group, row }) => (firstRows.get(group) ?? 0) + row),
        bytesMax: QUERY_ANSWER_BYTES_MAX,
      });
    });
    if (answer.shown === 0) throw new RowTooLargeError();
    return answer;
  }

  async #count(groups: readonly number[]): Promise<number> {
    const { filter } = this.#plan;
    const columns = columnsNamed(this.#table, columnsOf(filter));
    const on = { columns, filter, range: null };
    const count = (path: string) => this.#runner.run({ task: "count", path, ...on });
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

/** Reads what the address of a table's rows asks for, and builds the query for it. Pure. */

import { TABLE_NAME_CHARS_MAX } from "../../../market/catalogue/limits.ts";
import { firstCharacters } from "../../../market/characters.ts";
import {
  QUERY_COLUMN_NAME_CHARS_MAX,
  QUERY_OFFSET_MAX,
  QUERY_TEXT_CHARS_MAX,
} from "../../../market/query/limits.ts";
import type { AskedCondition, AskedQuery, Operator } from "../../../market/query/schemas.ts";

export type TableColumn = { name: string; type: string };
export type Condition = { column: string; op: Operator; value: string };

export type RowsWish = {
  table: string | undefined;
  conditions: Condition[];
  /** Text that a row must contain; empty: any. */
  words: string;
  sort: { column: string; isDescending: boolean } | null;
  offset: number;
  /** The position of the first shown column, if none are chosen by name. */
  first: number;
  /** The columns chosen by name; empty: as many as fit, from `first` on. */
  chosen: string[];
};

/** The choices in the form; a chip reads, for example, "weather is rain". */
export const operatorWords = {
  eq: "is",
  ne: "is not",
  contains: "holds",
  starts_with: "begins with",
  gt: "is above",
  gte: "is at least",
  lt: "is below",
  lte: "is at most",
  is_null: "is missing",
  is_not_null: "is there",
} as const satisfies Partial<Record<Operator, string>>;
type OfferedOperator = keyof typeof operatorWords;

const takesNoValue = (op: Operator): boolean => op === "is_null" || op === "is_not_null";

const conditionsMax = 10;
export const columnsShownMax = 20;
/** With the heads of the columns, this many cells make a page of at most 60 kB. */
const cellsShownMax = 480;
const rowsShownLimits = { min: 10, max: 30 };

/** The number of rows that fit on a page. */
export function rowsShown(columns: number): number {
  const fitting = Math.floor(cellsShownMax / Math.max(1, columns));
  return Math.max(rowsShownLimits.min, Math.min(rowsShownLimits.max, fitting));
}

/** Invalid values show the first rows, and an invalid filter is left out. */
export function readRowsWish(query: URLSearchParams): RowsWish {
  const [columns, ops, values] = ["column", "op", "value"].map((name) => query.getAll(name));
  const conditions = (columns ?? []).slice(0, conditionsMax).flatMap((given, at): Condition[] => {
    const column = firstCharacters(given, QUERY_COLUMN_NAME_CHARS_MAX);
    const op = ops?.[at] ?? "";
    const value = firstCharacters(values?.[at] ?? "", QUERY_TEXT_CHARS_MAX);
    if (column === "" || !isOffered(op) || (value === "" && !takesNoValue(op))) return [];
    return [{ column, op, value: takesNoValue(op) ? "" : value }];
  });
  const sort = firstCharacters(query.get("sort") ?? "", QUERY_COLUMN_NAME_CHARS_MAX);
  return {
    table: firstCharacters(query.get("table") ?? "", TABLE_NAME_CHARS_MAX) || undefined,
    conditions,
    words: firstCharacters(
      (query.get("words") ?? query.get("rows") ?? "").trim(),
      QUERY_TEXT_CHARS_MAX,
    ),
    sort: sort === "" ? null : { column: sort, isDescending: query.get("order") === "desc" },
    offset: numberOf(query.get("offset"), QUERY_OFFSET_MAX),
    first: numberOf(query.get("from"), QUERY_OFFSET_MAX),
    chosen: chosenColumns(query.getAll("columns")),
  };
}

/** One value may name several columns, with commas between. */
function chosenColumns(given: string[]): string[] {
  const [only = "", ...others] = given;
  const names = others.length === 0 ? only.split(",") : given;
  const cut = names.map((name) => firstCharacters(name.trim(), QUERY_COLUMN_NAME_CHARS_MAX));
  return [...new Set(cut)].filter((name) => name !== "").slice(0, columnsShownMax);
}

/**
 * The same request as parameters, with changes. Another filter or order starts at the first row.
 */
export function rowsQuery(wish: RowsWish, changes: Partial<RowsWish>): string {
  const { table, conditions, words, sort, offset, first, chosen } = {
    ...wish,
    offset: 0,
    ...changes,
  };
  const query = new URLSearchParams(table === undefined ? {} : { table });
  for (const { column, op, value } of conditions) {
    query.append("column", column);
    query.append("op", op);
    query.append("value", value);
  }
  if (words !== "") query.set("words", words);
  if (sort !== null) query.set("sort", sort.column);
  if (sort?.isDescending) query.set("order", "desc");
  if (offset > 0) query.set("offset", String(offset));
  if (first > 0) query.set("from", String(first));
  for (const name of chosen) query.append("columns", name);
  return query.size === 0 ? "" : `?${query}`;
}

/** The columns of the table that the page shows; names that it does not have are left out. */
export function shownColumns<Column extends TableColumn>(
  columns: readonly Column[],
  { first, chosen }: Pick<RowsWish, "first" | "chosen">,
): Column[] {
  const named = columns.filter(({ name }) => chosen.includes(name));
  return named.length > 0 ? named : columns.slice(first, first + columnsShownMax);
}

/** The range of positions that holds all shown columns. */
export function shownRange(columns: readonly TableColumn[], wish: RowsWish) {
  const shown = new Set(shownColumns(columns, wish).map(({ name }) => name));
  const first = columns.findIndex(({ name }) => shown.has(name));
  const last = columns.findLastIndex(({ name }) => shown.has(name));
  return first < 0
    ? { first: wish.first, count: columnsShownMax }
    : { first, count: last - first + 1 };
}

export function queryOf(wish: RowsWish, columns: readonly TableColumn[]): AskedQuery {
  const { conditions, sort, offset } = wish;
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const shown = shownColumns(columns, wish);
  const all = [
    ...conditions.map((condition) => testOf(condition, types.get(condition.column))),
    ...holding(wish, shown),
  ];
  return {
    ...(all.length === 0 ? {} : { filter: { all }, count: true }),
    ...(shown.length === 0 ? {} : { columns: shown.map(({ name }) => name) }),
    ...(sort === null
      ? {}
      : { order_by: [{ column: sort.column, direction: sort.isDescending ? "desc" : "asc" }] }),
    limit: rowsShown(shown.length),
    ...(offset === 0 ? {} : { offset }),
  };
}

/** The shown text columns. The search words must be in one of them. */
export function textColumns(shown: readonly TableColumn[]): TableColumn[] {
  return shown.filter(({ type }) => type === "string");
}

function holding({ words }: RowsWish, shown: TableColumn[]): AskedCondition[] {
  const texts = textColumns(shown);
  if (words === "" || texts.length === 0) return [];
  const holds = { op: "contains", value: words, ignore_case: true } as const;
  return [{ any: texts.map(({ name: column }) => ({ column, ...holds })) }];
}

function testOf({ column, op, value }: Condition, type: string | undefined): AskedCondition {
  if (takesNoValue(op)) return { column, op };
  if (op === "contains" || op === "starts_with") return { column, op, value, ignore_case: true };
  return { column, op, value: literalOf(value, type) };
}

/**
 * The text as a literal of its column's type. Other text is passed on, and the query refuses it
 * with an explanation.
 */
function literalOf(text: string, type: string | undefined): string | number | boolean {
  if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (type !== "integer" && type !== "number") return text;
  const plain = text.trim().replaceAll(/(?<=\d)[, ](?=\d{3})/g, "");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return text;
  const number = Number(plain);
  const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);
  return type === "integer" && !isExact ? plain : number;
}

function isOffered(op: string): op is OfferedOperator {
  return Object.hasOwn(operatorWords, op);
}

function numberOf(text: string | null, max: number): number {
  return text !== null && /^\d{1,7}$/.test(text) ? Math.min(Number(text), max) : 0;
}

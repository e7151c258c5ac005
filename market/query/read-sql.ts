/** Reads an SQL text as a {@link Select}. Everything that it does not name is refused. */
import type { JoinExpr, Node, RangeVar, SelectStmt } from "../../platform/sql/parse-sql.ts";
import { parseSelect } from "../../platform/sql/parse-sql.ts";
import type { FieldFault } from "../errors.ts";
import { Checks } from "./checks.ts";
import { placeOf as placeOfExpression } from "./kinds.ts";
import {
  QUERY_AGGREGATES_MAX,
  QUERY_GROUPS_BY_MAX,
  QUERY_JOINS_MAX,
  QUERY_OFFSET_MAX,
  QUERY_ORDERS_MAX,
} from "./limits.ts";
import {
  hasAggregate,
  partsOfSelect,
  type Select,
  type SelectExpression,
  type SelectJoin,
  type SelectOrder,
  type SelectOutput,
  type SelectTable,
} from "./select.ts";
import { nameOf, only, placeOf, readExpression, Unsupported } from "./sql-expression.ts";

/** `limit`, `offset` and `count` of the request, which show a page of the statement's result. */
export type SqlPage = Pick<Select, "limitRows" | "offsetRows" | "countsRows">;

/** The table of the request, for `FROM`. */
export const requestedTable = "dataset";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function readSql(sql: string, page: SqlPage): Select | FieldFault[] {
  const checks = new Checks([], sql);
  const parsed = parseSelect(sql);
  if ("atByte" in parsed) {
    checks.refuse(parsed.atByte, parsed.detail);
    return checks.faults;
  }
  try {
    return { ...readSelect(parsed), ...page };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    checks.refuse(error.at, error.message);
    return checks.faults;
  }
}

const clauses: Partial<Record<keyof SelectStmt, string>> = {
  withClause: "WITH is not supported: write one SELECT.",
  intoClause: "SELECT INTO is not supported: queries only read.",
  valuesLists: "VALUES is not supported: select from a table.",
  windowClause: "WINDOW is not supported: use GROUP BY.",
  lockingClause: "FOR UPDATE is not supported: queries only read.",
  larg: "UNION, INTERSECT and EXCEPT are not supported: send two queries.",
};

function readSelect(statement: SelectStmt): Omit<Select, keyof SqlPage> {
  for (const [clause, detail] of Object.entries(clauses)) {
    if (clause in statement) throw new Unsupported(detail, firstPlace(statement));
  }
  only(statement, [
    ...(["distinctClause", "targetList", "fromClause", "whereClause", "groupClause"] as const),
    ...(["groupDistinct", "havingClause", "sortClause", "limitOffset", "limitCount"] as const),
    ...(["limitOption", "op"] as const),
  ]);
  if (statement.groupDistinct) throw new Unsupported("GROUP BY DISTINCT is not supported.", 0);
  const { from, joins } = readFrom(statement.fromClause ?? []);
  const outputs = (statement.targetList ?? []).map(readOutput);
  if (outputs.length === 0) throw new Unsupported("SELECT names no column.", 0);
  const groupBy = (statement.groupClause ?? []).map((node) => readPosition(node, outputs));
  const having = optional(statement.havingClause);
  const order = (statement.sortClause ?? []).map((node) => readOrder(node, outputs));
  limitCount(groupBy.map(placeOfEntry), QUERY_GROUPS_BY_MAX, "GROUP BY has up to");
  limitCount(order, QUERY_ORDERS_MAX, "ORDER BY has up to");
  const expressions = [
    ...outputs.flatMap(({ of }) => (of.is === "star" ? [] : [of])),
    ...order.flatMap(({ by }) => (by.is === "output" ? [] : [by])),
    ...(having === null ? [] : [having]),
  ];
  limitCount(expressions.flatMap(aggregatesIn), QUERY_AGGREGATES_MAX, "A query has up to");
  return {
    from,
    joins,
    filter: optional(statement.whereClause),
    groupBy,
    isGrouped: groupBy.length > 0 || having !== null || expressions.some(hasAggregate),
    having,
    outputs,
    isDistinct: readDistinct(statement.distinctClause),
    order,
    resultRowsMax: readCount(statement.limitCount, "LIMIT"),
    resultOffsetRows: readCount(statement.limitOffset, "OFFSET") ?? 0,
  };
}

function firstPlace(statement: SelectStmt): number {
  const [first] = statement.targetList ?? [];
  return first === undefined ? 0 : placeOf(first);
}

function optional(node: Node | undefined): SelectExpression | null {
  return node === undefined ? null : readExpression(node);
}

function aggregatesIn(expression: SelectExpression): { at: SelectTable["at"] }[] {
  if (expression.is === "aggregate") return [expression];
  return partsOfSelect(expression).flatMap(aggregatesIn);
}

function limitCount(items: readonly { at?: SelectTable["at"] }[], max: number, words: string) {
  const extra = items[max];
  if (extra === undefined) return;
  const what = words.startsWith("A query") ? " aggregates" : "";
  throw new Unsupported(`${words} ${max}${what || " entries"}.`, extra.at ?? 0);
}

function readDistinct(clause: Node[] | undefined): boolean {
  if (clause === undefined) return false;
  const [on] = clause;
  if (on === undefined || Object.keys(on).length === 0) return true;
  throw new Unsupported("DISTINCT ON is not supported: use GROUP BY with min or max.", placeOf(on));
}

function readOutput(node: Node): SelectOutput {
  if (!("ResTarget" in node)) throw new Unsupported("This is not supported.", placeOf(node));
  const { ResTarget: target } = node;
  only(target, ["name", "val", "location"]);
  const at = target.location ?? 0;
  if (target.val === undefined) throw new Unsupported("This is not supported.", at);
  const as = target.name ?? null;
  if ("ColumnRef" in target.val) {
    const fields = target.val.ColumnRef.fields ?? [];
    const last = fields.at(-1);
    if (last !== undefined && "A_Star" in last) {
      const table = fields.length === 1 ? null : nameOf(fields.slice(0, -1), at);
      return { of: { is: "star", table, at }, as: null, at };
    }
  }
  return { of: readExpression(target.val), as, at };
}

/** A whole number is the position of an output. */
function readPosition(node: Node, outputs: readonly SelectOutput[]): SelectOrder["by"] {
  const by = readExpression(node);
  if (by.is !== "constant") return by;
  const { value, at } = by;
  const output = typeof value === "number" ? outputs[value - 1] : undefined;
  if (output === undefined) {
    throw new Unsupported(`A position is a number from 1 to ${outputs.length}.`, at);
  }
  if (output.of.is === "star") {
    throw new Unsupported("A position cannot mean `*`: write the column's name.", at);
  }
  return { is: "output", position: Number(value) - 1, at };
}

function readOrder(node: Node, outputs: readonly SelectOutput[]): SelectOrder {
  if (!("SortBy" in node)) throw new Unsupported("This order is not supported.", placeOf(node));
  const { SortBy: sort } = node;
  only(sort, ["node", "sortby_dir", "sortby_nulls", "location"]);
  if (sort.node === undefined || sort.sortby_dir === "SORTBY_USING") {
    throw new Unsupported("USING is not supported: write ASC or DESC.", placeOf(node));
  }
  return {
    by: readPosition(sort.node, outputs),
    isDescending: sort.sortby_dir === "SORTBY_DESC",
    nullsFirst: sort.sortby_nulls === "SORTBY_NULLS_FIRST",
    at: placeOf(sort.node),
  };
}

/** Null for none, `ALL` or NULL. */
function readCount(node: Node | undefined, clause: string): number | null {
  if (node === undefined) return null;
  const read = readExpression(node);
  if (read.is === "constant" && read.value === null) return null;
  const value = read.is === "constant" ? read.value : null;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) {
    if (clause !== "OFFSET" || value <= QUERY_OFFSET_MAX) return value;
  }
  const most = clause === "OFFSET" ? ` up to ${QUERY_OFFSET_MAX}` : "";
  throw new Unsupported(`${clause} is a whole number${most}.`, placeOf(node));
}

function readFrom(nodes: readonly Node[]): Pick<Select, "from" | "joins"> {
  const [first, second] = nodes;
  if (first === undefined) {
    throw new Unsupported(`There is no FROM: the table is called ${requestedTable}.`, 0);
  }
  if (second !== undefined) {
    throw new Unsupported("Write JOIN … ON … instead of a comma.", placeOf(second));
  }
  const { from, joins } = readSource(first, 0);
  const tables = [from, ...joins.map(({ table }) => table)];
  const again = tables.find(
    ({ name }, at) => tables.findIndex((table) => table.name === name) < at,
  );
  if (again !== undefined) {
    throw new Unsupported(
      `Two tables are named ${again.name}: add AS with another name.`,
      again.at,
    );
  }
  return { from, joins };
}

function readSource(node: Node, depth: number): Pick<Select, "from" | "joins"> {
  if ("RangeVar" in node) return { from: readTable(node.RangeVar), joins: [] };
  if (!("JoinExpr" in node)) {
    const detail = "FROM takes tables and JOIN, no subqueries and no functions.";
    throw new Unsupported(detail, placeOf(node));
  }
  const { JoinExpr: join } = node;
  if (depth >= QUERY_JOINS_MAX) {
    throw new Unsupported(`A query has up to ${QUERY_JOINS_MAX} joins.`, placeOf(node));
  }
  const { larg, rarg } = join;
  if (larg === undefined || rarg === undefined) throw new Unsupported("This join is empty.", 0);
  const before = readSource(larg, depth + 1);
  return { from: before.from, joins: [...before.joins, readJoin(join, rarg)] };
}

function readJoin(join: JoinExpr, right: Node): SelectJoin {
  const at = placeOf(right);
  only(join, ["jointype", "larg", "rarg", "quals", "usingClause", "rtindex"], at);
  if (!("RangeVar" in right)) {
    throw new Unsupported("JOIN takes a table: write joins one after the other.", at);
  }
  const kind = { JOIN_INNER: "inner", JOIN_LEFT: "left" } as const;
  const type = join.jointype ?? "JOIN_INNER";
  if (!(type === "JOIN_INNER" || type === "JOIN_LEFT")) {
    throw new Unsupported("Only INNER JOIN and LEFT JOIN are supported.", at);
  }
  const on = join.quals === undefined ? [] : flattened(readExpression(join.quals));
  const using = (join.usingClause ?? []).map((field) => ({ name: nameOf([field], at), at }));
  if (on.length === 0 && using.length === 0) {
    throw new Unsupported("A join needs ON with equal columns: there are no cross joins.", at);
  }
  return { table: readTable(right.RangeVar), kind: kind[type], on, using, at };
}

function flattened(expression: SelectExpression): SelectExpression[] {
  return expression.is === "all" ? expression.of.flatMap(flattened) : [expression];
}

function readTable(range: RangeVar): SelectTable {
  only(range, ["schemaname", "relname", "inh", "relpersistence", "alias", "location"]);
  const at = range.location ?? 0;
  if (range.inh !== true) throw new Unsupported("ONLY is not supported: leave it out.", at);
  if (range.alias?.colnames !== undefined) {
    throw new Unsupported("Columns are renamed in SELECT, not in FROM.", at);
  }
  const { schemaname: schema, relname: table = "" } = range;
  const name = range.alias?.aliasname ?? table;
  if (schema === undefined) {
    if (table === requestedTable) return { name, reference: { datasetId: null, table: null }, at };
    const reference = uuid.test(table)
      ? { datasetId: table, table: null }
      : { datasetId: null, table };
    return { name, reference, at };
  }
  if (schema === requestedTable) return { name, reference: { datasetId: null, table }, at };
  if (uuid.test(schema)) return { name, reference: { datasetId: schema, table }, at };
  const detail =
    `A table is ${requestedTable}, "a table's name", "a dataset's id", or ` +
    `"a dataset's id"."a table's name".`;
  throw new Unsupported(detail, at);
}

function placeOfEntry(by: SelectOrder["by"]): { at: SelectTable["at"] } {
  return { at: by.is === "output" ? by.at : placeOfExpression(by) };
}

/** Turns an acceptance contract into queries of one figure each. Pure. */
import { isProbe } from "../../acceptance/rules.ts";
import type {
  AcceptanceTerms,
  Check,
  LogicalType,
  Operator,
  Property,
} from "../../acceptance/schemas.ts";
import { operatorNames } from "../../acceptance/schemas.ts";
import { placeholder } from "../../acceptance/value-checks.ts";
import { QUERY_SQL_CHARS_MAX } from "../limits.ts";
import type { ColumnKind } from "../plan.ts";

/** `isPercent`: figure and value are shares. */
export type Expected = { operator: Operator; value: Scalar | Scalar[]; isPercent?: boolean };
type Scalar = string | number | boolean;

/** `sql`: one SELECT of one figure. `sketch`: how many of its values a column has. */
type Measure = { sql: string } | { sketch: string; column: string; isPercent: boolean };

export type FigureCheck = {
  /** Its place in the contract, as a JSON pointer. */
  pointer: string;
  table: string | undefined;
  title: string;
  measure: Measure;
  expected: Expected;
  /** Whether the figure says something about values that the public profile does not say. */
  isProbe: boolean;
};

/** Why no query process would read the SQL that a check becomes; null if it would. */
export function sqlFault(sql: string): string | null {
  if (sql.length <= QUERY_SQL_CHARS_MAX) return null;
  return `With its values and the names of its column, its SQL has more than ${QUERY_SQL_CHARS_MAX} characters.`;
}

export type TypeCheck = {
  pointer: string;
  table: string | undefined;
  column: string;
  logicalType: LogicalType | undefined;
};

export type CompiledTerms = { figures: FigureCheck[]; types: TypeCheck[] };

/** `today`: the date of the check, as `2026-01-31`. */
export function compileTerms({ schema }: AcceptanceTerms, today: string): CompiledTerms {
  const compiled: CompiledTerms = { figures: [], types: [] };
  for (const [at, { name: table, properties = [], quality = [] }] of schema.entries()) {
    const place = `/schema/${at}`;
    for (const [index, check] of quality.entries()) {
      const pointer = `${place}/quality/${index}`;
      compiled.figures.push(figureOf(check, { pointer, table, column: null, today }));
    }
    for (const [index, property] of properties.entries()) {
      const pointer = `${place}/properties/${index}`;
      const { name: column, logicalType } = property;
      compiled.types.push({ pointer, table, column, logicalType });
      for (const [path, check] of checksOf(property)) {
        const own = { pointer: `${pointer}${path}`, table, column, today };
        compiled.figures.push(figureOf(check, own));
      }
    }
  }
  return compiled;
}

function checksOf({ required, unique, quality = [] }: Property): [path: string, check: Check][] {
  return [
    ...(required === true ? [["/required", { metric: "nullValues", mustBe: 0 }] as const] : []),
    ...(unique === true ? [["/unique", { metric: "duplicateValues", mustBe: 0 }] as const] : []),
    ...quality.map((check, at) => [`/quality/${at}`, check] as const),
  ].map(([path, check]) => [path, check]);
}

type Place = { pointer: string; table: string | undefined; column: string | null; today: string };

function figureOf(check: Check, { pointer, table, column, today }: Place): FigureCheck {
  const operator = operatorNames.find((name) => check[name] !== undefined) ?? "mustBe";
  const { query, metric = "rowCount", name, unit } = check;
  const isPercent = query === undefined && unit === "percent";
  const expected = { operator, value: check[operator] ?? 0, ...(isPercent ? { isPercent } : {}) };
  const what = query === undefined ? metric : "query";
  const columns = check.arguments?.properties?.join(", ") ?? column;
  const title = name ?? (columns === null ? what : `${what} of ${columns}`);
  const measure = measureOf(check, { column, today });
  return { pointer, table, title, measure, expected, isProbe: isProbe(check) };
}

function measureOf(check: Check, { column, today }: Pick<Place, "column" | "today">): Measure {
  const { query, metric = "rowCount", arguments: given = {}, unit } = check;
  if (query !== undefined) return { sql: fillIn(query, { column, today }) };
  if (metric !== "matchedValues") return { sql: metricSql(metric, check, column ?? "") };
  return { sketch: given.sketch ?? "", column: column ?? "", isPercent: unit === "percent" };
}

function fillIn(query: string, { column, today }: Pick<Place, "column" | "today">): string {
  const values: Record<string, string> = {
    object: "dataset",
    property: column === null ? "{property}" : quotedName(column),
    today: `DATE '${today}'`,
  };
  return query.replaceAll(placeholder, (all, name: string) => values[name] ?? all);
}

type SqlMetric = Exclude<Check["metric"], "matchedValues" | undefined>;

function metricSql(metric: SqlMetric, check: Check, column: string): string {
  const { arguments: given = {}, unit } = check;
  const name = quotedName(column);
  const valid = listOf(given.validValues);
  const missing = listOf(given.missingValues);
  const figures = {
    rowCount: () => "count(*)",
    nullValues: () => `count(*) - count(${name})`,
    missingValues: () =>
      missing === ""
        ? `count(*) - count(${name})`
        : `count(*) FILTER (WHERE ${name} IS NULL OR ${name} IN (${missing}))`,
    // An empty value is not invalid.
    invalidValues: () =>
      valid === "" ? `count(${name})` : `count(*) FILTER (WHERE ${name} NOT IN (${valid}))`,
    duplicateValues: () => {
      const key = given.properties === undefined ? name : combined(given.properties);
      return `count(${key}) - count(DISTINCT ${key})`;
    },
  } satisfies Record<SqlMetric, () => string>;
  const figure = figures[metric]();
  const shown = unit === "percent" ? `100.0 * (${figure}) / nullif(count(*), 0)` : figure;
  return `SELECT ${shown} AS figure FROM dataset`;
}

const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Without null, which SQL's lists do not match. */
const listOf = (values: readonly (Scalar | null)[] = []) =>
  values
    .filter((value) => value !== null)
    .map(literal)
    .join(", ");

/** One text for a combination of values; lengths keep `1, 23` apart from `12, 3`. Null if one is null. */
function combined(columns: readonly string[]): string {
  const [first = "", ...others] = columns.map(quotedName);
  if (others.length === 0) return first;
  const texts = [first, ...others].map((name) => `CAST(${name} AS text)`);
  const marked = texts
    .slice(0, -1)
    .map((text) => `CAST(length(${text}) AS text) || ':' || ${text}`);
  return `(${[...marked, ...texts.slice(-1)].join(" || ")})`;
}

function literal(value: Scalar): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return String(value).toUpperCase();
}

const kindsOfTypes: Record<LogicalType, readonly ColumnKind[]> = {
  string: ["string"],
  date: ["date"],
  timestamp: ["datetime"],
  time: ["time"],
  number: ["number", "integer"],
  integer: ["integer"],
  boolean: ["boolean"],
  array: ["array"],
  object: ["object"],
};

/** The kind of every column that has this type; null if it can have several. */
export function kindOfType(logicalType: LogicalType): ColumnKind | null {
  const [kind = null, ...others] = kindsOfTypes[logicalType];
  return others.length === 0 ? kind : null;
}

/** Why a column does not have the type that the contract names; null if it has. */
export function typeFault(
  { column, logicalType }: TypeCheck,
  columns: readonly { name: string; type: string }[],
): string | null {
  const found = columns.find(({ name }) => name === column);
  if (found === undefined) return `There is no column ${JSON.stringify(column)}.`;
  const allowed: readonly string[] =
    logicalType === undefined ? [found.type] : kindsOfTypes[logicalType];
  if (allowed.includes(found.type)) return null;
  return `Column ${JSON.stringify(column)} is of type ${found.type}, not ${logicalType}.`;
}

/** UTC, as `2026-01-31`. */
export function todayOf(now: Date): string {
  return now.toISOString().slice(0, "2026-01-31".length);
}

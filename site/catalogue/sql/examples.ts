/** Queries that make sense for a table, made from its columns. Pure. */
import { requestedTable } from "../../../market/query/read-sql.ts";
import type { TableColumn } from "../rows/read-wish.ts";

type Example = { label: string; sql: string };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const numbers: ReadonlySet<string> = new Set(["integer", "number"]);
const groups: ReadonlySet<string> = new Set(["string", "boolean"]);
/** The first column often holds an identifier, which neither groups nor adds up. */
const isKey = (name: string): boolean => /(^|_)id$/i.test(name);

/** `distinct_count` is absent if the table has no profile. */
export type ExampleColumn = TableColumn & { distinct_count?: number | null };

/** More groups than this say nothing at a glance. */
const groupsMax = 200;

export function sqlExamples(columns: readonly ExampleColumn[]): Example[] {
  const usable = columns.filter(({ name }) => !isKey(name));
  const number = usable.find(({ type }) => numbers.has(type))?.name;
  const group = usable.find(
    ({ type, distinct_count: values }) =>
      groups.has(type) && (values ?? 2) > 1 && (values ?? 2) <= groupsMax,
  )?.name;
  const from = `FROM ${requestedTable}`;
  const examples: (Example | null)[] = [
    { label: "The number of rows", sql: `SELECT count(*) AS rows ${from}` },
    group === undefined
      ? null
      : {
          label: `Rows for each ${group}`,
          sql: `SELECT ${quoted(group)}, count(*) AS rows ${from} GROUP BY ${quoted(group)} ORDER BY rows DESC LIMIT 20`,
        },
    number === undefined || group === undefined
      ? null
      : {
          label: `Mean ${number} for each ${group}`,
          sql: `SELECT ${quoted(group)}, avg(${quoted(number)}) AS mean ${from} GROUP BY ${quoted(group)} ORDER BY mean DESC LIMIT 20`,
        },
    number === undefined
      ? null
      : {
          label: `The highest ${number}`,
          sql: `SELECT * ${from} ORDER BY ${quoted(number)} DESC LIMIT 20`,
        },
  ];
  return examples.filter((example) => example !== null).toReversed();
}

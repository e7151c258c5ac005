/** Finds the table in a JSON document that is not simply an array of records. */

type Members = Readonly<Record<string, unknown>>;

/** A table of a document: its records, where they stand, and how many members were left out. */
export type DocumentTable = {
  records: readonly unknown[];
  /** The names on the way to it; empty for the document itself. */
  path: readonly string[];
  /** Names of members that hold something else, on all levels of the way. */
  unread: readonly string[];
};

/** Levels of objects around a table. */
const depthMax = 16;
/** So many members make a mapping of names to values; fewer are one record. */
const mappingMembersMin = 5;
/** Share of the keys of all records that each of them has on average; of many, less is enough. */
const sharedKeysMin = 0.5;
const sharedKeysOfManyMin = 0.2;
const manyRecordsMin = 20;

/** Shapes that a whole object can have, by the first that fits. */
const shapes: readonly ((members: Members) => unknown[] | null)[] = [
  splitFrame,
  schemaTable,
  columnsOfValues,
  columnsOfIndexes,
  recordsByKey,
  valuesByKey,
];

/** The table of a document: the object itself, or the largest of those inside. Null without one. */
export function findTable(document: unknown): DocumentTable | null {
  if (!isObject(document)) return null;
  return tableIn(document, [], 0);
}

function tableIn(members: Members, path: readonly string[], depth: number): DocumentTable | null {
  const candidates: DocumentTable[] = [];
  const isOneTable = whole(members);
  if (isOneTable) return { records: isOneTable, path, unread: [] };
  if (depth >= depthMax) return null;
  for (const [name, value] of Object.entries(members)) {
    const inside = [...path, name];
    const found = Array.isArray(value)
      ? ofArray(value, inside)
      : isObject(value)
        ? tableIn(value, inside, depth + 1)
        : null;
    if (!found) continue;
    const beside = Object.keys(members).filter((other) => other !== name);
    candidates.push({ ...found, unread: [...beside, ...found.unread] });
  }
  const ofObjects = candidates.filter(({ records }) => isObject(records[0]));
  const chosen = ofObjects.length > 0 ? ofObjects : candidates;
  return chosen.toSorted((a, b) => b.records.length - a.records.length)[0] ?? null;
}

function ofArray(value: unknown[], path: readonly string[]): DocumentTable | null {
  return value.length === 0 ? null : { records: value, path, unread: [] };
}

function whole(members: Members): unknown[] | null {
  for (const shape of shapes) {
    const records = shape(members);
    if (records) return records;
  }
  return null;
}

/** pandas' `split`: names of columns, an index, and rows of values. */
function splitFrame({ columns, index, data, ...others }: Members): unknown[] | null {
  if (!Array.isArray(columns) || !Array.isArray(data) || Object.keys(others).length > 1)
    return null;
  if (columns.length === 0 || !data.every(Array.isArray)) return null;
  const names = columns.map((name) => (Array.isArray(name) ? name.join(".") : String(name)));
  const labels = Array.isArray(index) && !isCounting(index) ? index : null;
  return data.map((row: unknown[], place) => {
    const cells = names.map((name, i): [string, unknown] => [name, row[i]]);
    return Object.fromEntries(labels ? [["index", labels[place]], ...cells] : cells);
  });
}

/** pandas' `table`: a schema and its records. */
function schemaTable({ schema, data }: Members): unknown[] | null {
  const isSchema = isObject(schema) && Array.isArray(schema.fields);
  return isSchema && Array.isArray(data) && data.every(isObject) ? data : null;
}

/** Columns of equally many values: `{"id": [1, 2], "name": ["a", "b"]}`. */
function columnsOfValues(members: Members): unknown[] | null {
  const columns = Object.entries(members);
  const [first] = columns;
  if (columns.length < 2 || !first || !Array.isArray(first[1])) return null;
  const { length } = first[1];
  const fit = columns.every(
    ([, values]) => Array.isArray(values) && values.length === length && values.every(isPlain),
  );
  if (!fit || length === 0) return null;
  return rowsOf(length, columns as [string, unknown[]][], (values, row) => values[row]);
}

/** pandas' default: columns of values by their index: `{"id": {"0": 1, "1": 2}}`. */
function columnsOfIndexes(members: Members): unknown[] | null {
  const columns = Object.entries(members);
  const [first] = columns;
  if (!first || !isObject(first[1])) return null;
  const index = Object.keys(first[1]);
  if (index.length === 0 || !isCounting(index.map(Number))) return null;
  if (isCounting(Object.keys(members).map(Number))) return null;
  const fit = columns.every(([, values]) => {
    return isObject(values) && Object.keys(values).length === index.length;
  });
  if (!fit) return null;
  return rowsOf(index.length, columns as [string, Members][], (values, row) => values[String(row)]);
}

function rowsOf<T>(
  length: number,
  columns: readonly [string, T][],
  cell: (values: T, row: number) => unknown,
): unknown[] {
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(([name, values]) => [name, cell(values, row)])),
  );
}

/** Records by key: `{"DE": {"name": "Germany"}}`; most of them must have the same keys. */
function recordsByKey(members: Members): unknown[] | null {
  const records = Object.values(members);
  if (records.length < 2 || !records.every(isObject)) return null;
  const keys = new Set<string>();
  let cells = 0;
  for (const record of records) {
    for (const key of Object.keys(record as Members)) keys.add(key);
    cells += Object.keys(record as Members).length;
  }
  const shareMin = records.length < manyRecordsMin ? sharedKeysMin : sharedKeysOfManyMin;
  if (keys.size === 0 || cells < shareMin * keys.size * records.length) return null;
  const name = freeName(keys);
  return Object.entries(members).map(([key, record]) => ({ [name]: key, ...(record as Members) }));
}

function freeName(taken: ReadonlySet<string>): string {
  for (let name = "key"; ; name = `_${name}`) if (!taken.has(name)) return name;
}

/** Values of one type by key: `{"Montgomery": "Alabama"}`, or lists of them. */
function valuesByKey(members: Members): unknown[] | null {
  const entries = Object.entries(members);
  if (entries.length < mappingMembersMin) return null;
  const types = new Set(entries.map(([, value]) => typeOf(value)));
  types.delete("null");
  const isList = types.has("list");
  if (types.size !== 1 || types.has("object")) return null;
  if (
    isList &&
    !entries.every(([, value]) => value === null || (value as unknown[]).every(isPlain))
  )
    return null;
  return entries.map(([key, value]) => ({ key, value }));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value === "bigint" ? "number" : typeof value;
}

/** Whether an index is the plain numbering from 0. */
function isCounting(index: readonly unknown[]): boolean {
  return index.every((label, place) => label === place);
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

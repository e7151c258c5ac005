/** Random tables, and random queries as JSON with the equivalent SQL. */

type Random = () => number;

/** A value of the random table as SQL and as JSON. */
type Value = { sql: string; json: string | number | boolean };
type Column = { name: string; sqlType: string; kind: string; value: (random: Random) => Value };

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
};
const whole = (random: Random, from: number, to: number) =>
  from + Math.floor(random() * (to - from + 1));
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const named = (name: string) => `"${name.replaceAll('"', '""')}"`;
const asIs = (value: number | boolean): Value => ({ sql: String(value), json: value });
const isoDay = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);

const texts = ["", "a", "A", "ab", "Ärger", "ärger", "100%", "a_b", "x.*", "naïve", "日本", "'\""];

/** Names are hostile on purpose: patterns, wildcards, quotes and an index. */
const columns: Column[] = [
  {
    name: "id",
    sqlType: "BIGINT",
    kind: "integer",
    value: (random) => asIs(whole(random, 0, 3000)),
  },
  {
    name: "^.*$",
    sqlType: "INTEGER",
    kind: "integer",
    value: (random) => asIs(whole(random, -5, 5)),
  },
  {
    name: "*",
    sqlType: "DOUBLE",
    kind: "number",
    value: (random) => asIs(whole(random, -40, 40) / 8),
  },
  {
    name: 'a "b" $c',
    sqlType: "VARCHAR",
    kind: "string",
    value: (random) => {
      const text = pick(random, texts);
      return { sql: quoted(text), json: text };
    },
  },
  {
    name: "day",
    sqlType: "DATE",
    kind: "date",
    value: (random) => {
      const day = isoDay(whole(random, -400, 400));
      return { sql: `DATE ${quoted(day)}`, json: day };
    },
  },
  {
    name: "at",
    sqlType: "TIMESTAMP",
    kind: "datetime",
    value: (random) => {
      const at = new Date(whole(random, -2000, 2000) * 3_600_000).toISOString();
      return { sql: `TIMESTAMP ${quoted(at.slice(0, 19).replace("T", " "))}`, json: at };
    },
  },
  {
    name: "flag",
    sqlType: "BOOLEAN",
    kind: "boolean",
    value: (random) => asIs(random() < 0.5),
  },
];

const nullShare = 0.15;

/** The SQL that creates the table: clustered ids, nulls in every column but the first. */
export function tableSql(random: Random, rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = columns.map((column, at) => {
      if (at === 0) return String(row);
      return random() < nullShare ? "NULL" : column.value(random).sql;
    });
    return `(${cells.join(",")})`;
  });
  const types = columns.map(({ name, sqlType }) => `${named(name)} ${sqlType}`);
  return `CREATE OR REPLACE TABLE t (${types.join(",")}); INSERT INTO t VALUES ${lines.join(",")};`;
}

type Condition = { json: Record<string, unknown>; sql: string };

const relations = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

function randomTest(random: Random): Condition {
  const column = pick(random, columns);
  const { name, kind } = column;
  const ops = [
    "compare",
    "compare",
    "compare",
    "in",
    "null",
    ...(kind === "string" ? ["text"] : []),
  ];
  const op = pick(random, ops);
  if (op === "null") {
    const isNull = random() < 0.5;
    return {
      json: { column: name, op: isNull ? "is_null" : "is_not_null" },
      sql: `${named(name)} IS ${isNull ? "" : "NOT "}NULL`,
    };
  }
  if (op === "in") {
    const values = Array.from({ length: whole(random, 1, 4) }, () => column.value(random));
    const isIn = random() < 0.5;
    return {
      json: { column: name, op: isIn ? "in" : "not_in", value: values.map(({ json }) => json) },
      sql: `${named(name)} ${isIn ? "" : "NOT "}IN (${values.map(({ sql }) => sql).join(",")})`,
    };
  }
  if (op === "text") {
    const test = pick(random, ["contains", "starts_with", "ends_with"]);
    const text = pick(random, texts).slice(0, 2);
    const json = { column: name, op: test, value: text };
    return { json, sql: `${test}(${named(name)}, ${quoted(text)})` };
  }
  const relation = pick(random, Object.keys(relations) as (keyof typeof relations)[]);
  const value = column.value(random);
  return {
    json: { column: name, op: relation, value: value.json },
    sql: `${named(name)} ${relations[relation]} ${value.sql}`,
  };
}

function randomCondition(random: Random, depth = 0): Condition {
  const form = depth >= 3 ? "test" : pick(random, ["test", "test", "all", "any", "not"]);
  if (form === "test") return randomTest(random);
  if (form === "not") {
    const inner = randomCondition(random, depth + 1);
    return { json: { not: inner.json }, sql: `NOT (${inner.sql})` };
  }
  const parts = Array.from({ length: whole(random, 1, 3) }, () =>
    randomCondition(random, depth + 1),
  );
  const joined = parts.map(({ sql }) => `(${sql})`).join(form === "all" ? " AND " : " OR ");
  return { json: { [form]: parts.map(({ json }) => json) }, sql: joined };
}

export type RandomQuery = { json: Record<string, unknown>; sql: string; countSql: string };

/** Sorted by the given order first and then by `id`, the table's own order. */
export function randomRows(random: Random): RandomQuery {
  const condition = random() < 0.8 ? randomCondition(random) : null;
  const chosen = columns.filter(() => random() < 0.6);
  const shown = chosen.length === 0 ? columns : chosen;
  const order = random() < 0.5 ? [pick(random, columns)] : [];
  const direction = random() < 0.5 ? "asc" : "desc";
  const limit = whole(random, 1, 40);
  const offset = random() < 0.5 ? 0 : whole(random, 0, 200);
  const where = condition === null ? "" : `WHERE ${condition.sql}`;
  const by = [...order.map(({ name }) => `${named(name)} ${direction} NULLS LAST`), "id"];
  return {
    json: {
      ...(condition === null ? {} : { filter: condition.json }),
      columns: shown.map(({ name }) => name),
      ...(order.length === 0
        ? {}
        : { order_by: order.map(({ name }) => ({ column: name, direction })) }),
      ...{ limit, offset, count: true },
    },
    sql: `SELECT ${shown.map(({ name }) => named(name)).join(",")} FROM f ${where}
      ORDER BY ${by.join(",")} LIMIT ${limit} OFFSET ${offset}`,
    countSql: `SELECT count(*) FROM f ${where}`,
  };
}

const functions: Record<string, (column: string) => string> = {
  count: (column) => `count(${column})`,
  count_distinct: (column) => `count(DISTINCT ${column})`,
  min: (column) => `min(${column})`,
  max: (column) => `max(${column})`,
  sum: (column) => `sum(${column})`,
  mean: (column) => `avg(${column})`,
  median: (column) => `median(${column})`,
  stddev: (column) => `stddev_samp(${column})`,
};
const ofNumbers = new Set(["sum", "mean", "median", "stddev"]);

export function randomGroups(random: Random): RandomQuery {
  const condition = random() < 0.7 ? randomCondition(random) : null;
  const keys = columns.slice(1).filter(() => random() < 0.3);
  const aggregates = Array.from({ length: whole(random, 1, 4) }, (_, at) => {
    const name = pick(random, Object.keys(functions));
    const numeric = columns.filter(({ kind }) => kind === "integer" || kind === "number");
    const column = pick(random, ofNumbers.has(name) ? numeric : columns);
    return { name, column: column.name, as: `r${at}` };
  });
  const where = condition === null ? "" : `WHERE ${condition.sql}`;
  const names = keys.map(({ name }) => named(name));
  const selected = [
    ...names,
    ...aggregates.map(({ name, column, as }) => `${functions[name]?.(named(column))} AS ${as}`),
  ];
  const grouped = keys.length === 0 ? "" : `GROUP BY ${names.join(",")}`;
  const inner = `SELECT ${selected.join(",")} FROM f ${where} ${grouped}`;
  const by = names.length === 0 ? "" : `ORDER BY ${names.map((n) => `${n} NULLS LAST`).join(",")}`;
  return {
    json: {
      ...(condition === null ? {} : { filter: condition.json }),
      ...(keys.length === 0 ? {} : { group_by: keys.map(({ name }) => name) }),
      aggregates: aggregates.map(({ name, column, as }) => ({ function: name, column, as })),
      limit: 50,
    },
    sql: `${inner} ${by} LIMIT 50`,
    countSql: `SELECT count(*) FROM (${inner})`,
  };
}

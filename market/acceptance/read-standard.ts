/**
 * Reads an Open Data Contract as its author wrote it: leaves out fields that only describe, and brings fields
 * that say the same to one form. Pure.
 */
import { ownEntry } from "../own-entry.ts";

/** Refuses a part of a contract that would change the verdict and is not evaluated. */
type Refuse = (path: (string | number)[], message: string) => void;
type Fields = Record<string, unknown>;
type Path = (string | number)[];

const everywhere = [
  ...["id", "name", "description", "tags", "authoritativeDefinitions", "customProperties"],
];
const ignoredAround = new Set([
  ...everywhere,
  ...["version", "kind", "apiVersion", "tenant", "status", "servers", "dataProduct", "domain"],
  ...["support", "price", "team", "roles", "slaDefaultElement", "slaProperties"],
  ...["contractCreatedTs"],
]);
const described = everywhere.filter((name) => name !== "name");
const ignoredInTables = new Set([
  ...described,
  ...["businessName", "physicalType", "dataGranularityDescription", "relationships"],
]);
const ignoredInProperties = new Set([
  ...described,
  ...["businessName", "physicalType", "primaryKeyPosition", "partitioned"],
  ...["partitionKeyPosition", "classification", "encryptedName", "transformSourceObjects"],
  ...["transformLogic", "transformDescription", "examples", "criticalDataElement"],
  ...["relationships"],
]);
const ignoredInChecks = new Set([
  ...described,
  ...["businessImpact", "dimension", "method", "severity", "schedule", "scheduler"],
]);

const asQuery = "is not evaluated: state it as a `query` in `quality`, or leave it out";

const unreadInProperties: Record<string, string> = {
  items: "is not evaluated: nothing in a list can be checked",
  properties: "is not evaluated: nothing in an object can be checked",
};
const unreadInChecks: Record<string, string> = {
  rule: "is an earlier name: write `metric`",
  pattern: "is not evaluated: use LIKE in a `query`",
};
const unreadTypes: Record<string, string> = {
  text: "cannot be computed: state it as a `query`, or leave the check out",
  custom: "is not run here: state it as a `query`, or leave the check out",
};
const softSeverities = ["info", "warn", "warning"];

/** What a value of this type looks like, which a file's column has no need of. */
const ignoredOptions = ["format", "timezone", "defaultTimezone"];

/** An acceptance contract in the marketplace's own form, or whatever else was given. */
export function readStandard(given: unknown, refuse: Refuse): unknown {
  if (!isFields(given)) return given;
  const contract = without(given, ignoredAround);
  if (!Array.isArray(contract.schema)) return contract;
  const schema = contract.schema.map((table, at) => readTable(table, ["schema", at], refuse));
  return { ...contract, schema };
}

function readTable(given: unknown, path: Path, refuse: Refuse): unknown {
  if (!isFields(given)) return given;
  const { logicalType, ...table } = renamed(without(given, ignoredInTables));
  if (logicalType !== undefined && logicalType !== "object") Object.assign(table, { logicalType });
  const { properties } = table;
  if (!Array.isArray(properties)) return withQuality(table, path, refuse);
  const names = new Map(properties.filter(isFields).map((one) => [one.name, renamed(one).name]));
  const keys = properties.filter((one) => isFields(one) && one.primaryKey === true);
  const read = properties.map((one, at) =>
    readProperty(one, [...path, "properties", at], { refuse, isOnlyKey: keys.length === 1 }),
  );
  const all = withQuality({ ...table, properties: read }, path, refuse);
  const quality = all.quality ?? [];
  if (!Array.isArray(quality)) return all;
  const columns = keys.map((one) => renamed(one as Fields).name);
  const checks = [...quality.map((check) => withNames(check, names)), ...keyChecks(columns)];
  return checks.length === 0 ? all : { ...all, quality: checks };
}

/** A primary key of several columns: no combination twice. */
function keyChecks(columns: readonly unknown[]): object[] {
  if (columns.length < 2) return [];
  return [{ metric: "duplicateValues", arguments: { properties: columns }, mustBe: 0 }];
}

function withNames(check: unknown, names: ReadonlyMap<unknown, unknown>): unknown {
  if (!isFields(check) || !isFields(check.arguments)) return check;
  const { properties } = check.arguments;
  if (!Array.isArray(properties)) return check;
  const columns = properties.map((name) => names.get(name) ?? name);
  return { ...check, arguments: { ...check.arguments, properties: columns } };
}

type Reading = { refuse: Refuse; isOnlyKey: boolean };

function readProperty(given: unknown, path: Path, { refuse, isOnlyKey }: Reading): unknown {
  if (!isFields(given)) return given;
  refuseUnread(given, unreadInProperties, path, refuse);
  const { logicalTypeOptions, primaryKey, ...property } = renamed(
    without(given, ignoredInProperties),
  );
  if (isFields(logicalTypeOptions)) {
    for (const option of Object.keys(logicalTypeOptions)) {
      if (!ignoredOptions.includes(option))
        refuse([...path, "logicalTypeOptions", option], asQuery);
    }
  }
  if (primaryKey !== undefined && typeof primaryKey !== "boolean")
    Object.assign(property, { primaryKey });
  if (primaryKey === true) {
    property.required ??= true;
    if (isOnlyKey) property.unique ??= true;
  }
  return withQuality(property, path, refuse);
}

function withQuality(fields: Fields, path: Path, refuse: Refuse): Fields {
  if (!Array.isArray(fields.quality)) return fields;
  const quality = fields.quality.map((check, at) =>
    readCheck(check, [...path, "quality", at], refuse),
  );
  return { ...fields, quality };
}

function readCheck(given: unknown, path: Path, refuse: Refuse): unknown {
  if (!isFields(given)) return given;
  const { type, severity } = given;
  const why = typeof type === "string" ? ownEntry(unreadTypes, type) : undefined;
  if (why !== undefined) refuse([...path, "type"], why);
  if (typeof severity === "string" && softSeverities.includes(severity.toLowerCase())) {
    refuse([...path, "severity"], "every check decides: leave out those that only warn");
  }
  refuseUnread(given, unreadInChecks, path, refuse);
  if (isFields(given.arguments))
    refuseUnread(given.arguments, unreadInChecks, [...path, "arguments"], refuse);
  const { arguments: values, query, ...check } = without(given, ignoredInChecks);
  return {
    ...check,
    // YAML's empty value.
    ...(values === undefined || values === null ? {} : { arguments: values }),
    ...(query === undefined ? {} : { query: typeof query === "string" ? placed(query) : query }),
  };
}

/** The standard's text also writes `{table}` and `{column}`. */
const placed = (query: string) =>
  query.replaceAll(/\{table\}/g, "{object}").replaceAll(/\{column\}/g, "{property}");

function refuseUnread(fields: Fields, unread: Record<string, string>, path: Path, refuse: Refuse) {
  for (const name of Object.keys(fields)) {
    const why = ownEntry(unread, name);
    if (why !== undefined) refuse([...path, name], why);
  }
}

/** A file has physical names. */
function renamed({ physicalName, ...fields }: Fields): Fields {
  return physicalName === undefined ? fields : { ...fields, name: physicalName };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function without(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

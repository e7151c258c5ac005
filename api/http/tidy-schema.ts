/** Converts Zod's JSON Schema to the form that OpenAPI 3.1 tools handle best. */
import { glossary } from "../../market/glossary.ts";

type JsonObject = Record<string, unknown>;

/** Keywords that a document of many schemas must not contain. */
const noise = new Set(["$schema", "$id", "id", "override"]);

/**
 * Removes noise and JavaScript's integer bounds, replaces `anyOf` by `type: [string, null]`, and
 * adds descriptions from the glossary.
 */
export function tidySchema(schema: unknown, componentId = ""): unknown {
  const tidied = tidy(schema, [componentId]) as JsonObject;
  const description = glossary[componentId];
  return description === undefined ? tidied : { description, ...tidied };
}

/** `path`: the component and the properties that lead to the schema. */
function tidy(schema: unknown, path: string[]): unknown {
  if (Array.isArray(schema)) return schema.map((item) => tidy(item, path));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(noise.has(key) || isSafeIntegerBound(key, value) || isImplied(key, schema)),
  );
  const tidied = kept.map(([key, value]) => {
    if (key === "example") return ["examples", [value]];
    if (key === "properties") return [key, tidyProperties(value as JsonObject, path)];
    return [key, verbatim.has(key) ? value : tidy(value, path)];
  });
  return joinTypes(Object.fromEntries(tidied));
}

/** Keywords whose values are not schemas. */
const verbatim = new Set(["enum", "const", "default", "examples", "required"]);

function tidyProperties(properties: JsonObject, path: string[]): JsonObject {
  const entries = Object.entries(properties).map(([name, property]) => {
    const tidied = tidy(property, [...path, name]);
    if (!isObject(tidied) || "$ref" in tidied) return [name, tidied];
    const description = tidied.description ?? meaningOf(name, path);
    return [name, description === undefined ? tidied : { ...tidied, description }];
  });
  return Object.fromEntries(entries);
}

function meaningOf(name: string, path: string[]): string | undefined {
  const exact = glossary[[...path, name].join(".")];
  return exact ?? glossary[`${path[0]}.${name}`] ?? glossary[name];
}

/** Merges `anyOf` of plain types into one schema with several types; others stay unchanged. */
function joinTypes(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.every(isObject)) return schema;
  const members = anyOf as JsonObject[];
  const nulls = members.filter(isNull);
  const others = members.filter((member) => !isNull(member));
  if (others.length > 1) return others.every(isPlainType) ? joinPlain(rest, members) : schema;
  const [only] = others;
  if (only === undefined || nulls.length === 0) return schema;
  if (typeof only.type !== "string") return withoutNullDefault(schema);
  return {
    ...rest,
    ...orNull(only),
    ...(rest.description ? { description: rest.description } : {}),
  };
}

/** Removes a null default next to a reference, for which kubb 4 generates an invalid `{}`. */
function withoutNullDefault(schema: JsonObject): JsonObject {
  const { default: fallback, ...rest } = schema;
  return fallback === null ? rest : schema;
}

function joinPlain(rest: JsonObject, members: JsonObject[]): JsonObject {
  return { ...rest, type: members.map((member) => member.type) };
}

function orNull({ type, enum: values, const: only, ...schema }: JsonObject): JsonObject {
  const allowed = only === undefined ? values : [only];
  const nullable = { ...schema, type: [type, "null"] };
  return Array.isArray(allowed) ? { ...nullable, enum: [...allowed, null] } : nullable;
}

function isNull(schema: JsonObject): boolean {
  return schema.type === "null";
}

function isPlainType(schema: JsonObject): boolean {
  return typeof schema.type === "string" && Object.keys(schema).length === 1;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const formatsThatSayAll = new Set(["uuid", "date-time", "date", "email"]);

/**
 * Zod repeats these formats as patterns of up to 300 characters, and our schemas of ids and times
 * all have examples: together they were an eighth of the document.
 */
function isImplied(key: string, { format, [key]: value }: JsonObject): boolean {
  // Names of members are strings.
  if (key === "propertyNames") return JSON.stringify(value) === '{"type":"string"}';
  return (key === "pattern" || key === "example") && formatsThatSayAll.has(String(format));
}

function isSafeIntegerBound(key: string, value: unknown): boolean {
  if (key !== "minimum" && key !== "maximum") return false;
  return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

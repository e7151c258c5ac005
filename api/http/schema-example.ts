/** Generates a schema's example with fixed ids and times. */
import type { OpenAPIV3_1 } from "openapi-types";

type Schema = OpenAPIV3_1.SchemaObject & { $ref?: string; const?: unknown };
type Schemas = Record<string, OpenAPIV3_1.SchemaObject>;

const byFormat: Record<string, string> = {
  uuid: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
  "date-time": "2026-11-21T09:30:00.000Z",
  date: "2026-11-21",
  uri: "https://market.example/",
  email: "ada@example.com",
};
/** Example texts by pattern. */
const byPattern: Record<string, string> = {
  "^[0-9a-f]{64}$": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "^[0-9a-f]{32}$": "098f6bcd4621d373cade4e832627b4f6",
  "^urn:air:.*": "urn:air:market.example:mcp",
  "^\\d+\\.\\d+\\.\\d+$": "1.0.0",
  "^[a-zA-Z0-9.-]+\\/[a-zA-Z0-9._-]+$": "example.market/dataset-market",
  "^/": "/datasets",
};
const byName: Record<string, string> = { currency: "usd" };
/** Optional properties below this depth are left out. */
const depthMax = 3;
/** From this depth on, what may be null is: the schema shows its shape. */
const nullDepthMin = 2;

/** `name`: the property's name, used as the text if a string has no example. */
export function exampleOf(given: Schema, schemas: Schemas, name = "text", depth = 0): unknown {
  const schema = resolved(given, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [example] = (schema.examples as unknown[] | undefined) ?? [];
  if (example !== undefined) return example;
  const alternatives = schema.oneOf ?? schema.anyOf ?? [];
  const types = [schema, ...(alternatives as Schema[])].flatMap(({ type }): unknown[] =>
    [type].flat(),
  );
  if (depth >= nullDepthMin && types.includes("null")) return null;
  const [first] = alternatives;
  if (first !== undefined) return exampleOf(first, schemas, name, depth);
  const [type] = [schema.type ?? "object"].flat();
  if (type === "array") {
    const { items, minItems = 0 } = schema as OpenAPIV3_1.ArraySchemaObject;
    const isShown = depth < depthMax || minItems > 0;
    return isShown ? [exampleOf(items, schemas, name, depth + 1)] : [];
  }
  if (type === "object") return exampleOfObject(schema, schemas, depth);
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  return textOf(schema, name);
}

function exampleOfObject(schema: Schema, schemas: Schemas, depth: number): unknown {
  const { properties = {}, required = [] } = schema;
  const shown = Object.entries(properties).filter(
    ([name]) => depth < depthMax || required.includes(name),
  );
  return Object.fromEntries(
    shown.map(([name, property]) => [name, exampleOf(property, schemas, name, depth + 1)]),
  );
}

function textOf(
  { format = "", pattern = "", minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  name: string,
): string {
  const text = byFormat[format] ?? byPattern[pattern] ?? byName[name] ?? name;
  return text.padEnd(minLength, ".").slice(0, maxLength);
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const target = schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
  if (target === undefined) throw new Error(`no schema ${schema.$ref}`);
  return resolved(target, schemas);
}

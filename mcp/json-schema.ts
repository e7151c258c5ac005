/** Turns Zod schemas into the tools' JSON Schemas, once for each process. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/**
 * Hides the names of shared schemas, so that each tool's schema is complete without `$ref`, and their forms
 * for addresses.
 */
class NamelessRegistry extends z.core.$ZodRegistry {
  override get(schema: z.core.$ZodType) {
    const { id: _id, override: _override, ...meta } = z.globalRegistry.get(schema) ?? {};
    return meta;
  }

  override has(schema: z.core.$ZodType): boolean {
    return z.globalRegistry.has(schema);
  }
}

/**
 * The JSON Schema of a tool's parameters, as short as a model allows. It forbids additional
 * properties only for tools without parameters: elsewhere the refusal suggests the nearest name.
 */
export function parametersOf(schema: z.ZodObject): JsonSchema {
  const { properties, additionalProperties, ...own } = jsonSchemaOf(schema, "input");
  const named = Object.entries(properties as Record<string, JsonSchema>);
  const rest = named.length === 0 ? { ...own, additionalProperties } : own;
  const listed = named.map(([name, { description, ...of }]) => [
    name,
    terse(sharedParameters.includes(name) ? of : { description, ...of }),
  ]);
  return { ...rest, properties: Object.fromEntries(listed) };
}

/** The same in every tool: the server's instructions explain them once. */
const sharedParameters = ["cursor", "detail"];

/** Limits that callers rarely exceed. They are not listed; the tool's refusal explains them. */
const untold = new Set([
  "minLength",
  "minItems",
  "maxLength",
  "maxItems",
  "multipleOf",
  "pattern",
  "examples",
  "propertyNames",
]);
/** A larger bound means "any", and its digits do not help a model. */
const TOLD_BOUND_MAX = 4000;

function terse(schema: JsonSchema): JsonSchema {
  const { anyOf, ...own } = schema;
  const kinds = (anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== "null");
  const [only] = kinds ?? [];
  // A tool drops null arguments, so a nullable type is listed as its only other type.
  if (only !== undefined && kinds?.length === 1) {
    const { default: given, ...annotations } = own;
    return terse({ ...only, ...annotations, ...(given === null ? {} : { default: given }) });
  }
  const told = Object.entries(schema).filter(
    ([key, value]) => !untold.has(key) && !isImplied(key, value),
  );
  return Object.fromEntries(told.map(([key, value]) => [key, terserPart(key, value)]));
}

/**
 * Left out because the description names the format (Gemini's functions refuse `uuid` and `email`)
 * or because the name shows that a count or an amount is not negative.
 */
function isImplied(key: string, value: unknown): boolean {
  if (key === "description" && value === "") return true;
  if (key === "default" && Array.isArray(value) && value.length === 0) return true;
  if (value === "uuid" || value === "email" || key === "additionalProperties") return true;
  return key === "minimum"
    ? Number(value) >= 0
    : key === "maximum" && Number(value) > TOLD_BOUND_MAX;
}

function terserPart(key: string, value: unknown): unknown {
  // A description says that `-` reverses an order.
  if (key === "enum") return (value as unknown[]).filter((one) => !String(one).startsWith("-"));
  if (key === "items") return terseItem(value as JsonSchema);
  if (key !== "properties") return value;
  const properties = Object.entries(value as Record<string, JsonSchema>);
  return Object.fromEntries(properties.map(([name, schema]) => [name, terse(schema)]));
}

/** The list's own description explains its items. */
function terseItem(schema: JsonSchema): JsonSchema {
  const { minimum: _least, maximum: _last, ...rest } = terse(schema);
  return rest;
}

export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    metadata: new NamelessRegistry() as unknown as typeof z.globalRegistry,
    unrepresentable: "any",
    override: ({ jsonSchema }) => finish(jsonSchema, io),
  });
  const { $schema: _schema, ...rest } = made as JsonSchema;
  return simplified(rest);
}

function finish(jsonSchema: JsonSchema, io: "input" | "output"): void {
  for (const key of ["minimum", "maximum"]) {
    if (Math.abs(Number(jsonSchema[key])) === Number.MAX_SAFE_INTEGER) delete jsonSchema[key];
  }
  if ("example" in jsonSchema) {
    jsonSchema.examples = [jsonSchema.example];
    delete jsonSchema.example;
  }
  // The format says the same in a form that models read.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (io === "output") delete jsonSchema.examples;
  // A later API may answer with more fields, and a client that validates must not refuse them.
  if (io === "output" && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
}

/** Keys that stay next to `anyOf` when a schema of several types is split. */
const annotations = new Set(["description", "default", "examples"]);

/**
 * Several model providers accept only schemas of one type each; Zod writes `["string", "null"]`.
 */
function simplified(given: JsonSchema): JsonSchema {
  const jsonSchema = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, simplifiedPart(key, value)]),
  );
  const { type: types, ...others } = jsonSchema;
  if (!Array.isArray(types)) return jsonSchema;
  const entries = Object.entries(others);
  const rules = Object.fromEntries(entries.filter(([key]) => !annotations.has(key)));
  return {
    ...Object.fromEntries(entries.filter(([key]) => annotations.has(key))),
    anyOf: types.map((type) => (type === "null" ? { type } : { type, ...rules })),
  };
}

function simplifiedPart(key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (key === "anyOf" || key === "oneOf" || key === "allOf") {
    return (value as JsonSchema[]).map(simplified);
  }
  if (key === "properties") {
    const properties = Object.entries(value as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([name, schema]) => [name, simplified(schema)]));
  }
  if (key === "additionalProperties" && Object.keys(value).length === 0) return true;
  return key === "items" || key === "additionalProperties"
    ? simplified(value as JsonSchema)
    : value;
}

/**
 * A schema in the SDK's form that accepts every value: the tool itself checks arguments and answers
 * with a problem document, and the API has checked answers.
 */
export function advertised<Value>(json: JsonSchema): StandardSchemaWithJSON<Value, Value> {
  return {
    "~standard": {
      version: 1,
      vendor: "dataset-market",
      validate: (value) => ({ value: value as Value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

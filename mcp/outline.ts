/**
 * Shortens the output schemas in `tools/list` to the fields that a model needs for its next step.
 * `/openapi.json` describes all fields. Complete schemas took 42,000 of the list's 50,000 tokens.
 */
import type { JsonSchema } from "./json-schema.ts";
import type { Tool } from "./tool.ts";

/**
 * The listed JSON Schema of a tool's answer. It only leaves parts of the complete schema out, so
 * every answer matches it. Throws if `shows` names an unknown field.
 */
export function outlineOf({ shows }: Pick<Tool, "shows">, whole: JsonSchema): JsonSchema {
  const paths = shows ?? Object.keys(propertiesOf(whole));
  return {
    type: "object",
    properties: outlined(
      whole,
      paths.map((path) => path.split("/")),
    ),
  };
}

/** Only a page's items name their fields: a model sees the others in the answer. */
const pageItems = "items";

function outlined(schema: JsonSchema, paths: string[][]): JsonSchema {
  const known = propertiesOf(schema);
  const names = [...new Set(paths.flatMap(([name]) => name ?? []))];
  const properties = names.map((name): [string, JsonSchema] => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const part = known[name];
    if (part === undefined) throw new Error(`the outline names ${name}, which no answer has`);
    const deeper = outlined(
      part,
      below.filter((path) => path.length > 0),
    );
    const isNamed = name === pageItems && Object.keys(deeper).length > 0;
    return [name, isNamed ? { items: { properties: deeper } } : {}];
  });
  return Object.fromEntries(properties);
}

/** The properties of an object, or of a list's objects. */
function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const { items, properties } = filled(schema);
  return (properties ?? (items === undefined ? {} : propertiesOf(items as JsonSchema))) as Record<
    string,
    JsonSchema
  >;
}

/** The schema of a nullable part where it is not null. */
function filled(schema: JsonSchema): JsonSchema {
  const kinds = (schema.anyOf ?? []) as JsonSchema[];
  const [only] = kinds.filter(({ type }) => type !== "null");
  return kinds.length === 2 && only !== undefined ? only : schema;
}

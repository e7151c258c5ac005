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
  return outlined(
    whole,
    paths.map((path) => path.split("/")),
  );
}

function outlined(schema: JsonSchema, paths: string[][]): JsonSchema {
  const known = propertiesOf(schema);
  const names = [...new Set(paths.flatMap(([name]) => name ?? []))];
  const properties = names.map((name): [string, JsonSchema] => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const part = known[name];
    if (part === undefined) throw new Error(`the outline names ${name}, which no answer has`);
    const deeper = below.filter((path) => path.length > 0);
    return [name, deeper.length === 0 ? bare(part) : outlinedPart(part, deeper)];
  });
  return { type: "object", properties: Object.fromEntries(properties) };
}

function outlinedPart(part: JsonSchema, paths: string[][]): JsonSchema {
  if (part.type !== "array") return outlined(part, paths);
  return { type: "array", items: outlined(part.items as JsonSchema, paths) };
}

/**
 * Keeps a type only if it is not text, the most common one: naming it everywhere took 300 tokens
 * that models do not use. Nullability and enumerated values are left out for the same reason.
 */
function bare({ type }: JsonSchema): JsonSchema {
  return type === undefined || type === "string" ? {} : { type };
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

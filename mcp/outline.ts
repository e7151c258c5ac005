/**
 * What `tools/list` says of each answer: the fields by which a model goes on. Answers have more, as
 * `/openapi.json` describes them; told whole, they were 42,000 of the list's 50,000 tokens.
 */
import type { JsonSchema } from "./json-schema.ts";
import type { Tool } from "./tool.ts";

/**
 * The JSON Schema of a tool's answer as it is listed. It says less than the whole one and nothing
 * else, so every answer fits it. Throws where `shows` names a field that the answer has not.
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
 * A type, where it is another one than text, which most are: told of each, it was 300 tokens that no model
 * goes by. Of what may be null, nothing. Which values there are stands in the answer itself.
 */
function bare({ type }: JsonSchema): JsonSchema {
  return type === undefined || type === "string" ? {} : { type };
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

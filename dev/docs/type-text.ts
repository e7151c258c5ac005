/** Writes JSON Schemas as TypeScript types. */
export type JsonSchema = { [member: string]: unknown };

/** Deep types repeat their fields' descriptions elsewhere: only the first level has comments. */
const indentOf = (depth: number) => "  ".repeat(depth);

export function typeText(schema: JsonSchema, nameOf: (ref: string) => string, depth = 0): string {
  const at = (part: unknown, deeper = depth) => typeText(part as JsonSchema, nameOf, deeper);
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return nameOf($ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return union(choices.map((one) => at(one)));
  if (Array.isArray(allOf)) return allOf.map((one) => `(${at(one)})`).join(" & ");
  if (Array.isArray(type)) return union(type.map((one) => at({ ...schema, type: one })));
  if (type === "array") return arrayText(schema, at);
  if (type === "object") return objectText(schema, at, depth);
  return scalars[String(type)] ?? "unknown";
}

const scalars: Record<string, string> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

function union(parts: string[]): string {
  const different = [...new Set(parts)];
  return different.length === 0 ? "never" : different.join(" | ");
}

function arrayText({ prefixItems, items }: JsonSchema, at: (part: unknown) => string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => at(one)).join(", ")}]`;
  const item = items === undefined ? "unknown" : at(items);
  return /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function objectText(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  at: (part: unknown, depth?: number) => string,
  depth: number,
): string {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  const others =
    typeof additionalProperties === "object" && Object.keys(additionalProperties ?? {}).length > 0
      ? at(additionalProperties)
      : "unknown";
  if (fields.length === 0) {
    return additionalProperties === false ? "Record<string, never>" : `Record<string, ${others}>`;
  }
  const isRequired = (name: string) => (required as string[]).includes(name);
  const lines = fields.map(([name, field]) => {
    const mark = isRequired(name) ? "" : "?";
    const text = `${keyOf(name)}${mark}: ${at(field, depth + 1)};`;
    return (
      comment(depth === 0 ? field.description : undefined, depth + 1) + indentOf(depth + 1) + text
    );
  });
  return `{\n${lines.join("\n")}\n${indentOf(depth)}}`;
}

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A JSDoc comment of one line, or nothing. */
export function comment(words: unknown, depth = 0): string {
  if (typeof words !== "string" || words === "") return "";
  return `${indentOf(depth)}/** ${words.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/")} */\n`;
}

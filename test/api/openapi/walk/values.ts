/** Values that a JSON Schema allows, and values that it does not expect. */
import * as fc from "fast-check";

export type Schema = { [keyword: string]: unknown };
type Resolve = (schema: Schema) => Schema;

/** Longer texts are tested separately, with the hostile ones. */
const charsMax = 40;
const itemsMax = 4;
const depthMax = 5;

const day = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());
const recentDay = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2028-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());
const instant = fc.oneof(recentDay, day);

const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid({ version: 7 }),
  "date-time": instant,
  date: instant.map((text) => text.slice(0, 10)),
  email: fc.nat(50).map((index) => `walker${index}@example.com`),
  uri: fc.constantFrom("https://example.com/hook", "http://127.0.0.1:9/hook"),
};

/** Values that the schema allows, including its examples and default. */
export function allowed(schema: Schema, resolve: Resolve, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") return allowed(resolve(schema), resolve, depth);
  const said = [...list(schema.examples), ...("default" in schema ? [schema.default] : [])];
  const made = byKeyword(schema, resolve, depth);
  if (said.length === 0) return made;
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...said) },
    { weight: 2, arbitrary: made },
  );
}

function byKeyword(schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = [...list(schema.anyOf), ...list(schema.oneOf)] as Schema[];
  if (choices.length > 0) {
    return fc.oneof(...choices.map((choice) => allowed(choice, resolve, depth)));
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => ofType(String(type), schema, resolve, depth)));
}

function ofType(
  type: string,
  schema: Schema,
  resolve: Resolve,
  depth: number,
): fc.Arbitrary<unknown> {
  const makers: Record<string, () => fc.Arbitrary<unknown>> = {
    string: () => textOf(schema),
    integer: () => fc.integer(rangeOf(schema)),
    number: () => fc.integer(rangeOf(schema)).map((whole) => whole / 100),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => {
      const items = allowed((schema.items ?? {}) as Schema, resolve, depth + 1);
      const maxLength = Math.min(numberOf(schema.maxItems, itemsMax), itemsMax);
      return fc.array(items, { minLength: numberOf(schema.minItems, 0), maxLength });
    },
    object: () => objectOf(schema, resolve, depth),
  };
  return makers[type]?.() ?? fc.jsonValue({ maxDepth: 1 });
}

function objectOf(schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = list(schema.required).map(String);
  const kept = properties.filter(([name]) => depth < depthMax || required.includes(name));
  const fields = kept.map(([name, field]) => [name, allowed(field, resolve, depth + 1)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const format = formats[String(schema.format)];
  if (format !== undefined) return format;
  const minLength = numberOf(schema.minLength, 0);
  if (typeof schema.pattern === "string") return fc.stringMatching(new RegExp(schema.pattern));
  const most = numberOf(schema.maxLength, charsMax);
  const maxLength = Math.max(minLength, Math.min(most, charsMax));
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: "binary", minLength, maxLength }).map((text) => text.slice(0, most)),
    fc.constant("x".repeat(most)),
  );
}

function rangeOf({ minimum, maximum }: Schema): { min: number; max: number } {
  const within = (value: unknown, other: number) =>
    Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, numberOf(value, other)));
  return { min: Math.ceil(within(minimum, -(2 ** 31))), max: Math.floor(within(maximum, 2 ** 31)) };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown, other: number): number {
  return typeof value === "number" ? value : other;
}

/** Wrong types, edge values, long and odd texts, and names reserved by languages. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...["", " ", "\u0000", "a\u0000b", "\ud800", "\u202etxt", "\u200b", "𝒳𝒴", "e\u0301".repeat(60)],
    ...[
      "x".repeat(5000),
      "' or 1=1 --",
      "../../etc/passwd",
      "%00",
      "{{7*7}}",
      "<b>",
      "null",
      "NaN",
    ],
    ...[
      "constructor",
      "valueOf",
      "2026-02-30",
      "9999-12-31T23:59:59Z",
      "0000-01-01",
      "1e400",
      "-0",
      "٣",
      "1,2",
      "true",
    ],
    ...[-1, 0, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 0.1, 1e-9],
    ...[true, false, null, [], {}, [[[[[[]]]]]], [null], { a: { b: { c: {} } } }],
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary", maxLength: 30 }),
);

const oddNames = [
  "__proto__",
  "constructor",
  "extra",
  "id",
  "status",
  "",
  "\u0000",
  "title ",
  "a.b",
];

/**
 * Typical mistakes of a caller's program: one field of an object, or any other value as a whole.
 */
export function spoiled(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(body, fc.nat(), hostile, fc.constantFrom(...oddNames), fc.nat(2))
    .map(([value, at, odd, name, how]) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return odd;
      const names = Object.keys(value);
      const chosen = names[at % Math.max(1, names.length)] ?? name;
      const entries = Object.entries(value).filter(([field]) => how !== 0 || field !== chosen);
      const added: [string, unknown] = [how === 1 ? chosen : name, odd];
      // Defined, not assigned: on the wire `__proto__` is an ordinary field.
      return Object.fromEntries(how === 0 ? entries : [...entries, added]);
    });
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: hostile });
}

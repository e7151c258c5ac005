/**
 * Accepts arguments with the right meaning in the wrong type: `"10"` for 10, one value for a list.
 * Only where there is exactly one interpretation: no currency signs, no separators, no "yes" for
 * true.
 */
import type { JsonSchema } from "./json-schema.ts";
import { shorten } from "./untrusted.ts";

/** A value that was converted, reported back to the caller. */
type ArgumentCoercion = { pointer: string; given: unknown; as: unknown };
export type Forgiven = { args: unknown; readings: ArgumentCoercion[] };

/** A number cannot hold more digits exactly. */
const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/;
const unread = Symbol("unread");

type Reader = (text: string, schema: JsonSchema) => unknown;

/** By the expected type: converts a text, or returns `unread`. */
const readers: Record<string, Reader> = {
  number: (text) => (plainNumber.test(text.trim()) ? Number(text) : unread),
  integer: (text) => (/^-?\d{1,15}$/.test(text.trim()) ? readers.number?.(text, {}) : unread),
  boolean: (text) => ({ true: true, false: false })[text.trim().toLowerCase()] ?? unread,
  object: (text) => parsed(text, (value) => isRecord(value)),
  array: (text, { items }) => readList(text, (items ?? {}) as JsonSchema),
  string: (text, { enum: values }) => readWord(text, values as string[] | undefined),
};

/** `schema`: of the parameters. Values that cannot be converted stay, for the check to refuse. */
export function forgive(schema: JsonSchema, given: unknown): Forgiven {
  const readings: ArgumentCoercion[] = [];
  return { args: read(schema, inMajorUnits(schema, given, readings), "", readings), readings };
}

/** Converts cents: REST takes some amounts in either unit, a tool only in the major one. */
function inMajorUnits(schema: JsonSchema, given: unknown, readings: ArgumentCoercion[]): unknown {
  if (!isRecord(given)) return given;
  const known = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    const major = name.endsWith("_cents") ? name.slice(0, -"_cents".length) : name;
    const isTwin = !Object.hasOwn(known, name) && known[major]?.type === "number";
    const cents = readOne({ type: "integer" }, value);
    if (!isTwin || major in given || !Number.isSafeInteger(cents)) return [name, value];
    const as = Number(cents) / 100;
    readings.push({ pointer: `/${name}`, given: value, as: { [major]: as } });
    return [major, as];
  });
  return Object.fromEntries(entries);
}

function read(
  schema: JsonSchema,
  given: unknown,
  pointer: string,
  readings: ArgumentCoercion[],
): unknown {
  const value = readOne(schema, given);
  if (value !== given) readings.push({ pointer, given, as: value });
  if (Array.isArray(value) && schema.type === "array") {
    const items = (schema.items ?? {}) as JsonSchema;
    return value.map((item, index) => read(items, item, `${pointer}/${index}`, readings));
  }
  if (!isRecord(value) || schema.type !== "object") return value;
  const known = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const entries = Object.entries(value).map(([name, part]) => {
    const of = Object.hasOwn(known, name) ? known[name] : undefined;
    return [name, of === undefined ? part : read(of, part, `${pointer}/${name}`, readings)];
  });
  return Object.fromEntries(entries);
}

function readOne(schema: JsonSchema, given: unknown): unknown {
  const { type } = schema;
  if (type === "string" && Number.isSafeInteger(given)) return String(given);
  if (typeof given !== "string" || typeof type !== "string") return given;
  const value = readers[type]?.(given, schema) ?? unread;
  return value === unread ? given : value;
}

function readList(text: string, items: JsonSchema): unknown {
  if (text.trim().startsWith("[")) return parsed(text, Array.isArray);
  if (text.trim() === "") return unread;
  // A name may contain a comma; the API splits lists of names itself.
  if (items.type === "string") return [text];
  const parts = text.split(",").map((part) => readOne(items, part));
  return parts.some((part) => typeof part === "string") ? unread : parts;
}

/** Matches values of an enumeration in any case. Free text is never changed. */
function readWord(text: string, values: string[] | undefined): unknown {
  if (values === undefined || values.includes(text)) return unread;
  const word = text.trim().toLowerCase();
  return values.includes(word) ? word : unread;
}

function parsed(text: string, isRight: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRight(value) ? value : unread;
  } catch {
    return unread;
  }
}

/** Limits the reported conversions, and the length of each value in them. */
const READINGS_TOLD_MAX = 10;
const VALUE_CHARS_MAX = 60;

/** `Read max_price "10" as 10.`; empty if nothing was converted. */
export function readingsText(readings: ArgumentCoercion[]): string {
  if (readings.length === 0) return "";
  const said = readings.slice(0, READINGS_TOLD_MAX).map(({ pointer, given, as }) => {
    const [from, to] = [given, as].map((value) => shorten(JSON.stringify(value), VALUE_CHARS_MAX));
    return `${pointer.slice(1)} ${from} as ${to}`;
  });
  return `Read ${said.join(", ")}.`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

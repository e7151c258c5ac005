/** The kinds of filter values, each with its form in addresses and in tools. */
import { z } from "zod";
import { PRICE_CENTS_MAX, SEARCH_NAMES_MAX } from "../limits.ts";
import { line, queryCents, queryFlag, queryInteger } from "../text.ts";

export type FilterKind<Query extends z.ZodType, Input extends z.ZodType> = {
  query: Query;
  input: Input;
  /** Converts the address's text to the value that a tool takes. */
  read(text: string): unknown;
  /** The keyboard for typing it. */
  typed?: "decimal" | "numeric";
  /** How documents describe it. */
  meta?: { override: Record<string, unknown> };
};

function kind<Query extends z.ZodType, Input extends z.ZodType>(
  one: FilterKind<Query, Input>,
): FilterKind<Query, Input> {
  return one;
}

const asText = (text: string): string => text;
const atCommas = (text: string): string[] => text.split(",");

/** Values separated by commas, by repeating the parameter, or both. */
export function listOf<Item extends z.ZodType<unknown, string>>(
  charsMax: number,
  item: Item,
  split = atCommas,
) {
  const text = z.string().max((charsMax + 1) * SEARCH_NAMES_MAX, { abort: true });
  const repeated = z.array(text).max(SEARCH_NAMES_MAX, { abort: true });
  return z
    .union([text.transform((given) => [given]), repeated])
    .transform((given) => given.flatMap(split).map((value) => value.trim()))
    .transform((values) => [...new Set(values)].filter((value) => value !== ""))
    .pipe(z.array(item).max(SEARCH_NAMES_MAX));
}

const listMeta = (values?: readonly string[]) => ({
  override: {
    anyOf: [
      { type: "string" },
      {
        type: "array",
        items: { type: "string", ...(values === undefined ? {} : { enum: [...values] }) },
        maxItems: SEARCH_NAMES_MAX,
      },
    ],
  },
});

export function listKind<Item extends z.ZodType<unknown, string>>(
  charsMax: number,
  item: Item,
  split = atCommas,
) {
  return kind({
    query: listOf(charsMax, item, split),
    input: z.array(z.string().min(1).max(charsMax)).max(SEARCH_NAMES_MAX),
    read: (text) => text.split(",").map((one) => one.trim()),
    meta: listMeta(),
  });
}

/** Several of our own values in an address; a tool takes one. */
export function choicesKind<const Values extends readonly [string, ...string[]]>(
  charsMax: number,
  values: Values,
) {
  const one = z.enum(values);
  return kind({
    query: listOf(charsMax, one),
    input: z.enum(values),
    read: asText,
    meta: listMeta(values),
  });
}

export function choiceKind<const Values extends readonly [string, ...string[]]>(values: Values) {
  return kind({ query: z.enum(values), input: z.enum(values), read: asText });
}

export const textKind = <Query extends z.ZodType, Input extends z.ZodType>(
  query: Query,
  input: Input,
) => kind({ query, input, read: asText });

export const integerKind = (max: number) =>
  kind({
    query: queryInteger(0, max),
    input: z.int().min(0).max(max),
    read: Number,
    typed: "numeric",
  });

/** Major units with at most two decimals, parsed without floating point. */
const majorUnits = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "is not an amount with at most two decimals")
  .transform((amount) => {
    const [units = "0", decimals = ""] = amount.split(".");
    return Number(units) * 100 + Number(decimals.padEnd(2, "0"));
  })
  // Not `multipleOf: 0.01`: most validators reject 0.07.
  .meta({ override: { type: "number", minimum: 0, maximum: PRICE_CENTS_MAX / 100 } });

export const amountKind = kind({
  query: majorUnits,
  input: z
    .number()
    .min(0)
    .max(PRICE_CENTS_MAX / 100)
    .multipleOf(0.01),
  read: Number,
  typed: "decimal",
});

/** Only in addresses: tools take major units. */
export const centsKind = kind({
  query: queryCents(0, PRICE_CENTS_MAX),
  input: z.never(),
  read: (cents) => Number(cents) / 100,
});

export const ratioKind = kind({
  query: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?|\.\d{1,6})$/, "is not a number from 0 to 1")
    .transform(Number)
    .meta({ override: { type: "number", minimum: 0, maximum: 1 } }),
  input: z.number().min(0).max(1),
  read: Number,
  typed: "decimal",
});

export const flagKind = kind({
  query: queryFlag,
  input: z.boolean(),
  read: (text) => text === "true",
});

/** A value that must be in one of our lists. */
export const known = (charsMax: number, find: (text: string) => string | null, fault: string) =>
  line(charsMax).transform((text, issues) => {
    const value = find(text);
    if (value !== null) return value;
    issues.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });

export const lowerCased = (charsMax: number) =>
  line(charsMax).transform((text) => text.toLowerCase());

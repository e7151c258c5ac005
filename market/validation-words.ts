/** Describes a field's fault where its schema has no message of its own. */

import type { z } from "zod";
import { agreeing } from "./counted.ts";

type Issue = z.core.$ZodRawIssue;
type Words<Code extends Issue["code"]> = (issue: Extract<Issue, { code: Code }>) => string;

/** For `safeParse(value, { error: validationWords })`. The text follows the field's name. */
export function validationWords(issue: Issue): string {
  const words = table[issue.code] as (issue: Issue) => string;
  return words(issue);
}

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Record<string, string> = {
  email: "is not an e-mail address",
  url: "is not a URL such as https://example.com/",
  uuid: "is no UUID",
  guid: "is no UUID",
  datetime: "is not a date and time such as 2026-11-21T09:30:00Z",
  date: "is not a date such as 2026-11-21",
};

/** Amounts in major units are the usual mistake in fields of cents. */
export const wholeCents = "takes whole cents: $9.99 is 999";

function isInCents({ path }: Issue): boolean {
  return String(path?.at(-1) ?? "").endsWith("_cents");
}

type Bounded = { origin: string; inclusive?: boolean };

/** The unit of a bound on a length; null for other bounds. */
function measured({ origin }: Bounded, bound: number | bigint): string | null {
  if (origin === "string") return `${bound} ${agreeing(Number(bound), "character")}`;
  if (origin === "object" || origin === "record")
    return `${bound} ${agreeing(Number(bound), "member")}`;
  return origin === "array" || origin === "set"
    ? `${bound} ${agreeing(Number(bound), "item")}`
    : null;
}

const table: { [Code in Issue["code"]]: Words<Code> } = {
  invalid_type: (issue) => {
    const { expected, input } = issue;
    if (input === undefined) return "is missing";
    if (isInCents(issue)) return wholeCents;
    return `has to be ${typeNames[expected] ?? expected}`;
  },
  invalid_value: ({ values, input }) => {
    if (input === undefined) return "is missing";
    return values.length === 1
      ? `has to be ${String(values[0])}`
      : `takes one of ${values.map(String).join(", ")}`;
  },
  too_small: (issue) => {
    const { minimum, inclusive } = issue;
    const length = measured(issue, minimum);
    if (length === null)
      return `has to be ${inclusive === false ? "more than" : "at least"} ${minimum}`;
    return minimum === 1 ? "must not be empty" : `has to have at least ${length}`;
  },
  too_big: (issue) => {
    const { maximum, inclusive } = issue;
    const length = measured(issue, maximum);
    if (length !== null) return `may have at most ${length}`;
    return `has to be ${inclusive === false ? "less than" : "at most"} ${maximum}`;
  },
  invalid_format: ({ format }) => formats[format] ?? "is not written as it has to be",
  not_multiple_of: ({ divisor }) => `has to be a multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `has members that are not known: ${keys.join(", ")}`,
  invalid_union: () => "has none of the forms that it may have",
  invalid_key: () => "has a name that is not taken",
  invalid_element: () => "contains a value that is not accepted",
  custom: () => "is not valid",
};

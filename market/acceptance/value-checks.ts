/** The queries that conditions on a column's values become, and back. Pure. */
import { counted } from "../counted.ts";
import type { Check } from "./schemas.ts";

/** The standard writes `{object}`, its earlier versions `${object}`. */
export const placeholder = /\$?\{(object|property|today)\}/g;

type Range = { from: string; to: string };

/** Counts the values outside, so that the verdict says how many there are. An empty bound is none. */
export function rangeCheck({ from, to }: Range): Check {
  const outside = [
    ...(from === "" ? [] : [`{property} < ${literalOf(from)}`]),
    ...(to === "" ? [] : [`{property} > ${literalOf(to)}`]),
  ].join(" OR ");
  const query = `SELECT count(*) FILTER (WHERE ${outside}) FROM {object}`;
  return { name: `values ${outsideWords({ from, to })}`, type: "sql", query, mustBe: 0 };
}

export function freshnessCheck(days: number): Check {
  const query = `SELECT max({property}) >= {today} - ${days} FROM {object}`;
  return {
    name: `newest value is at most ${counted(days, "day")} old`,
    type: "sql",
    query,
    mustBe: true,
  };
}

/** Such as "outside 0 to 100". */
export function outsideWords({ from, to }: Range): string {
  const [low, high] = [from, to].map((text) => String(numberOf(text) ?? text));
  if (from === "") return `above ${high}`;
  return to === "" ? `below ${low}` : `outside ${low} to ${high}`;
}

const literalShape = "(?:DATE )?('(?:[^']|'')*'|-?[0-9.]+)";
const fromShape = new RegExp(`\\{property\\} < ${literalShape}`);
const toShape = new RegExp(`\\{property\\} > ${literalShape}`);
const daysShape = /\{today\} - (\d+)/;

/** The bounds in queries; a guess, so compare what {@link rangeCheck} makes of them. */
export const guessRange = (queries: string): Range => ({
  from: typed(fromShape.exec(queries)?.[1]),
  to: typed(toShape.exec(queries)?.[1]),
});

/** The days in queries, or an empty text; a guess, too. */
export const guessDays = (queries: string): string => daysShape.exec(queries)?.[1] ?? "";

/** The range that this check tests, or null. */
export function rangeOf({ query, mustBe }: Check): Range | null {
  const range = guessRange(query ?? "");
  const isRange = range.from !== "" || range.to !== "";
  return isRange && mustBe === 0 && rangeCheck(range).query === query ? range : null;
}

/** How many days the newest value may be old by this check, or null. */
export function daysOf({ query, mustBe }: Check): number | null {
  const days = Number(guessDays(query ?? ""));
  return mustBe === true && freshnessCheck(days).query === query ? days : null;
}

function typed(literal = ""): string {
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal;
}

const dayShape = /^\d{4}-\d\d-\d\d$/;

function literalOf(text: string): string {
  const number = numberOf(text);
  if (number !== null) return String(number);
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return dayShape.test(text) ? `DATE ${quoted}` : quoted;
}

/** Accepts `1,000` and `1 000`. */
export function numberOf(text: string): number | null {
  const digits = text.replaceAll(/(?<=\d)[, ](?=\d{3}(?!\d))/g, "");
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(digits) ? Number(digits) : null;
}

import { categoryIds } from "../../../db/vocabulary/listing.ts";
import { type MailRhythm, mailRhythms } from "../../../db/vocabulary/saved-search.ts";
import { firstCharacters } from "../../../market/characters.ts";
import { MarketError } from "../../../market/errors.ts";
import { SAVED_SEARCH_NAME_CHARS_MAX } from "../../../market/saved-search/limits.ts";
import { pageParameters, queryStringValues } from "../../../market/saved-search/parameters.ts";
import { type FieldErrors, formErrors } from "../../kit/form.ts";

/** The filters with their own text field, by their parameter names. */
export const filterNames = [
  "format",
  "columns",
  "max_price",
  "license",
  "covers_from",
  "covers_to",
  "country",
  "min_rows",
] as const;
const textNames = ["query", ...filterNames] as const;
type TextName = (typeof textNames)[number];
export const searchFieldNames = [...textNames, "name", "category", "free", "more", "mail"] as const;

/** The field values as text, so that the page can show the input again after an error. */
export type SearchFields = Record<TextName, string> & {
  name: string;
  category: string[];
  free: boolean;
  /** All other parameters, written as in the search address. */
  more: string;
  mail: string;
};

/** The values of a saved search; the use case's schema checks them. */
export type SearchForm = { name: string; parameters: Record<string, unknown>; mail: string };

/** `parameters`: in the form in which a saved search stores them. */
export function searchFieldsOf(search: SearchForm): SearchFields {
  const values = new Map(Object.entries(queryStringValues(search.parameters)));
  const take = (name: string): string => {
    const value = values.get(name) ?? "";
    values.delete(name);
    return value;
  };
  const texts = Object.fromEntries(textNames.map((name) => [name, take(name)]));
  const given = (values.get("category") ?? "").split(",").filter((id) => id !== "");
  const isKnown = given.every((id) => categoryIds.some((known) => known === id));
  if (isKnown) values.delete("category");
  const free = values.get("free") === "true";
  if (free) values.delete("free");
  return {
    ...(texts as Record<TextName, string>),
    name: search.name,
    category: isKnown ? given : [],
    free,
    more: addressOf([...values]),
    mail: search.mail,
  };
}

/** Writes parameters as people do: without escaping commas and colons. */
function addressOf(values: [string, string][]): string {
  return new URLSearchParams(values)
    .toString()
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replaceAll("+", " ");
}

/**
 * Reads a link's search parameters, and the `name` and `mail` of the search to save. Unknown
 * parameters go into the form too, and saving the form refuses them.
 */
export function searchFieldsOfLink({ searchParams }: URL): SearchFields {
  const given = new URLSearchParams(searchParams);
  for (const name of pageParameters) given.delete(name);
  const mail = given.get("mail") ?? "";
  const name = given.get("name") ?? given.get("query") ?? "";
  for (const own of ["mail", "name", "done"]) given.delete(own);
  return searchFieldsOf({
    name: firstCharacters(name, SAVED_SEARCH_NAME_CHARS_MAX),
    parameters: parametersIn(given),
    mail: mailRhythms.find((rhythm) => rhythm === mail) ?? ("daily" satisfies MailRhythm),
  });
}

export function readSearchFields(form: URLSearchParams): SearchFields {
  const text = (name: string) => (form.get(name) ?? "").trim();
  const texts = Object.fromEntries(textNames.map((name) => [name, text(name)]));
  return {
    ...(texts as Record<TextName, string>),
    name: text("name"),
    category: form.getAll("category"),
    free: form.get("free") === "yes",
    more: text("more"),
    mail: text("mail"),
  };
}

/** The values in the fields, and the errors that this page can find by itself. */
export function readSearch(fields: SearchFields): { search: SearchForm; errors: FieldErrors } {
  const parameters: Record<string, unknown> = {};
  for (const name of textNames) if (fields[name] !== "") parameters[name] = fields[name];
  if (fields.category.length > 0) parameters.category = fields.category;
  if (fields.free) parameters.free = "true";
  const more = parametersIn(new URLSearchParams(fields.more.replace(/^[^=&]*\?/, "")));
  const [twice] = Object.keys(more).filter((name) => Object.hasOwn(parameters, name));
  const errors: FieldErrors =
    twice === undefined ? {} : { more: `${twice} has a field of its own: write it there.` };
  const { name, mail } = fields;
  return { search: { name, parameters: { ...more, ...parameters }, mail }, errors };
}

/**
 * A repeated parameter becomes a list. Uses one pass, because calling `getAll` for each of 2,000
 * names takes quadratic time.
 */
function parametersIn(given: URLSearchParams): Record<string, string | string[]> {
  const valuesOf = new Map<string, string[]>();
  for (const [name, value] of given) {
    const known = valuesOf.get(name);
    if (known === undefined) valuesOf.set(name, [value]);
    else known.push(value);
  }
  const entries = [...valuesOf].map(([name, values]): [string, string | string[]] => {
    const [only = ""] = values;
    return [name, values.length === 1 ? only : values];
  });
  return Object.fromEntries(entries);
}

/** Whether two saved searches have the same filters. */
export function asksForSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const sorted = (parameters: Record<string, unknown>) =>
    JSON.stringify(Object.entries(queryStringValues(parameters)).sort());
  return sorted(one) === sorted(other);
}

/** As {@link formErrors}; a parameter's error appears at its field, or at the other filters. */
export function searchErrors(error: unknown): FieldErrors {
  if (!(error instanceof MarketError)) throw error;
  const faults = error.faults.map((fault) => ({ ...fault, pointer: `/${fieldOf(fault)}` }));
  return formErrors(new MarketError(error.code, error.message, { faults }));
}

const fieldNames: readonly string[] = [...textNames, "category", "free"];

function fieldOf({ pointer, code }: { pointer: string; code: string }): string {
  const [, first = "", parameter] = pointer.split("/");
  if (first !== "parameters") return first;
  if (parameter === undefined) return code === "custom" ? "query" : "more";
  return fieldNames.includes(parameter) ? parameter : "more";
}

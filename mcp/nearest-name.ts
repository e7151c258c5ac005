/** Suggests the parameter that an unknown name probably means. */
import { closest, distance } from "fastest-levenshtein";

/** Names that other search tools use for the same parameters. */
const meant: Record<string, string> = {
  q: "query",
  search: "query",
  text: "query",
  keywords: "query",
  order_by: "sort",
  page_size: "limit",
  per_page: "limit",
  page_token: "cursor",
  amount: "max_amount",
  card: "payment_method_id",
  payment_method: "payment_method_id",
  licence: "license",
  body: "message",
  content: "message",
};

/** The largest edit distance that still counts as a misspelling. */
const EDITS_MAX = 3;

/** Finds a name for `datasetId`, `dataset`, `price_max` or `catgory`; null if none is close. */
export function nearestName(given: string, known: readonly string[]): string | null {
  const name = snakeCase(given);
  const meaning = Object.hasOwn(meant, name) ? meant[name] : undefined;
  // The tool may take the amount in the other unit.
  const otherUnit = name.endsWith("_cents") ? name.slice(0, -"_cents".length) : `${name}_cents`;
  const exact = [name, meaning, otherUnit].find((one) => one !== undefined && known.includes(one));
  if (exact !== undefined) return exact;
  const sameWords = known.find((one) => sorted(one) === sorted(name));
  if (sameWords !== undefined) return sameWords;
  const containing = known.filter((one) => one.split("_").includes(name));
  if (containing.length === 1) return containing[0] ?? null;
  if (known.length === 0) return null;
  const nearest = closest(name, known);
  return distance(name, nearest) <= EDITS_MAX ? nearest : null;
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}

function sorted(name: string): string {
  return name.split("_").toSorted().join("_");
}

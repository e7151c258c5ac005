import { filterNames, filters } from "../../../market/search/filters.ts";
import { categories } from "../../../market/vocabulary.ts";

export const filterLabels: Record<string, string> = {
  ...Object.fromEntries(filterNames.map((name) => [name, filters[name].label])),
  joinable_with: "Shares a key with",
  interpret: "Filters from words",
};

const valueWords: Record<string, Record<string, string>> = {
  pricing_type: { buy_it_now: "at a price", auction: "by auction", hybrid: "by price or auction" },
  has_personal_data: { true: "found", false: "none found", unknown: "not known" },
  free: { true: "yes", false: "no" },
  interpret: { true: "read", false: "not read" },
  price: { free: "Free", paid: "Paid" },
  quality: Object.fromEntries(
    ["0.9", "0.8", "0.7", "0.5"].map((score) => [score, `${Number(score) * 100} of 100 or more`]),
  ),
  ending: { "1d": "end in a day", "7d": "end in 7 days", "30d": "end in 30 days" },
  updated: { "7d": "in 7 days", "30d": "in 30 days", "365d": "in a year", all: "at any time" },
  category: Object.fromEntries(categories.map(({ id, name }) => [id, name])),
};

/** A filter's value as people say it. */
export function valueWord(name: string, value: string): string {
  const known = valueWords[name]?.[value];
  if (known !== undefined) return known;
  if (name === "column_kinds") return value.slice(1).replaceAll("_", " ");
  if (name === "license") return value.replaceAll("-", " ").replace(/^CC/, "CC");
  return value;
}

export const sortWords = [
  ["relevance", "Best match"],
  ["newest", "Newest"],
  ["price", "Cheapest"],
  ["-price", "Dearest"],
  ["quality", "Best quality"],
  ["ending", "Auctions ending"],
] as const;

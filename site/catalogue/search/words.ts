import { moneyText } from "../../../market/pricing.ts";
import { filterNames, filters } from "../../../market/search/filters.ts";
import { categories } from "../../../market/vocabulary.ts";
import { filtersIn } from "./address.ts";

export const filterLabels: Record<string, string> = {
  ...Object.fromEntries(filterNames.map((name) => [name, filters[name].label])),
  joinable_with: "Shares a key with",
  interpret: "Filters from words",
};

const pricingWords = {
  buy_it_now: "Fixed price",
  auction: "Auction",
  hybrid: "Fixed price or auction",
};

const valueWords: Record<string, Record<string, string>> = {
  pricing_type: pricingWords,
  has_personal_data: { true: "found", false: "none found", unknown: "not known" },
  free: { true: "Free", false: "Paid" },
  interpret: { true: "read", false: "not read" },
  price: { free: "Free", paid: "Paid" },
  quality: Object.fromEntries(
    ["0.9", "0.8", "0.7", "0.5"].map((score) => [score, `${Number(score) * 100} and over`]),
  ),
  ending: { "1d": "End in a day", "7d": "End in 7 days", "30d": "End in 30 days" },
  updated: { "7d": "In 7 days", "30d": "In 30 days", "365d": "In a year", all: "At any time" },
  category: Object.fromEntries(categories.map(({ id, name }) => [id, name])),
  license: {
    "allows-commercial-use": "Commercial use",
    "allows-derivatives": "Derivatives",
    attribution: "Use with attribution",
    "public-domain": "Any use (public domain)",
    "share-alike": "Sharing alike",
    "non-commercial": "Non-commercial use",
    "no-derivatives": "Use without derivatives",
    open: "Open use",
    unknown: "Not known",
  },
};

/** A filter's value as people say it. */
export function valueWord(name: string, value: string): string {
  const known = valueWords[name]?.[value];
  if (known !== undefined) return known;
  if (name === "column_kinds") return sentence(value.slice(1).replaceAll("_", " "));
  if (name === "format") return value === "unknown" ? "Not known" : value.toUpperCase();
  return value;
}

type Money = (major: string) => string;

/** Filters whose values say enough by themselves, or need other words around them. */
const chips: Record<string, (value: string, money: Money) => string> = {
  free: (value) => valueWord("free", value),
  category: (value) => valueWord("category", value),
  pricing_type: (value) => valueWord("pricing_type", value),
  format: (value) => valueWord("format", value),
  max_price: (value, money) => (Number(value) === 0 ? "Free" : `Up to ${money(value)}`),
  min_price: (value, money) => `From ${money(value)}`,
  max_price_cents: (value, money) => `Up to ${money(String(Number(value) / 100))}`,
  min_price_cents: (value, money) => `From ${money(String(Number(value) / 100))}`,
  min_quality_score: (value) => `Quality ${Math.round(Number(value) * 100)} and over`,
};

/** A filter in use, such as "Up to $30" or "Country: DE". `money` writes an amount in major units. */
export function chipText(name: string, values: string[], money: Money): string {
  const words = chips[name];
  if (words !== undefined) return values.map((value) => words(value, money)).join(" or ");
  const label = filterLabels[name] ?? name;
  return `${label}: ${values.map((value) => valueWord(name, value)).join(", ")}`;
}

/** The words of a search, or failing these its filters, as a name: "weather, Free, CSV". */
export function searchName(parameters: URLSearchParams, currency: string): string {
  const money = moneyWords(currency);
  const words = (parameters.get("query") ?? "").trim();
  const filters = filtersIn(parameters).map((name) =>
    chipText(name, valuesOf(parameters, name), money),
  );
  return [...(words === "" ? [] : [words]), ...filters].join(", ") || "All datasets";
}

/** All values of a filter, given once with commas or several times. */
export function valuesOf(parameters: URLSearchParams, name: string): string[] {
  return parameters.getAll(name).flatMap((value) => value.split(","));
}

/** Writes a whole amount as "$30", any other as "$9.99". */
export const moneyWords =
  (currency: string): Money =>
  (major) =>
    moneyText(Math.round(Number(major) * 100), currency).replace(/\.00$/, "");

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const sortWords = [
  ["relevance", "Best match"],
  ["newest", "Newest"],
  ["quality", "Highest quality"],
  ["price", "Price: low to high"],
  ["-price", "Price: high to low"],
  ["ending", "Ending soonest"],
] as const;

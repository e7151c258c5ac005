import type { MailRhythm, PausedReason } from "../../../db/vocabulary/saved-search.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { OwnerSearchView } from "../../../market/saved-search/owner-searches.ts";
import { queryStringValues } from "../../../market/saved-search/parameters.ts";
import { filterNames, filters, ordered } from "../../../market/search/filters.ts";
import { categories } from "../../../market/vocabulary.ts";
import type { Tone } from "../../kit/parts.tsx";

export const rhythmWords: Record<MailRhythm, { label: string; hint: string }> = {
  none: { label: "No e-mails", hint: "Matches appear here, and your agents get events." },
  immediately: { label: "At once", hint: "At most one e-mail every 15 minutes." },
  daily: { label: "Daily", hint: "At 08:00 UTC, if something is new." },
  weekly: { label: "Weekly", hint: "On Mondays at 08:00 UTC, if something is new." },
};

const pausedWords: Record<PausedReason, string> = {
  by_request: "You paused it.",
  parameters_invalid: "Its filters are no longer valid. Edit it.",
  too_many_matches: "It found too many matches in a day. Narrow it to resume.",
};

type State = { label: string; tone: Tone; why: string | null };

/** Whether the search reports its matches, and if not, why. */
export function searchState({ paused_reason: reason }: OwnerSearchView): State {
  if (reason === null) return { label: "Running", tone: "good", why: null };
  const tone = reason === "by_request" ? "plain" : "bad";
  return { label: "Paused", tone, why: pausedWords[reason] };
}

const parameterLabels: Record<string, string> = {
  query: "Words",
  ...Object.fromEntries(
    filterNames.map((name) => [name, filters[name].savedLabel ?? filters[name].label]),
  ),
  interpret: "Filters from words",
  sort: "Sorted by",
};

/** The order in which parameters are shown. */
const order = [
  "query",
  ...ordered(
    filterNames,
    [
      ...(["category", "tags", "columns", "format", "pricing_type", "free"] as const),
      ...(["min_price", "min_price_cents", "max_price", "max_price_cents", "license"] as const),
      ...(["covers_from", "covers_to", "country", "bbox", "language"] as const),
      ...(["min_rows", "max_rows", "min_bytes", "max_bytes"] as const),
    ],
    ["min_quality_score", "has_personal_data", "updated_since", "ending_before", "seller"],
  ),
  "interpret",
  "sort",
];
const placeOf = (name: string) => (order.indexOf(name) + order.length) % order.length;

/** The search, part by part. Unknown parameter names are shown as they are. */
export function describeSearch(
  parameters: Record<string, unknown>,
  currency: string,
): [label: string, text: string][] {
  return Object.entries(queryStringValues(parameters))
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, value]) => [parameterLabels[name] ?? name, valueWords(name, value, currency)]);
}

function valueWords(name: string, value: string, currency: string): string {
  const amount = Number(value);
  if (/^(?:min|max)_price$/.test(name) && !Number.isNaN(amount)) {
    return moneyText(amount * 100, currency);
  }
  if (/^(?:min|max)_price_cents$/.test(name) && !Number.isNaN(amount)) {
    return moneyText(amount, currency);
  }
  if (value === "true") return "yes";
  if (value === "false") return "no";
  if (name !== "category") return value.replaceAll(",", ", ");
  const names = new Map<string, string>(categories.map(({ id, name }) => [id, name]));
  return value
    .split(",")
    .map((id) => names.get(id) ?? id)
    .join(" or ");
}

/** The whole search on one line, for example "“seattle weather”, Format csv". */
export function searchSummary(parameters: Record<string, unknown>, currency: string): string {
  return describeSearch(parameters, currency)
    .map(([label, text]) => (label === parameterLabels.query ? `“${text}”` : `${label}: ${text}`))
    .join(" · ");
}

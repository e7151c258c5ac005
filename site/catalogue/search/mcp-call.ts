/** Turns a search's address into the MCP tool call that finds the same datasets. Pure. */
import { exactTwins, filterNames, filters } from "../../../market/search/filters.ts";

type Read = (value: string) => unknown;

/** How the tool reads the parameters that it does not take as text. */
const reads: Record<string, Read> = {
  ...Object.fromEntries(filterNames.map((name) => [name, filters[name].read])),
  interpret: (value) => value === "true",
  limit: Number,
};

/** Parameters with another name in the tool. */
const others: Record<string, string> = Object.fromEntries(
  Object.entries(exactTwins).map(([major, cents]) => [cents, major]),
);

/** Parameters of the page only. */
const leftOut = new Set(["cursor", "offset", "facets", "free"]);

export function mcpCallOf(parameters: URLSearchParams): { name: string; arguments: object } {
  const given = new Map<string, unknown>();
  for (const name of new Set(parameters.keys())) {
    if (leftOut.has(name)) continue;
    const value = parameters.getAll(name).join(",");
    given.set(others[name] ?? name, (reads[name] ?? String)(value));
  }
  const free = parameters.get("free");
  if (free === "true") given.set("max_price", 0);
  if (free === "false" && !given.has("min_price")) given.set("min_price", 0.01);
  return { name: "search_datasets", arguments: Object.fromEntries(given) };
}

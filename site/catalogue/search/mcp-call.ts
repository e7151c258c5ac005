/** A search's address as the call of the MCP tool that finds the same. Pure. */

type Read = (value: string) => unknown;

const list: Read = (value) => value.split(",").map((one) => one.trim());
const isTrue: Read = (value) => value === "true";
const majorUnits: Read = (cents) => Number(cents) / 100;

/** How the tool takes what it does not take as text. */
const reads: Record<string, Read> = {
  bbox: (value) => value.split(",").map(Number),
  ...named(list, ["country", "language", "license", "format", "tags", "columns"]),
  ...named(isTrue, ["has_personal_data", "interpret"]),
  ...named(Number, ["max_price", "min_price", "min_quality_score", "limit"]),
  ...named(Number, ["min_rows", "max_rows", "min_bytes", "max_bytes"]),
};

/** Parameters that the tool has under another name. */
const others: Record<string, { name: string; read: Read }> = {
  max_price_cents: { name: "max_price", read: majorUnits },
  min_price_cents: { name: "min_price", read: majorUnits },
};

/** Of a page, and of no search. */
const leftOut = new Set(["cursor", "offset", "facets", "free"]);

export function mcpCallOf(parameters: URLSearchParams): { name: string; arguments: object } {
  const given = new Map<string, unknown>();
  for (const name of new Set(parameters.keys())) {
    if (leftOut.has(name)) continue;
    const other = others[name];
    const value = parameters.getAll(name).join(",");
    given.set(other?.name ?? name, (other?.read ?? reads[name] ?? String)(value));
  }
  const free = parameters.get("free");
  if (free === "true") given.set("max_price", 0);
  if (free === "false" && !given.has("min_price")) given.set("min_price", 0.01);
  return { name: "search_datasets", arguments: Object.fromEntries(given) };
}

function named(read: Read, names: string[]): Record<string, Read> {
  return Object.fromEntries(names.map((name) => [name, read]));
}

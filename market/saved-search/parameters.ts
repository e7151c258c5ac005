/** The parameters of a saved search: a JSON object on the wire, a query string for the search. */

/** Parameters of a page, which do not belong to a search. */
export const pageParameters = ["limit", "offset", "cursor", "facets"];

/** Each value as in a query string; null and omitted values are left out. */
export function queryStringValues(parameters: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(parameters).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, asText(value)]));
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** The public address of the search. `baseUrl` has no trailing slash. */
export function searchAddress(baseUrl: string, parameters: Record<string, unknown>): string {
  const query = new URLSearchParams(queryStringValues(parameters));
  return `${baseUrl}/datasets?${query}`;
}

/** The parameters of a saved search: a JSON object on the wire, a query string for the search itself. */

/** Of a page of the answer, which is no part of what is looked for. */
export const pageParameters = ["limit", "offset", "cursor", "facets"];

/** Each value as it would stand in a query string; null and what is left out stand nowhere. */
export function queryStringValues(parameters: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(parameters).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, asText(value)]));
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** The address of the search itself, as anybody may call it. `baseUrl` has no slash at its end. */
export function searchAddress(baseUrl: string, parameters: Record<string, unknown>): string {
  const query = new URLSearchParams(queryStringValues(parameters));
  return `${baseUrl}/datasets?${query}`;
}

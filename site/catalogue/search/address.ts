/** The addresses of a search. They hold its whole state. */

/** Parameters that become invalid when the search changes. */
const places = ["cursor", "offset"];

/** Parameters that do not limit what is found. */
const notFilters = new Set(["query", "sort", "limit", "facets", "interpret", ...places]);

/** More filters in combination are too many pages for search engines to visit. */
const filtersIndexedMax = 2;

/** The same search with these parameters instead; null removes one. */
export function searchPath(
  parameters: URLSearchParams,
  changes: Record<string, string | null>,
): string {
  const next = changed(parameters, changes);
  return next.size === 0 ? "/datasets" : `/datasets?${next}`;
}

/** The attributes of a link to the search with these changes. */
export function searchLink(
  parameters: URLSearchParams,
  changes: Record<string, string | null>,
): { href: string; rel?: string } {
  const href = searchPath(parameters, changes);
  const isDeep = filtersIn(changed(parameters, changes)).length > filtersIndexedMax;
  return isDeep ? { href, rel: "nofollow" } : { href };
}

/** The names of the filters in use. */
export function filtersIn(parameters: URLSearchParams): string[] {
  return [...new Set(parameters.keys())].filter((name) => !notFilters.has(name));
}

/** The parameters that a form with these fields of its own has to keep. */
export function keptBeside(
  parameters: URLSearchParams,
  fields: readonly string[],
): [name: string, value: string][] {
  const dropped = new Set([...fields, ...places]);
  return [...parameters].filter(([name]) => !dropped.has(name));
}

function changed(
  parameters: URLSearchParams,
  changes: Record<string, string | null>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of places) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

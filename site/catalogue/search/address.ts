/** The addresses of a search. They hold its whole state. */

/** Parameters that become invalid when the search changes. */
const places = ["cursor", "offset"];

/** The same search with these parameters instead; null removes one. */
export function searchPath(
  parameters: URLSearchParams,
  changes: Record<string, string | null>,
): string {
  const next = new URLSearchParams(parameters);
  for (const name of places) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? "/datasets" : `/datasets?${next}`;
}

/** The addresses of a search: its state lives in them alone. */

/** What a change of the search makes invalid. */
const places = ["cursor", "offset"];

/** The same search with these parameters instead; null takes one away. */
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

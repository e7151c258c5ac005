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

/** The same search without what a form left empty; null where nothing is empty. */
export function withoutEmpty(url: URL): string | null {
  const given = [...url.searchParams];
  const kept = given.filter(([, value]) => value.trim() !== "");
  if (kept.length === given.length) return null;
  const next = new URLSearchParams(kept);
  return next.size === 0 ? url.pathname : `${url.pathname}?${next}`;
}

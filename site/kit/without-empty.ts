/** The addresses that forms without script make. */

/** The same address without what a form left empty; null where nothing is empty. */
export function withoutEmpty(url: URL): string | null {
  const given = [...url.searchParams];
  const kept = given.filter(([, value]) => value.trim() !== "");
  if (kept.length === given.length) return null;
  const next = new URLSearchParams(kept);
  return next.size === 0 ? url.pathname : `${url.pathname}?${next}`;
}

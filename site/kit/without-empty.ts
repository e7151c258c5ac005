/** The address without the parameters that a form left empty; null if there are none. */
export function withoutEmpty(url: URL): string | null {
  const given = [...url.searchParams];
  const kept = given.filter(([, value]) => value.trim() !== "");
  if (kept.length === given.length) return null;
  const next = new URLSearchParams(kept);
  return next.size === 0 ? url.pathname : `${url.pathname}?${next}`;
}

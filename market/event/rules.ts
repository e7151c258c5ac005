/** Rules for the event feed. Pure. */

const uuid7Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** When one of our ids was made; null if it is not of version 7 (RFC 9562 §5.7). */
function madeAt(id: string): Date | null {
  if (!uuid7Pattern.test(id)) return null;
  return new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
}

/**
 * The meaning of an unknown `after`: an event that was purged since, so that everything kept follows it,
 * or no event of this feed.
 */
export function unknownAfter(id: string, purgedBefore: Date): "purged" | "unknown" {
  const at = madeAt(id);
  return at !== null && at < purgedBefore ? "purged" : "unknown";
}

/** The dataset or draft that an event's data names; null if it names none. */
export function datasetOf(data: Record<string, unknown>): string | null {
  const id = data.dataset_id ?? data.listing_id;
  return typeof id === "string" ? id : null;
}

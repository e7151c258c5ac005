/** Names in a sentence: a few of them, and how many more there are. */

/** `a, b and 3 more`, with at most `shownMax` of the names. */
export function listNames(names: readonly string[], shownMax: number): string {
  const shown = names.slice(0, shownMax).join(", ");
  const more = names.length - shownMax;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Joins at most `shownMax` names and counts the others: `a, b and 3 more`. */
export function listNames(names: readonly string[], shownMax: number): string {
  const shown = names.slice(0, shownMax).join(", ");
  const more = names.length - shownMax;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

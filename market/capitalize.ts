/** Words at the beginning of a sentence. */

/** The text with its first letter as a capital one. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

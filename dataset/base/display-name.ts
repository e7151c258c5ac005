const nameCharsMax = 255;
/** Control characters and characters that change the direction of the surrounding text. */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Makes a name from a file (an entry, a sheet) safe to show: well-formed, at most 255 characters.
 */
export function displayName(name: string): string {
  const shown = name.toWellFormed().replaceAll(unprintable, "\ufffd");
  if (shown.length <= nameCharsMax) return shown;
  return `${shown.slice(0, nameCharsMax - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

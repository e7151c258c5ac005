/** Names that stand in a file, such as those of entries and sheets, made fit to be shown. */

const nameCharsMax = 255;
/** Control characters, and those that turn the direction of the text around them. */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A name fit to be shown: well-formed, without control characters, at most 255 characters. */
export function displayName(name: string): string {
  const shown = name.toWellFormed().replaceAll(unprintable, "\ufffd");
  if (shown.length <= nameCharsMax) return shown;
  return `${shown.slice(0, nameCharsMax - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

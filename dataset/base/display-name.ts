/** Names that stand in a file, such as those of entries and sheets, made fit to be shown. */

const NAME_CHARS_MAX = 255;
/** Control characters, and those that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A name fit to be shown: well-formed, without control characters, at most 255 characters. */
export function displayName(name: string): string {
  const shown = name.toWellFormed().replaceAll(UNPRINTABLE, "\ufffd");
  if (shown.length <= NAME_CHARS_MAX) return shown;
  return `${shown.slice(0, NAME_CHARS_MAX - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

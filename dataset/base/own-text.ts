/** Texts that keep nothing else in memory. */

/**
 * The same text as one of its own. A slice of a long text, such as a line of a block, keeps all of
 * the long one in memory for as long as it lives itself.
 */
export function ownText(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** The first `charsMax` characters of a text, without the rest of it. */
export function headOfText(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : ownText(text.slice(0, charsMax));
}

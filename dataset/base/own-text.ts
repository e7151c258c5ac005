/** Copies a text. A slice, such as a line of a block, would keep the whole original in memory. */
export function ownText(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** Copies the first `charsMax` characters of a text, so that the rest can be freed. */
export function headOfText(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : ownText(text.slice(0, charsMax));
}

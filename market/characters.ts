/** Counts and cuts texts by Unicode code points; `length` counts UTF-16 units. Pure. */

/**
 * Whether a text has more than `charsMax` characters; a text that is short anyway is not counted.
 */
export function isLonger(text: string, charsMax: number): boolean {
  return text.length > charsMax && countCharacters(text) > charsMax;
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Cuts a text without splitting a character. */
export function firstCharacters(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  let end = 0;
  for (let count = 0; count < charsMax && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** The place behind a text, such as "line 2, column 7"; columns are characters, from 1. */
export function placeAfter(text: string): string {
  const lines = text.split("\n");
  return `line ${lines.length}, column ${[...(lines.at(-1) ?? "")].length + 1}`;
}

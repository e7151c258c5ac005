/** Texts by their characters, which are Unicode code points: `length` counts halves of some. Pure. */

/** Whether a text has more characters than this; counts none of a text that is short anyway. */
export function isLonger(text: string, charsMax: number): boolean {
  return text.length > charsMax && countCharacters(text) > charsMax;
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The first characters of a text, each of them whole. */
export function firstCharacters(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  let end = 0;
  for (let count = 0; count < charsMax && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

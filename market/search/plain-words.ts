/** A text's words as a query: its quotes and dashes are no search operators. Pure. */
export function plainWords(text: string): string {
  const words = text
    .replaceAll(/["“”„]|(?:^|(?<=\s))-+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
}

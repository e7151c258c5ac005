/** A token that nobody signed: another letter where base64 has no spare bits, so its bytes differ. */
export function altered(token: string): string {
  const at = token.length - 10;
  const letter = token[at] === "A" ? "B" : "A";
  return `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
}

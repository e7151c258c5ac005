/**
 * A token with an invalid signature. It changes a base64 character that has no spare bits, so that
 * the decoded bytes differ too.
 */
export function altered(token: string): string {
  const at = token.length - 10;
  const letter = token[at] === "A" ? "B" : "A";
  return `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
}

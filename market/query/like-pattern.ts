const special = /[\\^$.*+?()[\]{}|#&~\s-]/g;
const quoted = (char: string) =>
  char.replace(special, (one) => `\\x{${one.charCodeAt(0).toString(16)}}`);

/**
 * A LIKE pattern as a regular expression for a whole text. Without ESCAPE a backslash is refused:
 * PostgreSQL reads it as an escape, and DuckDB as itself.
 */
export function likePattern(
  pattern: string,
  escapedBy: string | null,
): { regex: string } | { fault: string } {
  if (escapedBy !== null && [...escapedBy].length !== 1)
    return { fault: "ESCAPE takes one character." };
  if (escapedBy === null && pattern.includes("\\")) {
    return { fault: "A backslash in a pattern needs ESCAPE: write ESCAPE '\\' or another one." };
  }
  const chars = [...pattern];
  let regex = "";
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? "";
    if (char === escapedBy) {
      at += 1;
      const next = chars[at];
      if (next === undefined) return { fault: "The pattern ends with its escape character." };
      regex += quoted(next);
    } else if (char === "%") regex += ".*";
    else regex += char === "_" ? "." : quoted(char);
  }
  return { regex: `(?s)^${regex}$` };
}

/** What a database and any JSON reader take: no NUL characters, no halves of surrogate pairs. */
import { type DatasetLimits, limitRefusal } from "./limits.ts";

function storableText(text: string): string {
  return text.replaceAll("\u0000", "\ufffd").toWellFormed();
}

/** Replaces, in place, what cannot be stored in the texts of plain data by U+FFFD. */
export function makeStorable<T>(data: T): T {
  if (typeof data !== "object" || data === null) return data;
  const holder = data as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    const value = holder[key];
    if (typeof value === "string") {
      const text = storableText(value);
      if (text !== value) holder[key] = text;
    } else makeStorable(value);
  }
  return data;
}

/** Refuses names that an index of the catalogue cannot hold. */
export function checkColumnNames(
  names: readonly string[],
  limits: DatasetLimits,
  format: string,
): void {
  const { columnNameBytesMax } = limits;
  for (const name of names) {
    // A character has at most three bytes for each of its units.
    if (name.length * 3 <= columnNameBytesMax) continue;
    const bytes = Buffer.byteLength(name);
    if (bytes > columnNameBytesMax) throw limitRefusal(limits, "columnNameBytesMax", bytes, format);
  }
}

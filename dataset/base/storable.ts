/**
 * Makes texts acceptable to Postgres and to any JSON parser: no NUL characters, no lone surrogates.
 */
import { type DatasetLimits, limitRefusal } from "./limits.ts";

function storableText(text: string): string {
  return text.replaceAll("\u0000", "\ufffd").toWellFormed();
}

/** Replaces, in place, characters that cannot be stored by U+FFFD. */
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

/** Refuses column names that are too long for the catalogue's index. */
export function checkColumnNames(
  names: readonly string[],
  limits: DatasetLimits,
  format: string,
): void {
  const { columnNameBytesMax } = limits;
  for (const name of names) {
    // A UTF-16 unit needs at most three bytes in UTF-8.
    if (name.length * 3 <= columnNameBytesMax) continue;
    const bytes = Buffer.byteLength(name);
    if (bytes > columnNameBytesMax) throw limitRefusal(limits, "columnNameBytesMax", bytes, format);
  }
}

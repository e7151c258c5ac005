/** How typed values appear on the wire. */
import type { ColumnType } from "../../market/profile/schemas.ts";

/** `2020-01-05 10:00:00.000000+00:00` (Polars) as RFC 3339; without a zone none is made up. */
export function isoDateTime(text: string): string {
  return text
    .replace(" ", "T")
    .replace(/\.?0+(?=$|[+-]\d\d:\d\d$)/, (zeros, at: number) =>
      at > 0 && text.includes(".") && zeros !== "0" ? "" : zeros,
    )
    .replace(/\+00:00$/, "Z");
}

/** An integer as a number, or as a string of digits where a number would lose digits. */
export function integerValue(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** A float as a number; NaN and infinities, which JSON lacks, as strings. */
export function numberValue(value: number): number | string {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

/** A value that was printed as text by a cast, in its type. */
export function parsePrinted(text: string, type: ColumnType): string | number | boolean {
  switch (type) {
    case "integer":
      return /^[+-]?\d+$/.test(text) ? integerValue(BigInt(text)) : numberValue(Number(text));
    case "number":
      return numberValue(Number(text));
    case "boolean":
      return text === "true";
    case "datetime":
      return isoDateTime(text);
    default:
      return text;
  }
}

/** JSON of a nested value; integers beyond 2^53 in it become strings. */
export function nestedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === "bigint") return inner.toString();
    if (typeof inner === "number") return numberValue(inner);
    return inner;
  });
}

/** Masks personal data in shown values. */
import { maskedValue, masksColumn } from "../../../market/profile/rules.ts";
import type { ColumnProfile, PiiKind } from "../../../market/profile/schemas.ts";
import { findPersonal } from "./find-personal.ts";

/** Replaces a value: a fixed mask, or a function that masks the personal data within it. */
export type Cover = string | ((value: unknown) => unknown);

/** How the values of a column are masked; null if they are shown unchanged. */
export function coverOf(
  paid: boolean,
  { type, pii }: Pick<ColumnProfile, "type" | "pii">,
): Cover | null {
  if (!paid) return null;
  const kinds = pii.map(({ kind }) => kind);
  if (masksColumn(paid, type, pii)) return maskedValue(kinds);
  const found = new Set(kinds);
  return (value) => hidePersonal(value, found);
}

/**
 * Masks personal data in a value, including nested values and keys. Data that may match by chance
 * is masked if its column has more of that kind (`kinds`).
 */
function hidePersonal(value: unknown, kinds: ReadonlySet<PiiKind>): unknown {
  if (typeof value === "string") return hideInText(value, kinds);
  if (Array.isArray(value)) return value.map((inner) => hidePersonal(inner, kinds));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      hideInText(key, kinds),
      hidePersonal(inner, kinds),
    ]),
  );
}

function hideInText(text: string, kinds: ReadonlySet<PiiKind>): string {
  let shown = "";
  let from = 0;
  for (const { kind, start, end, sure } of findPersonal(text)) {
    if (!sure && !kinds.has(kind)) continue;
    shown += text.slice(from, start) + maskedValue([kind]);
    from = end;
  }
  return shown + text.slice(from);
}

/** Masks data that is certainly personal in a text next to the data. */
export function hidePersonalText(text: string): string {
  return hideInText(text, new Set());
}

/** Whether nothing in a value has to be masked. */
export function isImpersonal(value: unknown, kinds: ReadonlySet<PiiKind>): boolean {
  return typeof value !== "string" || hideInText(value, kinds) === value;
}

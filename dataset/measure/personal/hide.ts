/** What is shown of a value that holds personal data: the value with that part covered. */
import { maskedValue, masksColumn } from "../../../market/profile/rules.ts";
import type { ColumnProfile, PiiKind } from "../../../market/profile/schemas.ts";
import { findPersonal } from "./find-personal.ts";

/** What is shown instead of a value: a mask, or the value less the personal data that it holds. */
export type Cover = string | ((value: unknown) => unknown);

/** How the values of a column are covered; null where they are shown as they are. */
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
 * Covers the personal data in a value, in nested values and their keys too. What passes for personal by
 * chance is covered where its column holds more of the kind (`kinds`).
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

/** A text that stands beside the data, with what is surely personal in it covered. */
export function hidePersonalText(text: string): string {
  return hideInText(text, new Set());
}

/** Whether nothing of a value has to be covered. */
export function isImpersonal(value: unknown, kinds: ReadonlySet<PiiKind>): boolean {
  return typeof value !== "string" || hideInText(value, kinds) === value;
}

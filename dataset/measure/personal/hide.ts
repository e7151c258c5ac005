/** What is shown of a value that holds personal data: the value with that part covered. */
import { maskedValue } from "../../../market/profile/rules.ts";
import type { PiiKind } from "../../../market/profile/schemas.ts";
import { findPersonal } from "./find-personal.ts";

/**
 * Covers the personal data in a value, in nested values and their keys too. What passes for personal by
 * chance is covered where its column holds more of the kind (`kinds`).
 */
export function hidePersonal(value: unknown, kinds: ReadonlySet<PiiKind>): unknown {
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

/** Whether nothing of a value has to be covered. */
export function isImpersonal(value: unknown, kinds: ReadonlySet<PiiKind>): boolean {
  return typeof value !== "string" || hideInText(value, kinds) === value;
}

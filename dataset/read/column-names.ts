/** Gives every column a unique name. */
import { agreeing } from "../../market/counted.ts";
import type { ProfileAlert } from "../../market/profile/schemas.ts";

export type ColumnNaming = {
  names: string[];
  badlyNamed: Set<number>;
  empty: number;
  repeated: number;
};

/**
 * Display names for raw ones: an empty name becomes `column_<position>`, a repeated one gets `_2`.
 * Also returns the positions without a proper name.
 */
export function displayNames(raw: readonly string[]): ColumnNaming {
  const taken = new Set(raw.map((name) => name.trim()));
  const used = new Set<string>();
  const suffixes = new Map<string, number>();
  const badlyNamed = new Set<number>();
  let empty = 0;
  let repeated = 0;
  const names = raw.map((rawName, index) => {
    const name = rawName.trim();
    if (name !== "" && !used.has(name)) {
      used.add(name);
      return name;
    }
    badlyNamed.add(index);
    if (name === "") empty++;
    else repeated++;
    const unique = uniqueName(name, index, suffixes, (free) => !taken.has(free) && !used.has(free));
    used.add(unique);
    return unique;
  });
  return { names, badlyNamed, empty, repeated };
}

function uniqueName(
  name: string,
  index: number,
  /**
   * The last suffix of each name, where the next count starts; avoids counting from 1 each time.
   */
  suffixes: Map<string, number>,
  isFree: (candidate: string) => boolean,
): string {
  const base = name === "" ? `column_${index + 1}` : name;
  if (isFree(base)) return base;
  for (let suffix = (suffixes.get(base) ?? 1) + 1; ; suffix++) {
    if (!isFree(`${base}_${suffix}`)) continue;
    suffixes.set(base, suffix);
    return `${base}_${suffix}`;
  }
}

/** Unique raw names; the first column with a name keeps it unchanged. */
export function distinctNames(raw: readonly string[]): string[] {
  const { names } = displayNames(raw);
  const seen = new Set<string>();
  return raw.map((name, index) => {
    if (seen.has(name)) return names[index] ?? name;
    seen.add(name);
    return name;
  });
}

/** Alerts about empty and repeated column names. */
export function nameAlerts({ empty, repeated }: ColumnNaming): ProfileAlert[] {
  const alerts: ProfileAlert[] = [];
  if (empty > 0)
    alerts.push({
      code: "empty_header",
      detail: `${empty} ${agreeing(empty, "column has", "columns have")} no name.`,
    });
  if (repeated > 0) {
    alerts.push({
      code: "duplicate_header",
      detail: `${repeated} ${agreeing(repeated, "name is", "names are")} repeated.`,
    });
  }
  return alerts;
}

/** Finds columns that would identify a row except for a few repeated values. Pure. */
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import type { ScannedColumn } from "../measure/scan-table.ts";

/** Fewer values may repeat by chance. */
const valuesMin = 50;
const missingShareMax = 0.05;
/** Shares of distinct values from which a column of each kind is probably meant as a key. */
const mainShareMin = 0.85;
const namedShareMin = 0.95;

const mainName = /^(?:#|id|key|uuid|guid|row|index|(?:row|record)[_ .-]?(?:id|no|nr|num|number))$/i;
const keyName = /(?:^|[_ .-])(?:id|key|uuid|guid|isbn|sku|ean|doi)$|[a-z](?:Id|ID|Uuid|Key)$/;

/** Number of values in such a column that repeat an earlier one; null for all other columns. */
export function nearKeyRepeats(
  profile: ColumnProfile,
  { stats }: ScannedColumn,
  rows: number,
  hasKey: boolean,
): { repeats: number; exact: boolean } | null {
  if (profile.type !== "integer" && profile.type !== "string") return null;
  if (stats.count < valuesMin || stats.nullCount > rows * missingShareMax) return null;
  const { exact } = stats.sketch;
  const repeats = exact ? stats.count - stats.sketch.distinct : stats.sketch.repeats;
  if (repeats === 0) return null;
  const share = 1 - repeats / stats.count;
  const isMain = mainName.test(profile.name) || countsUp(profile, stats.count);
  if (isMain && share >= mainShareMin) return { repeats, exact };
  // If another column is the key, a column like `user_id` refers to another table.
  if (hasKey || share < namedShareMin) return null;
  return isKeyName(profile.name) || profile.semantic_type === "uuid" ? { repeats, exact } : null;
}

/** Whether a column's name is usual for keys. */
export function isKeyName(name: string): boolean {
  return mainName.test(name) || keyName.test(name);
}

/** Whether integers fill the range between their extremes, as row numbers do. */
function countsUp({ type, min, max }: ColumnProfile, count: number): boolean {
  if (type !== "integer" || typeof min !== "number" || typeof max !== "number") return false;
  return max - min + 1 <= count * 1.1;
}

/** Finds columns of one table that refer to the key of another: the same name, and values of the key. */
import { TABLE_LINKS_MAX } from "../../market/profile/chart-limits.ts";
import type { TableReference } from "../../market/profile/charts.ts";
import { compareHashes } from "../../market/profile/join/rules.ts";
import { JOIN_HASH_LIMIT } from "../../market/profile/join/vocabulary.ts";
import type { Profile } from "../../market/profile/schemas.ts";
import { LINK_COLUMNS_MAX, type LinkColumn } from "../base/report.ts";
import type { TableScan } from "../measure/scan-table.ts";

/** Links are drawn, not searched: some hundred values are enough. */
const hashesMax = 256;
/** Columns of the same name with fewer common values are another thing. */
const resolvedMin = 0.5;

/** Columns that may be keys or refer to one, with hashes of their values. Never stored. */
export function linkColumnsOf(
  { columns, rows }: Pick<TableScan, "columns" | "rows">,
  profile: Profile,
): LinkColumn[] {
  const found: LinkColumn[] = [];
  for (const [index, { name, stats }] of columns.entries()) {
    const shown = profile.columns[index];
    if (found.length >= LINK_COLUMNS_MAX) break;
    if (shown === undefined || shown.pii.length > 0 || shown.semantic_type === "constant") continue;
    const joins = stats.top.joinHashes();
    if (joins === null || joins.hashes.length === 0) continue;
    const { distinct, share, chooser } = joins;
    const cut = joins.hashes.length > hashesMax;
    const below = cut ? (joins.hashes[hashesMax] ?? JOIN_HASH_LIMIT) : joins.below;
    const isKey = shown.null_count === 0 && shown.distinct_count === rows;
    const hashes = joins.hashes.slice(0, hashesMax);
    found.push({ name, isKey, distinct, share, chooser, below, hashes });
  }
  return found;
}

type LinkedTable = { name: string; links: readonly LinkColumn[] };

/** Each column that is no key itself refers to the key that has most of its values. */
export function referencesOf(tables: readonly LinkedTable[]): TableReference[] {
  const keys = tables.flatMap(({ name, links }) =>
    links.filter(({ isKey }) => isKey).map((column) => ({ table: name, column })),
  );
  const found = tables.flatMap(({ name: table, links }) =>
    links.flatMap((column): TableReference[] => {
      if (column.isKey) return [];
      const [best] = keys
        .filter((key) => key.table !== table && isSameName(key.column.name, column.name))
        .map((key) => ({ key, resolved: compareHashes(column, key.column).containment }))
        .sort((a, b) => b.resolved - a.resolved);
      if (best === undefined || best.resolved < resolvedMin) return [];
      const to = { table: best.key.table, column: best.key.column.name };
      return [{ from: { table, column: column.name }, to, resolved: rounded(best.resolved) }];
    }),
  );
  return found.slice(0, TABLE_LINKS_MAX);
}

const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

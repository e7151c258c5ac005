/**
 * Locates the first occurrence of each finding, by a second pass over a table's beginning. Runs
 * only if there are findings.
 */
import { FINDING_PLACES_MAX } from "../../market/profile/alerts.ts";
import type {
  ColumnProfile,
  PiiKind,
  Profile,
  ProfileAlert,
} from "../../market/profile/schemas.ts";
import type { PlacedRow, TableSource } from "../base/table.ts";
import { holdsBrokenCharacters } from "../describe/quality/texts.ts";
import { looksLike, type TextType } from "../measure/formats/text-type.ts";
import { looksPersonal } from "../measure/personal/counts.ts";
import type { ScannedColumn } from "../measure/scan-table.ts";
import { typesOf } from "../measure/text-types.ts";

/** Most rows to search: people repair a file from its beginning. */
const PLACED_ROWS_MAX = 50_000;
const PLACED_CELLS_MAX = 1_000_000;

/** Tests a cell's text; null if it is missing or its row ended before. */
type Test = (text: string | null) => boolean;
type Search = { alert: ProfileAlert; isMet: (row: PlacedRow) => boolean };

/**
 * Adds to the alerts of delimited text the first affected rows with their line numbers. Findings
 * that occur only later, alerts that are not about single rows, and other formats get none.
 */
export function placeFindings(
  profile: Profile,
  columns: readonly ScannedColumn[],
  source: TableSource,
): void {
  const searches = [
    ...profile.columns.flatMap((column, at) => searchesOf(column, columns[at], at)),
    ...raggedSearches(profile),
  ];
  const open = new Set(searches);
  const rowsMax = Math.min(
    PLACED_ROWS_MAX,
    Math.ceil(PLACED_CELLS_MAX / Math.max(1, profile.column_count)),
  );
  let row = 0;
  if (open.size === 0) return;
  for (const placed of source.placedRows?.() ?? []) {
    row += 1;
    for (const search of open) {
      if (!search.isMet(placed)) continue;
      const places = search.alert.first_rows ?? [];
      search.alert.first_rows = [...places, { row, line: placed.line }];
      if (places.length + 1 >= FINDING_PLACES_MAX) open.delete(search);
    }
    if (open.size === 0 || row >= rowsMax) return;
  }
}

function raggedSearches({ alerts, column_count: columns }: Profile): Search[] {
  return alerts.flatMap((alert): Search[] => {
    if (alert.code === "short_rows") {
      return [{ alert, isMet: ({ cells }) => cells < columns }];
    }
    return alert.code === "long_rows" ? [{ alert, isMet: ({ cells }) => cells > columns }] : [];
  });
}

function searchesOf(
  { alerts, pii }: ColumnProfile,
  scanned: ScannedColumn | undefined,
  at: number,
): Search[] {
  const kinds = pii.map(({ kind }) => kind);
  return alerts.flatMap((alert): Search[] => {
    // The alerts are in the order of the kinds.
    const kind = alert.code === "personal_data" ? kinds.shift() : undefined;
    const test = testOf(alert, kind, scanned);
    if (test === null) return [];
    return [{ alert, isMet: ({ cellAt }) => test(cellAt(at) || null) }];
  });
}

function testOf(
  { code }: ProfileAlert,
  kind: PiiKind | undefined,
  scanned: ScannedColumn | undefined,
): Test | null {
  const isToken = (text: string) => scanned?.stats.missingWords.has(text.trim()) ?? false;
  if (code === "personal_data" && kind !== undefined) {
    return (text) => text !== null && looksPersonal(text, kind);
  }
  if (code === "broken_characters") return (text) => text !== null && holdsBrokenCharacters(text);
  if (code === "missing_tokens") return (text) => text !== null && isToken(text);
  if (code === "missing_values") return (text) => text === null || isToken(text);
  const unreadable = scanned?.stats.unreadable;
  if (code === "mixed_types" && unreadable && unreadable.size > 0) {
    return (text) => text !== null && unreadable.has(text);
  }
  if (code === "mixed_types" && scanned?.nearType) return misfit(scanned.name, scanned.nearType);
  return null;
}

/**
 * Remembers the reader that fitted the last value, because it fits most others; tries every reader
 * only if none of the known ones fits.
 */
function misfit(name: string, near: string): Test {
  const origin = { kind: "text", delimiter: null, name } as const;
  const accepted = near === "number" ? new Set(["number", "integer"]) : new Set([near]);
  const known = new Set<TextType>();
  return (text) => {
    if (text === null) return false;
    const value = text.trim();
    for (const type of known) if (looksLike(type, value)) return false;
    const found = typesOf(origin, value).find(
      (type) => accepted.has(type.type) && looksLike(type, value),
    );
    if (found !== undefined) known.add(found);
    return found === undefined;
  };
}

/**
 * Limits how much is shown of a paid image archive: one budget for rows, thumbnails and statistics.
 */
import type { ImagesProfile } from "../../market/profile/image-schemas.ts";
import {
  explainWithheld,
  leakBudgetCells,
  paidSampleRowsMax,
  roundOutwards,
  sampleShareCells,
} from "../../market/profile/leak-budget.ts";
import { SAMPLE_ROWS_MAX } from "../../market/profile/rules.ts";
import type { ColumnProfile, Profile } from "../../market/profile/schemas.ts";
import { inOrder } from "../describe/build-sample.ts";
import { CellLedger } from "../describe/cell-ledger.ts";
import { clearFigures, wantFigures, withholdTopValues } from "../describe/clear-figures.ts";
import type { MeasuredColumn } from "../describe/column-profile.ts";
import { disclosureOf } from "../describe/describe-table.ts";
import type { TableScan } from "../measure/scan-table.ts";
import type { PictureRoom } from "./sample.ts";

/** Image columns that `images` summarises, by their names in the table. */
const ranges = ["width", "height", "bytes"] as const;

export type ClearedPictures = { room: PictureRoom; disclosure: Profile["disclosure"] };

/**
 * Decides how many images the sample may show, and removes statistics beyond the budget. An image
 * is one row, and its thumbnail counts as one more cell; images are never shown in part.
 */
export function clearPictures(
  scan: TableScan,
  measured: readonly MeasuredColumn[],
  columns: readonly ColumnProfile[],
  { paid, coarse = false }: { paid: boolean; coarse?: boolean },
): ClearedPictures {
  if (!paid) return { room: { rowsMax: SAMPLE_ROWS_MAX, reason: null }, disclosure: undefined };
  if (coarse) withholdTopValues(columns);
  const size = { rows: scan.rowSketch.distinct, cellsPerRow: columns.length + 1 };
  const budget = leakBudgetCells(size.rows, size.cellsPerRow);
  const share = sampleShareCells(budget, wantFigures(measured, columns, budget), size.cellsPerRow);
  const rowsMax = Math.min(paidSampleRowsMax(size.rows), Math.floor(share / size.cellsPerRow));
  const ledger = new CellLedger(budget);
  ledger.spendCells(Math.min(rowsMax, scan.sample.length) * size.cellsPerRow);
  for (const { values } of inOrder(scan.sample).slice(0, rowsMax)) {
    for (const [column, value] of values.entries()) ledger.note(column, [value]);
  }
  clearFigures(measured, columns, ledger);
  const reason = rowsMax === 0 ? explainWithheld(size, budget) : null;
  return { room: { rowsMax, reason }, disclosure: disclosureOf(size, budget, ledger, coarse) };
}

/** The images' summary without figures that their columns may not show. */
export function clearSummary(
  images: ImagesProfile,
  columns: readonly ColumnProfile[],
): ImagesProfile {
  const cleared = { ...images };
  for (const name of ranges) {
    const withheld = columns.find((some) => some.name === name)?.withheld ?? [];
    const { min, max, mean } = withheld.includes("extremes") ? wider(images[name]) : images[name];
    cleared[name] = { min, max, mean: withheld.includes("moments") ? (min + max) / 2 : mean };
  }
  const formats = columns.find(({ name }) => name === "format");
  if (!formats?.withheld?.includes("top_values")) return cleared;
  const shown = new Set(formats.top_values?.map(({ value }) => value));
  return { ...cleared, formats: images.formats.filter(({ name }) => shown.has(name)) };
}

/** Rounds a range outwards if that still says something. */
function wider(range: ImagesProfile["width"]): ImagesProfile["width"] {
  const rounded = roundOutwards(range.min, range.max, true);
  return { min: rounded.min ?? 0, max: rounded.max ?? range.max * 2, mean: range.mean };
}

/** Chooses the statistics of a paid table that its budget of public cells allows. */

import type { WithheldFigure } from "../../market/profile/disclosure-schemas.ts";
import { roundOutwards } from "../../market/profile/leak-budget.ts";
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import type { CellLedger } from "./cell-ledger.ts";
import type { MeasuredColumn } from "./column-profile.ts";

/** With fewer values, a mean or a quantile reveals the values. */
const distributionValuesMin = 10;
/** Mean and deviation together reveal two unknown values. */
const distributionDistinctMin = 3;

/** How a statistic that is shown or withheld as a whole reveals values. */
type Claim = {
  figure: Exclude<WithheldFigure, "top_values">;
  /** The loss to a buyer without it, as a share of rows; it competes with frequent top values. */
  worth: number;
  isPresent(shown: ColumnProfile): boolean;
  /** The column's values that it prints. */
  values(shown: ColumnProfile, measured: MeasuredColumn): readonly unknown[];
  withhold(shown: ColumnProfile): void;
};

const claims: readonly Claim[] = [
  {
    figure: "extremes",
    worth: 3,
    isPresent: ({ min }) => min !== null,
    values: ({ min, max }) => [min, max],
    withhold: withholdExtremes,
  },
  {
    figure: "bounds",
    worth: 2.5,
    isPresent: ({ type, bounds }) => type === "geometry" && bounds !== null,
    values: ({ bounds }) => Object.entries(bounds ?? {}).map((edge) => edge.join()),
    withhold: (shown) => Object.assign(shown, { bounds: null }),
  },
  {
    figure: "largest_gap",
    worth: 2,
    isPresent: ({ dates }) => Boolean(dates?.largest_gap),
    values: ({ dates }) => [dates?.largest_gap?.after, dates?.largest_gap?.before],
    withhold: (shown) => {
      if (shown.dates) shown.dates = { ...shown.dates, largest_gap: null };
    },
  },
  {
    figure: "quantiles",
    worth: 0.2,
    isPresent: ({ quantiles }) => quantiles !== null,
    values: (_, { heldQuantiles }) => heldQuantiles,
    withhold: (shown) => Object.assign(shown, { quantiles: null, median: null }),
  },
  {
    figure: "histogram",
    worth: 0.1,
    isPresent: ({ histogram, time_histogram }) => Boolean(histogram ?? time_histogram),
    values: (_, { heldEdges }) => heldEdges,
    withhold: (shown) => Object.assign(shown, { histogram: null, time_histogram: null }),
  },
  {
    figure: "moments",
    worth: 0.15,
    isPresent: ({ mean }) => mean !== null,
    values: () => [],
    withhold: (shown) => Object.assign(shown, { mean: null, std: null }),
  },
];

const ofDistribution: ReadonlySet<WithheldFigure> = new Set(["quantiles", "histogram", "moments"]);

function withholdExtremes(shown: ColumnProfile): void {
  const approximate = approximateExtremes(shown);
  if (approximate) shown.approximate = approximate;
  Object.assign(shown, { min: null, max: null });
}

/** Rounds numbers outwards and dates to years; null if that would still reveal the values. */
function approximateExtremes({ min, max, type }: ColumnProfile): ColumnProfile["approximate"] {
  if (typeof min === "number" && typeof max === "number") {
    const rounded = roundOutwards(min, max, type === "integer");
    return rounded.min === null && rounded.max === null ? undefined : rounded;
  }
  if (type !== "date" && type !== "datetime") return undefined;
  const yearOf = (value: unknown) => /^\d{4}(?=-)/.exec(String(value))?.[0] ?? null;
  return { min: yearOf(min), max: yearOf(max) };
}

/** A statistic, or one top value, as a candidate for the budget. */
type Candidate = { worth: number; at: number; claim: Claim | null; place: number };

/**
 * Number of cells that the statistics of all columns would need if nothing were public yet. If it
 * exceeds half of the budget, top values that occur in only one row are withheld first, because
 * they are the least useful.
 */
export function wantFigures(
  columns: readonly MeasuredColumn[],
  shown: readonly ColumnProfile[],
  budgetCells: number,
): number {
  const wanted = wantedCells(columns, shown);
  if (wanted * 2 <= budgetCells) return wanted;
  for (const column of shown) {
    const single = column.top_values?.findIndex(({ count }) => count === 1) ?? -1;
    if (single >= 0) cutTopValues(column, single);
  }
  return wantedCells(columns, shown);
}

function wantedCells(columns: readonly MeasuredColumn[], shown: readonly ColumnProfile[]): number {
  let cells = 0;
  for (const [at, column] of shown.entries()) {
    const measured = columns[at] as MeasuredColumn;
    const values = new Set(column.top_values?.map(({ value }) => String(value)));
    for (const claim of claims) {
      if (!claim.isPresent(column)) continue;
      for (const value of claim.values(column, measured)) values.add(String(value));
    }
    cells += values.size;
  }
  return cells;
}

/**
 * Removes the statistics that exceed the budget and names them in `withheld`. Extremes are chosen
 * first, then the statistics that describe the most rows. A list of top values is cut after the
 * last that fits.
 */
export function clearFigures(
  columns: readonly MeasuredColumn[],
  shown: readonly ColumnProfile[],
  ledger: CellLedger,
): void {
  const candidates = shown.flatMap((column, at) => candidatesOf(column, at, columns[at]));
  candidates.sort((a, b) => b.worth - a.worth);
  for (const { at, claim, place } of candidates) {
    const column = shown[at] as ColumnProfile;
    if (claim === null) clearTopValue(column, at, place, ledger);
    else clearClaim(claim, column, columns[at] as MeasuredColumn, at, ledger);
  }
  withholdBoxes(shown);
}

function candidatesOf(
  shown: ColumnProfile,
  at: number,
  measured: MeasuredColumn | undefined,
): Candidate[] {
  const found: Candidate[] = claims
    .filter((claim) => claim.isPresent(shown))
    .map((claim) => ({ worth: claim.worth, at, claim, place: 0 }));
  const count = measured?.column.stats.count ?? 1;
  for (const [place, top] of (shown.top_values ?? []).entries()) {
    found.push({ worth: top.count / count, at, claim: null, place });
  }
  return found;
}

function clearClaim(
  claim: Claim,
  shown: ColumnProfile,
  measured: MeasuredColumn,
  at: number,
  ledger: CellLedger,
): void {
  if (mayShow(claim, shown, measured, at, ledger)) return;
  claim.withhold(shown);
  note(shown, claim.figure);
}

function mayShow(
  claim: Claim,
  shown: ColumnProfile,
  measured: MeasuredColumn,
  at: number,
  ledger: CellLedger,
): boolean {
  const { figure } = claim;
  const values = claim.values(shown, measured);
  if (!ofDistribution.has(figure)) return ledger.spendValues(at, values);
  // The outer edges of the histogram are the extremes.
  if (figure === "histogram" && shown.min === null) return false;
  const { stats } = measured.column;
  const distinct = Math.min(shown.distinct_count ?? stats.count, stats.count);
  const isTelling = stats.count < distributionValuesMin || distinct < distributionDistinctMin;
  if (!isTelling) return ledger.spendValues(at, values);
  // It reveals all values; the extremes may be public already.
  const known = shown.min === null ? 0 : Math.min(2, distinct);
  return ledger.spendCells(distinct - known);
}

/** Withholds all top values, as the seller of the file wants it. */
export function withholdTopValues(shown: readonly ColumnProfile[]): void {
  for (const column of shown) if (column.top_values !== null) cutTopValues(column, 0);
}

/** Shows the top value at a place if all more frequent ones are shown. */
function clearTopValue(shown: ColumnProfile, at: number, place: number, ledger: CellLedger): void {
  const top = shown.top_values ?? [];
  const value = top[place]?.value;
  if (value === undefined || ledger.spendValues(at, [value])) return;
  cutTopValues(shown, place);
}

function cutTopValues(shown: ColumnProfile, length: number): void {
  shown.top_values = length === 0 ? null : (shown.top_values?.slice(0, length) ?? null);
  if (length === 0) Object.assign(shown, { top_values_method: null, top_values_error: null });
  note(shown, "top_values");
}

/** Withholds a bounding box if the extremes of its latitude or longitude are withheld. */
function withholdBoxes(shown: readonly ColumnProfile[]): void {
  const points = shown.filter(({ type, bounds }) => type !== "geometry" && bounds !== null);
  const told = new Set(points.filter(({ min }) => min === null).map(({ bounds }) => bounds));
  for (const column of points) {
    if (!told.has(column.bounds)) continue;
    column.bounds = null;
    note(column, "bounds");
  }
}

function note(shown: ColumnProfile, figure: WithheldFigure): void {
  if (!shown.withheld?.includes(figure)) shown.withheld = [...(shown.withheld ?? []), figure];
}

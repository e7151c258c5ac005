/** Compares one column in two versions: which figures have shifted, and how significantly. Pure. */
import type { ColumnProfile, ColumnType } from "../schemas.ts";
import { cumulativeOf, jsDistance, ksDistance, sharesOf, valuesBeyond } from "./distribution.ts";
import {
  DRIFT_THRESHOLDS,
  findUnitChange,
  jsNoise,
  ksNoise,
  levelOf,
  levelOfFinding,
  meanNoise,
  REPEATED_RATIO_MAX,
  shareNoise,
  UNIQUE_RATIO_MIN,
  worseLevel,
} from "./rules.ts";
import type { ColumnDrift, DriftFinding, DriftLevel } from "./schemas.ts";

export type VersionColumn = { column: ColumnProfile; rows: number };

const temporal: ReadonlySet<ColumnType> = new Set(["date", "datetime", "time"]);
const numeric: ReadonlySet<ColumnType> = new Set(["integer", "number"]);

/** Whether figures of the two types may be compared. */
function areComparable(one: ColumnType, other: ColumnType): boolean {
  return one === other || (numeric.has(one) && numeric.has(other));
}

type GradedFinding = { finding: DriftFinding; level: DriftLevel };

/** Values of people are shown for neither version, whatever each profile shows. */
function holdsPersonalData({ column }: VersionColumn): boolean {
  return column.pii.length > 0;
}

/** The shifts in a column; null if there are none. */
export function compareColumn(before: VersionColumn, after: VersionColumn): ColumnDrift | null {
  const from = before.column;
  const to = after.column;
  const alike = areComparable(from.type, to.type);
  const distance = alike ? distanceOf(before, after) : null;
  const unit = alike ? unitChangeOf(from, to) : null;
  const found: GradedFinding[] = [
    ...missingFound(before, after),
    ...(alike ? valuesFound(before, after) : []),
    ...(distance === null ? [] : graded("distribution", distance.level)),
    ...(unit === null ? [] : plain("unit")),
    ...(personalKindsChanged(from, to) ? plain("personal_data") : []),
  ];
  const hidden = holdsPersonalData(before) || holdsPersonalData(after);
  const categories = alike && !hidden ? categoriesOf(before, after) : { added: [], removed: [] };
  if (categories.added.length + categories.removed.length > 0) found.push(...plain("categories"));
  if (found.length === 0) return null;
  const shown = alike && !hidden;
  return {
    name: to.name,
    type: to.type,
    level: found.reduce<DriftLevel>((worst, { level }) => worseLevel(worst, level), "none"),
    findings: [...new Set(found.map(({ finding }) => finding))],
    distance: distance === null ? null : { method: distance.method, value: round(distance.value) },
    null_ratio: { from: from.null_ratio, to: to.null_ratio },
    distinct_count: { from: from.distinct_count, to: to.distinct_count },
    mean: shown ? pair(from.mean, to.mean) : unknownPair,
    std: shown ? pair(from.std, to.std) : unknownPair,
    min: shown ? pair(from.min, to.min) : unknownPair,
    max: shown ? pair(from.max, to.max) : unknownPair,
    mean_length: { from: from.length?.mean ?? null, to: to.length?.mean ?? null },
    categories_added: categories.added,
    categories_removed: categories.removed,
    unit: unit?.words ?? null,
  };
}

const unknownPair = { from: null, to: null };

/** If one version hides a figure, it is shown for neither. */
function pair<T>(from: T | null, to: T | null): { from: T | null; to: T | null } {
  return from === null || to === null ? unknownPair : { from, to };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function plain(finding: DriftFinding): GradedFinding[] {
  return [{ finding, level: levelOfFinding(finding) }];
}

function graded(finding: DriftFinding, level: DriftLevel): GradedFinding[] {
  return level === "none" ? [] : [{ finding, level }];
}

const valuesIn = ({ column, rows }: VersionColumn): number => rows - column.null_count;

type Distance = NonNullable<ColumnDrift["distance"]> & { level: DriftLevel };

/** By categories if frequent values make up most of both, otherwise by the cumulative shares. */
export function distanceOf(before: VersionColumn, after: VersionColumn): Distance | null {
  const ones = sharesOf(before.column, before.rows);
  const others = sharesOf(after.column, after.rows);
  const isNumeric = numeric.has(before.column.type);
  const counts = [valuesIn(before), valuesIn(after)] as const;
  if (isNumeric) {
    const ks = ksDistance(cumulativeOf(before.column), cumulativeOf(after.column));
    if (ks === null) return null;
    // Between the knots the shares are interpolated: half of the shift has to be sure.
    const isSure = ks.atLeast >= DRIFT_THRESHOLDS.kolmogorov_smirnov.minor / 2;
    const level = isSure ? levelOf("kolmogorov_smirnov", ks.value, ksNoise(...counts)) : "none";
    return { method: "kolmogorov_smirnov", value: ks.value, level };
  }
  if (ones === null || others === null) return null;
  const { value, categories } = jsDistance(ones, others);
  const level = levelOf("jensen_shannon", value, jsNoise(categories, ...counts));
  return { method: "jensen_shannon", value, level };
}

function unitChangeOf(from: ColumnProfile, to: ColumnProfile) {
  if (from.quantiles === null || to.quantiles === null) return null;
  const of = ({ p5, p25, p50, p75, p95 }: NonNullable<ColumnProfile["quantiles"]>): number[] => {
    return [p5, p25, p50, p75, p95];
  };
  return findUnitChange(of(from.quantiles), of(to.quantiles));
}

function missingFound(before: VersionColumn, after: VersionColumn): GradedFinding[] {
  const { null_ratio: from } = before.column;
  const { null_ratio: to } = after.column;
  const noise = shareNoise(before.rows, after.rows);
  return graded("missing", levelOf("missing", Math.abs(to - from), noise));
}

function valuesFound(before: VersionColumn, after: VersionColumn): GradedFinding[] {
  const from = before.column;
  const to = after.column;
  const noise = meanNoise(valuesIn(before), valuesIn(after));
  return [
    ...graded("mean", levelOf("mean", meanShift(from, to), noise)),
    ...graded("spread", levelOf("spread", foldOf(from.std, to.std), 1 + noise)),
    ...graded("length", levelOf("length", foldOf(from.length?.mean, to.length?.mean), 1 + noise)),
    ...rangeFound(from, to),
    ...distinctFound(before, after),
  ];
}

function meanShift(from: ColumnProfile, to: ColumnProfile): number {
  if (from.mean === null || to.mean === null || !from.std) return 0;
  return Math.abs(to.mean - from.mean) / from.std;
}

/** The ratio of the larger to the smaller value; 1 if one of them is unknown or zero. */
function foldOf(from: number | null | undefined, to: number | null | undefined): number {
  if (!from || !to) return 1;
  return Math.max(from / to, to / from);
}

function rangeFound(from: ColumnProfile, to: ColumnProfile): GradedFinding[] {
  if (from.min === null || from.max === null || to.min === null || to.max === null) return [];
  const isTemporal = temporal.has(from.type);
  if (isTemporal) return from.min === to.min && from.max === to.max ? [] : plain("period");
  const widened = Number(to.min) < Number(from.min) || Number(to.max) > Number(from.max);
  return widened ? plain("range") : [];
}

function distinctFound(before: VersionColumn, after: VersionColumn): GradedFinding[] {
  const [from, to] = [before.column.distinct_count, after.column.distinct_count];
  if (from === null || to === null) return [];
  if (from > 1 && to === 1) return plain("constant");
  const wasUnique = valuesIn(before) > 1 && from / valuesIn(before) >= UNIQUE_RATIO_MIN;
  const isRepeated = valuesIn(after) > 1 && to / valuesIn(after) < REPEATED_RATIO_MAX;
  return wasUnique && isRepeated ? plain("uniqueness") : [];
}

function categoriesOf(before: VersionColumn, after: VersionColumn) {
  const ones = sharesOf(before.column, before.rows);
  const others = sharesOf(after.column, after.rows);
  if (ones === null || others === null) return { added: [], removed: [] };
  if (temporal.has(before.column.type)) return { added: [], removed: [] };
  return { added: valuesBeyond(others, ones), removed: valuesBeyond(ones, others) };
}

function personalKindsChanged(from: ColumnProfile, to: ColumnProfile): boolean {
  const kinds = ({ pii }: ColumnProfile): string =>
    pii
      .map(({ kind }) => kind)
      .sort()
      .join();
  return kinds(from) !== kinds(to);
}

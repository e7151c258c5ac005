/** How good a dataset is, by its profile and its words; and where its objects lie. Pure. */
import type { ColumnType, PiiKind, QualityComponents } from "./schemas.ts";

/** How much each component counts for the quality score. They sum to 1. */
export const QUALITY_WEIGHTS: QualityComponents = {
  completeness: 0.3,
  uniqueness: 0.15,
  validity: 0.25,
  consistency: 0.15,
  documentation: 0.15,
};

/** What the listing says about the data; the quality score rewards a well-described dataset. */
export type DocumentationFacts = {
  titleLength: number;
  descriptionLength: number;
  tagCount: number;
  hasLicense: boolean;
};

/** What the data itself shows. All counts are exact or the profile says otherwise. */
export type QualityFacts = {
  rowCount: number;
  columnCount: number;
  cellsMissing: number;
  duplicateRows: number;
  /** Per column that holds values: the share of them that fit the type most of them have. */
  columnValidity: readonly number[];
  /** Rows with fewer or more cells than there are columns. */
  raggedRows: number;
  /** Cells of the file that no row shows: surplus ones, and those of other tables. */
  cellsUnread?: number;
  /** Columns without a name of their own. */
  badlyNamedColumns: number;
  emptyColumns: number;
  /** Columns that spell a missing value in words (`NA`, `null`) as well as by an empty cell. */
  mixedMissingColumns: number;
};

const DESCRIPTION_LENGTH_FULL = 200;
const TITLE_LENGTH_FULL = 10;
const TAG_COUNT_FULL = 3;

function clampToRatio(value: number): number {
  if (!Number.isFinite(value)) return 0;
  return Math.min(1, Math.max(0, value));
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : clampToRatio(part / whole);
}

/** Rounds to four decimals, so that equal inputs print equally everywhere. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** How well the listing describes its data, 0 to 1: description 0.4, tags and licence 0.25 each,
 * title 0.1; each part grows in proportion up to a sufficient length. */
export function documentationScore(facts: DocumentationFacts): number {
  const description = share(facts.descriptionLength, DESCRIPTION_LENGTH_FULL);
  const tags = share(facts.tagCount, TAG_COUNT_FULL);
  const title = share(facts.titleLength, TITLE_LENGTH_FULL);
  const license = facts.hasLicense ? 1 : 0;
  return round(0.4 * description + 0.25 * tags + 0.25 * license + 0.1 * title);
}

/** How regular the structure is, 0 to 1: starts at 1 and loses 0.4 for ragged rows, 0.3 for
 * unnamed columns, 0.2 for empty columns and 0.1 for mixed spellings of missing, in proportion. */
export function consistencyScore(facts: QualityFacts): number {
  const loss =
    0.4 * share(facts.raggedRows, facts.rowCount) +
    0.3 * share(facts.badlyNamedColumns, facts.columnCount) +
    0.2 * share(facts.emptyColumns, facts.columnCount) +
    0.1 * share(facts.mixedMissingColumns, facts.columnCount);
  return round(1 - loss);
}

/**
 * The quality score: the weighted mean of five components, each 0 to 1.
 * completeness = cells with a value / cells; uniqueness = rows that repeat no other / rows;
 * validity = mean over the columns with values; consistency and documentation as above. The four
 * that tell of the data fall by the share of cells that were not read.
 */
export function scoreQuality(
  facts: QualityFacts,
  documentation: DocumentationFacts,
): { score: number; components: QualityComponents; weights: QualityComponents } {
  const cells = facts.rowCount * facts.columnCount;
  const validitySum = facts.columnValidity.reduce((sum, value) => sum + clampToRatio(value), 0);
  const unread = facts.cellsUnread ?? 0;
  const read = 1 - share(unread, cells + unread);
  const validity =
    facts.columnValidity.length === 0 ? 0 : validitySum / facts.columnValidity.length;
  const components: QualityComponents = {
    completeness: round(read * (1 - share(facts.cellsMissing, cells))),
    uniqueness: round(read * (1 - share(facts.duplicateRows, facts.rowCount))),
    validity: round(read * validity),
    consistency: round(read * consistencyScore(facts)),
    documentation: documentationScore(documentation),
  };
  return {
    score: weightedScore(components),
    components,
    weights: QUALITY_WEIGHTS,
  };
}

/** The weighted mean of components that are already known; used when only the listing changed. */
export function weightedScore(components: QualityComponents): number {
  const score =
    components.completeness * QUALITY_WEIGHTS.completeness +
    components.uniqueness * QUALITY_WEIGHTS.uniqueness +
    components.validity * QUALITY_WEIGHTS.validity +
    components.consistency * QUALITY_WEIGHTS.consistency +
    components.documentation * QUALITY_WEIGHTS.documentation;
  return round(clampToRatio(score));
}

export const SAMPLE_ROWS_MAX = 100;
export const SAMPLE_BYTES_MAX = 200_000;
const PAID_SAMPLE_ROW_RATIO_MAX = 0.01;
const PAID_SAMPLE_ROWS_MIN = 5;
/** Text cells of a sample are cut after this many characters. */
export const SAMPLE_CELL_CHARS_MAX = 500;
/** Nested cells (objects, arrays, geometries) whose JSON is longer are left out as null. */
export const SAMPLE_NESTED_CHARS_MAX = 20_000;

/** How many rows a sample may show: at most 100; of a paid file at most 1 %, but at least 5. */
export function sampleRowsMax(rowsTotal: number, paid: boolean): number {
  if (!paid) return Math.min(rowsTotal, SAMPLE_ROWS_MAX);
  const leakCap = Math.max(PAID_SAMPLE_ROWS_MIN, Math.floor(rowsTotal * PAID_SAMPLE_ROW_RATIO_MAX));
  return Math.min(rowsTotal, SAMPLE_ROWS_MAX, leakCap);
}

/** Where the contact sheet of an image archive is kept, beside its sample. */
export function contactSheetPath(samplePath: string): string {
  return samplePath.replace(/\.json$/, ".contact-sheet.webp");
}

/** From this share of values that are or hold personal data a column is hidden as a whole. */
const HIDDEN_COLUMN_PII_RATIO_MIN = 0.5;
const coverable: ReadonlySet<ColumnType> = new Set(["string", "object", "array", "mixed"]);

/**
 * Whether a column's values are hidden as a whole in sample and profile: personal data of a paid file
 * that most values hold, or that no part of them can be covered of, as of numbers.
 */
export function masksColumn(
  paid: boolean,
  type: ColumnType,
  pii: readonly { ratio: number }[],
): boolean {
  if (!paid || pii.length === 0) return false;
  if (!coverable.has(type)) return true;
  return pii.some(({ ratio }) => ratio >= HIDDEN_COLUMN_PII_RATIO_MIN);
}

/** What stands in the sample for a hidden value; a missing value stays null. */
export function maskedValue(kinds: readonly PiiKind[]): string {
  return `[hidden: ${kinds.join(", ")}]`;
}

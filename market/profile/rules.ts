/** The quality score, the limits of samples, and where their objects are stored. Pure. */
import type { ColumnType, PiiKind, QualityComponents } from "./schemas.ts";

/**
 * The exponent of each component in the quality score, which is their product. One wrong value in a
 * hundred is a worse sign than an empty cell, so errors have more weight. A listing's words prove
 * nothing about the data, and a constant or a unique text is no fault: both are shown, not counted.
 */
export const QUALITY_WEIGHTS: QualityComponents = {
  completeness: 0.5,
  uniqueness: 2,
  validity: 5,
  consistency: 5,
  plausibility: 3,
  coherence: 0.5,
  information: 0,
  documentation: 0,
};

export type DocumentationFacts = {
  /** Whether the listing says that its data is updated. */
  promisesUpdates?: boolean;
  titleLength: number;
  descriptionLength: number;
  tagCount: number;
  hasLicense: boolean;
};

/** Facts measured from the data. All shares are from 0 to 1. */
export type QualityFacts = {
  rowCount: number;
  columnCount: number;
  /** For each column, the share of rows without a value; unreadable cells are invalid instead. */
  columnMissing: readonly number[];
  duplicateRows: number;
  /** Share of rows that would repeat another one by chance, as in a table of few categories. */
  chanceRepeats: number;
  /** Share of rows that share a key which otherwise identifies rows. */
  repeatedKeys: number;
  /** For each column with values, the share of them that fit the type and spelling of the rest. */
  columnValidity: readonly number[];
  /** Rows with fewer or more cells than there are columns. */
  raggedRows: number;
  /** Whether the file ends inside a row. */
  endsShort: boolean;
  /** Cells of the file that no row shows: surplus ones, and other tables' cells. */
  cellsUnread?: number;
  /** Share of cells that spell a missing value otherwise than most missing cells of the file. */
  otherMissing: number;
  /** Share of an otherwise regular time series' periods without a value. */
  timeGaps: number;
  /** For each numeric column, the share of values that do not fit the rest. */
  columnImplausible: readonly number[];
  /** For each column with an order or a relation, the share of values that break it. */
  columnIncoherent: readonly number[];
  /** Share of rows whose values stand in other columns. */
  misplacedRows: number;
  /** For each column, its distance from noise and from a constant. */
  columnInformation: readonly number[];
};

const updateWords =
  /\b(?:updated|refreshed|real[- ]?time|live (?:data|feed)|(?:daily|weekly|monthly|hourly|quarterly) (?:update|refresh|release)s?|every (?:day|week|month|hour|quarter))\b/i;
const noUpdate = /\b(?:not|never|no longer|last) (?:be )?updated\b/i;

/** Whether a listing's words promise that its data is kept up to date. */
export function promisesUpdates(words: string): boolean {
  return updateWords.test(words) && !noUpdate.test(words);
}

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

function meanOf(values: readonly number[], ofNone: number): number {
  if (values.length === 0) return ofNone;
  return values.reduce((sum, value) => sum + clampToRatio(value), 0) / values.length;
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

/** Beyond this share of a column, missing values are more and more its nature and count less. */
const MISSING_FULL_MAX = 0.05;
const MISSING_BEYOND = 0.3;
const MISSING_COUNTED_MAX = 0.2;
/** A table that repeats more of its rows has no key by nature. */
const REPEATS_COUNTED_MAX = 0.15;
/** Above this share of the cells, two spellings of missing are a convention. */
const OTHER_MISSING_MAX = 0.05;

function countedMissing(part: number): number {
  const beyond = Math.max(0, part - MISSING_FULL_MAX) * MISSING_BEYOND;
  return Math.min(part, MISSING_FULL_MAX + beyond, MISSING_COUNTED_MAX);
}

/** The loss for a file that ends inside a row, because the missing amount is unknown. */
const CUT_OFF_LOSS = 0.05;

/** How regular the structure is, 0 to 1: less the shares of ragged rows and of other spellings of missing. */
export function consistencyScore(facts: QualityFacts): number {
  const loss =
    share(facts.raggedRows, facts.rowCount) +
    clampToRatio(facts.misplacedRows) +
    (facts.endsShort ? CUT_OFF_LOSS : 0) +
    Math.min(OTHER_MISSING_MAX, clampToRatio(facts.otherMissing));
  return round(clampToRatio(1 - loss));
}

export type QualityScore = {
  method: "product";
  /** Null if the file is not a table to judge; `not_scored` says why. */
  score: number | null;
  not_scored?: string;
  components: QualityComponents;
  weights: QualityComponents;
};

const ROWS_SCORED_MIN = 2;

/** Why a file has no score, in one sentence; null if it has one. */
export function unscoredReason(format: string, rows: number): string | null {
  if (format === "txt") return "Running text has no columns whose values could be judged.";
  if (rows >= ROWS_SCORED_MIN) return null;
  return "A single row, such as a configuration, has no other row to be compared with.";
}

export const MEDIA_UNSCORED =
  "Pictures, sound and documents are judged by opening them, not by their list.";

/**
 * The quality score: the product of the components, each from 0 to 1 and raised to its weight, so that
 * good components cannot make up for a bad one.
 */
export function scoreQuality(
  facts: QualityFacts,
  documentation: DocumentationFacts,
  notScored: string | null = null,
): QualityScore {
  const cells = facts.rowCount * facts.columnCount;
  const unread = facts.cellsUnread ?? 0;
  const read = 1 - share(unread, cells + unread);
  const missing = facts.columnMissing.map(countedMissing);
  const repeats = share(facts.duplicateRows, facts.rowCount) - facts.chanceRepeats;
  const repeated = clampToRatio(repeats / (1 - facts.chanceRepeats));
  const different = 1 - Math.min(REPEATS_COUNTED_MAX, repeated);
  const filled = (1 - meanOf(missing, 0)) * (1 - clampToRatio(facts.timeGaps));
  const components: QualityComponents = {
    completeness: round(read * filled),
    uniqueness: round(different * (1 - clampToRatio(facts.repeatedKeys))),
    validity: round(meanOf(facts.columnValidity, 0)),
    consistency: consistencyScore(facts),
    plausibility: round(1 - meanOf(facts.columnImplausible, 0)),
    coherence: round(1 - meanOf(facts.columnIncoherent, 0)),
    information: round(meanOf(facts.columnInformation, 1)),
    documentation: documentationScore(documentation),
  };
  const base = { method: "product", components, weights: QUALITY_WEIGHTS } as const;
  return notScored === null
    ? { ...base, score: productOf(components) }
    : { ...base, score: null, not_scored: notScored };
}

/** The product of components, each raised to its weight; an unmeasured one counts as 1. */
export function productOf(components: QualityComponents): number {
  let score = 1;
  for (const [name, weight] of Object.entries(QUALITY_WEIGHTS)) {
    score *= (components[name as keyof QualityComponents] ?? 1) ** weight;
  }
  return round(clampToRatio(score));
}

/** The most rows of a sample; for a paid file, market/profile/leak-budget.ts may allow fewer. */
export const SAMPLE_ROWS_MAX = 100;
export const SAMPLE_BYTES_MAX = 200_000;
/** Text cells of a sample are cut after this many characters. */
export const SAMPLE_CELL_CHARS_MAX = 500;
/** Nested cells (objects, arrays, geometries) with longer JSON become null. */
export const SAMPLE_NESTED_CHARS_MAX = 20_000;

/** The path of an image archive's contact sheet, next to its sample. */
export function contactSheetPath(samplePath: string): string {
  return samplePath.replace(/\.json$/, ".contact-sheet.webp");
}

/** A column is masked as a whole from this share of values with personal data on. */
const HIDDEN_COLUMN_PII_RATIO_MIN = 0.5;
const coverable: ReadonlySet<ColumnType> = new Set(["string", "object", "array", "mixed"]);

/**
 * Whether sample and profile mask a whole column: it has personal data of a paid file that most
 * values contain, or that cannot be masked in part, as in numbers.
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

/** The sample's text for a masked value; a missing value stays null. */
export function maskedValue(kinds: readonly PiiKind[]): string {
  return `[hidden: ${kinds.join(", ")}]`;
}

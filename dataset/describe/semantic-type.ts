import type { ColumnProfile, SemanticType } from "../../market/profile/schemas.ts";
import type { ScannedColumn, TableScan } from "../measure/scan-table.ts";
import { isLatitudeName, isLongitudeName } from "./coordinates.ts";

const urlShape = /^https?:\/\/\S+$/i;
const uuidShape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const categoryDistinctMax = 50;
const freeTextLengthMin = 50;
const piiRatioMin = 0.8;
/** Fewer numbers from 1 on may count something. */
const rowNumbersMin = 10;

/** Not an amount that is yearly or per year. */
const yearName = /(?<!per[\s_-]?)year(?!ly)/i;

/** Other names of columns with whole numbers that are years if all of them may be one. */
const otherYearName =
  /^(?:time|date|season|cycle|vintage|period|founded|established|built|opened|released|born|died|jahr|baujahr|ann[ée]e|a[ñn]io|año|ano|anno|rok|år|ár|yıl|год)$|(?:[a-z]Yr|[_ ]yr)$|^yr(?:[_ ]|$)/iu;

/** The first column's name if a program numbered the rows. */
const rowNumberName =
  /^(?:column_1|rownames?|row(?:[_ ]?(?:id|number|num|no|nr))?|index|unnamed.*|no\.?|nr\.?|num|number|#|case|obs|s\.? ?no\.?)$/i;

function countsRows(column: ColumnProfile, rows: number): boolean {
  const { name, index, min, max, type } = column;
  if (type !== "integer" || index !== 0 || rows < rowNumbersMin) return false;
  if (/^rownames?$/i.test(name)) return column.distinct_count === rows;
  return rowNumberName.test(name) && (min === 0 || min === 1) && max === Number(min) + rows - 1;
}

function named(profile: ColumnProfile, pattern: RegExp): boolean {
  return pattern.test(profile.name);
}

function within(profile: ColumnProfile, low: number, high: number): boolean {
  const { min, max } = profile;
  return typeof min === "number" && typeof max === "number" && min >= low && max <= high;
}

function isNumeric(profile: ColumnProfile): boolean {
  return profile.type === "integer" || profile.type === "number";
}

/** `SUBJID`, `choiceid`, `bcode`, `school_urn`, but not words such as `paid`. */
const joinedCodeName =
  /(?:\p{L}id|\p{L}code|(?:^|[_\s])(?:urn|cik|naics|siren|siret|lei|npi|ein|cusip))$/iu;
const noCodeName =
  /(?:^|[^\p{L}])(?:un|pre|re)?(?:paid|acid|grid|bid|covid|humid|liquid|fluid|valid|invalid|solid|hybrid|rapid|aid|raid|maid|said|laid|mid|lid|kid|did|void|avoid|steroid|thyroid|centroid|asteroid|squid|plaid)$/iu;

type Rule = { semantic: SemanticType; holds(profile: ColumnProfile, rows: number): boolean };

/** The first matching rule determines the type. */
const rules: readonly Rule[] = [
  { semantic: "geometry", holds: (column) => column.type === "geometry" },
  {
    semantic: "latitude",
    holds: (column) => isNumeric(column) && isLatitudeName(column.name) && within(column, -90, 90),
  },
  {
    semantic: "longitude",
    holds: (column) =>
      isNumeric(column) && isLongitudeName(column.name) && within(column, -180, 360),
  },
  {
    semantic: "year",
    holds: (column) =>
      column.type === "integer" &&
      ((named(column, yearName) && within(column, 1000, 2999)) ||
        (named(column, otherYearName) && within(column, 1500, 2100))),
  },
  {
    semantic: "constant",
    holds: (column, rows) => column.distinct_count === 1 && column.null_count === 0 && rows > 1,
  },
  {
    semantic: "identifier",
    holds: (column, rows) =>
      (column.type === "integer" || column.type === "string") &&
      column.distinct_method === "exact" &&
      column.distinct_count === rows &&
      rows > 1 &&
      named(column, /(^|_| )(id|key|code|uuid|guid|iata)$|Id$|ID$/) &&
      !noCodeName.test(column.name),
  },
  { semantic: "identifier", holds: countsRows },
  {
    semantic: "free_text",
    holds: (column) => column.type === "string" && (column.length?.mean ?? 0) > freeTextLengthMin,
  },
  {
    semantic: "category",
    holds: (column, rows) =>
      (column.type === "string" || column.type === "boolean") &&
      (column.distinct_count ?? 0) >= 2 &&
      (column.distinct_count ?? 0) <= Math.min(categoryDistinctMax, rows / 2),
  },
];

/** Infers a column's meaning from its name and statistics; null if nothing indicates one. Pure. */
export function inferSemantic(
  profile: ColumnProfile,
  column: ScannedColumn,
  scan: TableScan,
  index: number,
): SemanticType | null {
  const pii = profile.pii.find((finding) => finding.ratio >= piiRatioMin);
  if (pii) return pii.kind;
  if (column.type === "string") {
    const sampled = scan.sample.map((row) => row.values[index]).filter((value) => value != null);
    const all = (shape: RegExp): boolean =>
      sampled.length > 0 && sampled.every((value) => shape.test(String(value)));
    if (all(urlShape)) return "url";
    if (all(uuidShape)) return "uuid";
  }
  return rules.find((rule) => rule.holds(profile, scan.rows))?.semantic ?? null;
}

const codeName =
  /(?:^|[_\s-])(?:ids?|zip|zip_?codes?|post_?codes?|postal_?codes?|plz|fips|isbn|ean|gtin|codes?)$/i;

/** Whether numbers measure or count something, rather than name it: not ids, codes and years. */
export function isQuantity({ name, semantic_type: semantic }: ColumnProfile): boolean {
  if (semantic === "identifier" || semantic === "year") return false;
  return !codeName.test(name) && (!joinedCodeName.test(name) || noCodeName.test(name));
}

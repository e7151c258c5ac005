/** Classifies a single cell: the evidence for distinguishing names from values. */

const currency = "[$€£¥₹]";
const numeric = String.raw`(\d+|\d{1,3}([,.' ]\d{3})+)([.,]\d+)?|[.,]\d+`;

const kinds: readonly (readonly [kind: string, shape: RegExp])[] = [
  [
    "number",
    new RegExp(`^[+-]?${currency}?\\s?-?(${numeric})(e[+-]?\\d+)?\\s?(%|${currency})?$`, "i"),
  ],
  ["number", new RegExp(`^\\(${currency}?(${numeric})\\)$`)],
  ["number", /^[<>]=?\s?\d+([.,]\d+)?$/],
  ["time", /^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?(\s?[ap]\.?m\.?)?$/i],
  [
    "date",
    /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?)?\s?([ap]m|Z|UTC|[+-]\d{2}:?\d{0,2})?$/i,
  ],
  ["date", /^\d{1,2}[- ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ,]+\d{2,4}$/i],
  ["date", /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- ]\d{2,4}$/i],
  ["boolean", /^(true|false)$/i],
  ["email", /^[^\s@,;]+@[^\s@,;]+\.[a-z]{2,}$/i],
  ["url", /^(https?|ftp):\/\/\S+$/i],
  ["address", /^(\d{1,3}\.){3}\d{1,3}(\/\d{1,2})?$/],
  ["uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ["phone", /^\+\d[\d ()./-]{6,20}$/],
];

const missingTokens = new Set([
  "",
  "-",
  ".",
  "..",
  "?",
  "na",
  "n/a",
  "#n/a",
  "n.a.",
  "null",
  "none",
]);
const moreMissing = new Set(["nan", "nil", "missing", "unknown", "\\n", "nr", "nd", "n/d"]);

/** Marks that statistical offices print instead of a figure: `*`, `**`, `--`, `—`. */
const mark = /^[*†‡~–—-]{1,4}$/;

const codeCharsMax = 24;

/**
 * The kind of a cell: `missing`, one of the table above, `code:…` with its shape for short words
 * with digits (`AB-12` is `code:A-9`), or `text`.
 */
export function kindOf(cell: string): string {
  const text = cell.trim();
  const lower = text.toLowerCase();
  if (missingTokens.has(lower) || moreMissing.has(lower) || mark.test(text)) return "missing";
  if (text.length > 80) return "text";
  const found = kinds.find(([, shape]) => shape.test(text));
  if (found) return found[0];
  if (text.length > codeCharsMax || !/\d/.test(text) || /\s/.test(text)) return "text";
  return `code:${shapeOf(text)}`;
}

/** Digits as 9, letters as A or a, with runs collapsed. */
function shapeOf(text: string): string {
  return text
    .replace(/\d+/g, "9")
    .replace(/\p{Lu}+/gu, "A")
    .replace(/\p{Ll}+/gu, "a");
}

/** Kinds of cells that are values whatever surrounds them. */
export const valueKinds: ReadonlySet<string> = new Set([
  "number",
  "date",
  "time",
  "email",
  "url",
  "uuid",
  "address",
  "phone",
]);

/** Kinds that no column name has. */
export const neverNames: ReadonlySet<string> = new Set([
  "email",
  "url",
  "uuid",
  "address",
  "phone",
]);

/** Whether a column name looks like a value; years and small integers are usual names. */
export function looksLikeValue(name: string): boolean {
  return valueKinds.has(kindOf(name)) && !/^\s*\d{1,4}\s*$/.test(name);
}

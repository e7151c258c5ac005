/** Detects the languages of a table's running text from its sampled rows. */
import type { Language } from "../../market/profile/structure-schemas.ts";
import type { SampledRow } from "./drawn-rows.ts";
import type { ScannedColumn, TableScan } from "./scan-table.ts";

/** A scan with its columns' languages by position, if they were detected. */
export type SpokenScan = TableScan & { languages?: ReadonlyMap<number, Language> };

/**
 * Mean length from which text is running text; less for scripts that write a word in one or two
 * signs.
 */
const lettersMeanMin = 40;
const signsMeanMin = 15;
/**
 * A language needs this many texts with a reliable result, and this share of agreement among them.
 */
const textsMin = 5;
const shareMin = 0.6;
const columnsMax = 20;
const readCharsMax = 300;
/** Shorter texts are misclassified too often. */
const lettersMin = 30;
const wordsMin = 5;
const signsMin = 8;

const signs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/gu;
const words = /\p{L}{2,}/gu;
/** Parts that belong to no language: addresses, tags, entities, words with digits. */
const foreign = /https?:\/\/\S+|\S+@\S+|<[^>]{1,200}>|&[a-z]{2,8};|\S*[\d_]\S*/gi;

type Detect = (text: string) => { language: string; isReliable(): boolean };

/** The languages of columns with running text, by position; only long texts are examined. */
export async function findLanguages(
  columns: readonly ScannedColumn[],
  sample: readonly SampledRow[],
): Promise<Map<number, Language>> {
  const read = columns.flatMap(({ type, stats }, index) => {
    if (type !== "string" || stats.texts.chars < stats.count * signsMeanMin) return [];
    const texts = sample.flatMap(({ values }) => proseOf(values[index]));
    const isLong = stats.texts.chars >= stats.count * lettersMeanMin;
    const judged = texts.filter(({ isSigns }) => isLong || isSigns).map(({ text }) => text);
    return judged.length < textsMin ? [] : [{ index, judged }];
  });
  const found = new Map<number, Language>();
  if (read.length === 0) return found;
  // Imported late: a megabyte of letter statistics, which few files need.
  const { eld } = await import("eld/extrasmall");
  for (const { index, judged } of read.slice(0, columnsMax)) {
    const language = languageOf(judged, eld.detect);
    if (language) found.set(index, language);
  }
  return found;
}

/** A text without the parts that belong to no language, if enough remains. */
function proseOf(value: unknown): { text: string; isSigns: boolean }[] {
  if (typeof value !== "string") return [];
  const text = value
    .slice(0, readCharsMax * 2)
    .replace(foreign, " ")
    .slice(0, readCharsMax);
  const isSigns = (text.match(signs)?.length ?? 0) >= signsMin;
  if (isSigns) return [{ text, isSigns }];
  const found = text.match(words) ?? [];
  const letters = found.reduce((sum, word) => sum + word.length, 0);
  return found.length >= wordsMin && letters >= lettersMin ? [{ text, isSigns }] : [];
}

function languageOf(texts: readonly string[], detect: Detect): Language | null {
  const counts = new Map<string, number>();
  let told = 0;
  for (const text of texts) {
    const result = detect(text);
    if (result.language === "" || !result.isReliable()) continue;
    told++;
    counts.set(result.language, (counts.get(result.language) ?? 0) + 1);
  }
  const [top] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!top || told < textsMin || told < texts.length * shareMin) return null;
  const [code, count] = top;
  if (count < told * shareMin) return null;
  return { code, share: count / told, confidence: told / texts.length, texts_read: texts.length };
}

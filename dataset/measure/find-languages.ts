/** Which languages the running text of a table is written in, by its sampled rows. */
import type { Language } from "../../market/profile/structure-schemas.ts";
import type { SampledRow } from "./drawn-rows.ts";
import type { ScannedColumn, TableScan } from "./scan-table.ts";

/** A scan with the languages of its columns by position, where they were looked for. */
export type SpokenScan = TableScan & { languages?: ReadonlyMap<number, Language> };

/** Text is running text from this mean length on; of scripts that write words in a sign or two sooner. */
const lettersMeanMin = 40;
const signsMeanMin = 15;
/** A language is told of so many texts that it could be told of, and of this share of them. */
const textsMin = 5;
const shareMin = 0.6;
const columnsMax = 20;
const readCharsMax = 300;
/** Shorter texts are too often taken for another language. */
const lettersMin = 30;
const wordsMin = 5;
const signsMin = 8;

const signs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/gu;
const words = /\p{L}{2,}/gu;
/** What is of no language. */
const foreign = /https?:\/\/\S+|\S+@\S+|<[^>]{1,200}>|&[a-z]{2,8};|\S*[\d_]\S*/gi;

type Detect = (text: string) => { language: string; isReliable(): boolean };

/** The languages of the columns with running text, by position; it is long texts alone that are judged. */
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
  // A megabyte of statistics of letters, which few files need.
  const { eld } = await import("eld/extrasmall");
  for (const { index, judged } of read.slice(0, columnsMax)) {
    const language = languageOf(judged, eld.detect);
    if (language) found.set(index, language);
  }
  return found;
}

/** A text less what is of no language, where enough of it is left. */
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

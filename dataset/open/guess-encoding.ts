/**
 * Guesses the encoding of text that is neither UTF-8 nor UTF-16, by which decoding yields words.
 */
import chardet from "chardet";
import iconv from "iconv-lite";
import { type ForeignWords, foreignWords, loadLanguageJudge } from "./language-evidence.ts";

/** In order of preference for ties; chardet's findings for other scripts come last. */
const singleByte = [
  "windows-1252",
  "iso-8859-15",
  "iso-8859-2",
  "windows-1250",
  "windows-1251",
  "koi8-r",
  "cp866",
  "cp437",
];
const multiByte = ["gb18030", "big5", "euc-kr", "euc-jp"];
/** These encodings are accepted for longer text only if they yield words of a language. */
const rarer = [
  ...["iso-8859-5", "maccyrillic", "cp855", "iso-8859-7", "windows-1253", "windows-1254"],
  ...["windows-1255", "windows-1256", "iso-8859-6", "windows-1257", "windows-874"],
  ...["cp850", "cp852", "macintosh"],
];
/**
 * Non-ASCII bytes needed to recognise a language; fewer weigh less, and too few count for nothing.
 */
const languageBytesMin = 40;
const languageBytesFull = 100;
const languageWorth = 3;
/** Share of the prior that is dropped once a language is recognised. */
const languagePrior = 0.9;
/**
 * Most files that are not UTF-8 are Western Windows files, so others must score better by this
 * much.
 */
const usualName = "windows-1252";
const usualPrior = 0.4;
/** Scores of a mark between words and of a lone letter; a letter in a word scores 1. */
const markWorth = 0.6;
const loneWorth = 0.2;
/** Most bytes to examine. */
const guessBytesMax = 64 * 1024;
const kanaShareMin = 0.1;
/** Western symbols at the codes where Central European encodings have letters. */
const latinSigns = /[¡£¥¦§©«¬®°±²³´¶¸¹»¼¾¿]/u;
const signInWord = new RegExp(`(?<=\\p{L})${latinSigns.source}(?=\\p{L})`, "gu");
/** With a larger share of them the text is not Western. */
const signsShareMax = 0.02;
/** Punctuation that is usual in any script. */
const usualMarks = /[“”‘’„–—…€£¥°©®«»·¿¡§´№、。「」・％（）]/u;

/** The encoding's name in `iconv-lite`; null if no encoding fits the bytes. */
export async function guessLegacyEncoding(bytes: Buffer): Promise<string | null> {
  const head = bytes.subarray(0, guessBytesMax);
  const words = foreignWords(head);
  const isJudged = words.highBytes >= languageBytesMin;
  const confidence = isJudged ? Math.min(1, words.highBytes / languageBytesFull) : 0;
  const judge = isJudged ? await loadLanguageJudge() : () => 0;
  const judged = candidateNames(head, words).map((name) => {
    const shape = scoreOf(head, name, usualPrior * (1 - confidence * languagePrior));
    if (shape === Number.NEGATIVE_INFINITY) return { name, score: shape };
    return {
      name,
      score: shape + languageWorth * confidence * judge(iconv.decode(words.bytes, name)),
    };
  });
  const best = judged.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > Number.NEGATIVE_INFINITY ? best.name : null;
}

/** The possible encodings; if all characters have two bytes, only East Asian ones. */
function candidateNames(head: Buffer, words: ForeignWords): string[] {
  const eastern = eastAsian(head);
  const isEastern = eastern.some((name) => !isBroken(iconv.decode(head, name)));
  if (words.isPaired && isEastern) return eastern;
  const usual = new Set([...singleByte, "shift_jis", ...eastern, ...foreign(head)]);
  return words.highBytes < languageBytesMin ? [...usual] : [...new Set([...usual, ...rarer])];
}

/** The likeliest East Asian encodings; they use the same byte ranges. */
function eastAsian(head: Buffer): string[] {
  const japanese = iconv.decode(head, "euc-jp");
  const high = japanese.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  const kana = japanese.match(/[\u3041-\u30fe]/gu)?.length ?? 0;
  const isJapanese = high > 0 && kana / high >= kanaShareMin && !isBroken(japanese);
  const found = chardet
    .analyse(head)
    .map(({ name }) => name.toLowerCase())
    .find((name) => multiByte.includes(name));
  return [...new Set([...(isJapanese ? ["euc-jp"] : []), ...(found ? [found] : [])])];
}

/** The single-byte encoding of another script that chardet ranks first: Greek, Hebrew, Arabic. */
function foreign(head: Buffer): string[] {
  const name = (chardet.detect(head) ?? "").toLowerCase();
  const isSingle = /^(windows-125|iso-8859-[2-9])/.test(name) && iconv.encodingExists(name);
  return isSingle ? [name] : [];
}

/** Whether some bytes were undecodable, except for a character that the end may cut. */
function isBroken(text: string): boolean {
  return text.slice(0, -2).includes("\ufffd");
}

/** How well the non-ASCII text forms words, at most 1; minus infinity if bytes are undecodable. */
function scoreOf(head: Buffer, name: string, prior: number): number {
  const text = iconv.decode(head, name);
  const isSingle = text.length === head.length;
  if (!isSingle && isBroken(text)) return Number.NEGATIVE_INFINITY;
  const high = head.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x80) continue;
    const worth = plausibility(text[i] ?? "", text[i - 1] ?? "", text[i + 1] ?? "");
    sum += isSingle ? worth : worth * 2;
  }
  const isUsual = name === usualName && signsInWords(text) < high * signsShareMax;
  return Math.min(1, sum / Math.max(1, high)) + (isUsual ? prior : 0);
}

/** Number of Central European letters that were read as Western symbols. */
function signsInWords(text: string): number {
  return text.match(signInWord)?.length ?? 0;
}

type Script = "latin" | "cyrillic" | "asian" | "other";

function scriptOf(character: string): Script | null {
  if (!/\p{L}/u.test(character)) return null;
  if (/\p{Script=Latin}/u.test(character)) return "latin";
  if (/\p{Script=Cyrillic}/u.test(character)) return "cyrillic";
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character)) {
    return "asian";
  }
  return "other";
}

/**
 * Scores a character: a letter among letters of its script is plausible; one among others, and most
 * symbols, are not.
 */
function plausibility(character: string, before: string, after: string): number {
  if (latinSigns.test(character) && /\p{L}/u.test(before) && /\p{L}/u.test(after)) return -2;
  if (usualMarks.test(character)) return markWorth;
  if (/[\p{Cc}\p{Cn}\p{Co}\ufffd]/u.test(character)) return -2;
  // A Thai vowel or tone mark follows a letter.
  if (/\p{M}/u.test(character)) return /[\p{L}\p{M}]/u.test(before) ? 1 : -2;
  const script = scriptOf(character);
  if (script === null) return -0.5;
  const around = [scriptOf(before), scriptOf(after)];
  if (around.some((other) => other !== null && other !== script)) return -1;
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -1;
  if (around.every((other) => other === null)) return loneWorth;
  // Accented Latin letters occur singly; runs of them are another script decoded wrongly.
  const isRow =
    script === "latin" &&
    [before, after].some((other) => /[^\p{ASCII}]/u.test(other) && other !== "");
  return isRow ? -0.5 : 1;
}

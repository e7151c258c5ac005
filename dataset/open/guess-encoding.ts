/** Guesses the encoding of text that is neither UTF-8 nor UTF-16, by which reading makes words. */
import chardet from "chardet";
import iconv from "iconv-lite";
import { type ForeignWords, foreignWords, loadLanguageJudge } from "./language-evidence.ts";

/** In the order in which they win a tie; what chardet finds in other scripts comes last. */
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
/** Of these, text of some length is read only where it makes words of a language. */
const rarer = [
  ...["iso-8859-5", "maccyrillic", "cp855", "iso-8859-7", "windows-1253", "windows-1254"],
  ...["windows-1255", "windows-1256", "iso-8859-6", "windows-1257", "windows-874"],
  ...["cp850", "cp852", "macintosh"],
];
/** So many bytes beyond ASCII tell a language; fewer weigh less, and too few say nothing. */
const languageBytesMin = 40;
const languageBytesFull = 100;
const languageWorth = 3;
/** So much of the prior goes where a language speaks. */
const languagePrior = 0.9;
/** Most files that are not UTF-8 are of Windows in the west: others must read better by so much. */
const usualName = "windows-1252";
const usualPrior = 0.4;
/** What a mark between words and a letter that stands alone are worth; a letter in a word is worth 1. */
const markWorth = 0.6;
const loneWorth = 0.2;
/** So many bytes tell an encoding. */
const guessBytesMax = 64 * 1024;
const kanaShareMin = 0.1;
/** Signs of the west in whose places the languages of central Europe have letters. */
const latinSigns = /[¡£¥¦§©«¬®°±²³´¶¸¹»¼¾¿]/u;
const signInWord = new RegExp(`(?<=\\p{L})${latinSigns.source}(?=\\p{L})`, "gu");
/** With more of them the text is not of the west. */
const signsShareMax = 0.02;
/** Punctuation that is usual in text of any script. */
const usualMarks = /[“”‘’„–—…€£¥°©®«»·¿¡§´№、。「」・％（）]/u;

/** The name of the encoding as `iconv-lite` knows it; null where none reads the bytes. */
export async function guessLegacyEncoding(bytes: Buffer): Promise<string | null> {
  const head = bytes.subarray(0, guessBytesMax);
  const words = foreignWords(head);
  const isTold = words.highBytes >= languageBytesMin;
  const told = isTold ? Math.min(1, words.highBytes / languageBytesFull) : 0;
  const judge = isTold ? await loadLanguageJudge() : () => 0;
  const judged = candidateNames(head, words).map((name) => {
    const shape = scoreOf(head, name, usualPrior * (1 - told * languagePrior));
    if (shape === Number.NEGATIVE_INFINITY) return { name, score: shape };
    return { name, score: shape + languageWorth * told * judge(iconv.decode(words.bytes, name)) };
  });
  const best = judged.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > Number.NEGATIVE_INFINITY ? best.name : null;
}

/** The encodings that may be; characters of two bytes each leave no other. */
function candidateNames(head: Buffer, words: ForeignWords): string[] {
  const eastern = eastAsian(head);
  const isEastern = eastern.some((name) => !isBroken(iconv.decode(head, name)));
  if (words.isPaired && isEastern) return eastern;
  const usual = new Set([...singleByte, "shift_jis", ...eastern, ...foreign(head)]);
  return words.highBytes < languageBytesMin ? [...usual] : [...new Set([...usual, ...rarer])];
}

/** The East Asian encodings that are likeliest; their characters fill the same bytes. */
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

/** A single-byte encoding of a further script that chardet finds first: Greek, Hebrew, Arabic. */
function foreign(head: Buffer): string[] {
  const name = (chardet.detect(head) ?? "").toLowerCase();
  const isSingle = /^(windows-125|iso-8859-[2-9])/.test(name) && iconv.encodingExists(name);
  return isSingle ? [name] : [];
}

/** Whether bytes were no character, but for one that the end may cut. */
function isBroken(text: string): boolean {
  return text.slice(0, -2).includes("\ufffd");
}

/** How much of what is not ASCII makes words, at most 1; minus infinity where bytes are none. */
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

/** Letters of central Europe that are read as signs of the west. */
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

/** A letter among letters of its script is right; one among others, and most signs, are not. */
function plausibility(character: string, before: string, after: string): number {
  if (latinSigns.test(character) && /\p{L}/u.test(before) && /\p{L}/u.test(after)) return -2;
  if (usualMarks.test(character)) return markWorth;
  if (/[\p{Cc}\p{Cn}\p{Co}\ufffd]/u.test(character)) return -2;
  // A vowel or a tone of Thai stands on a letter.
  if (/\p{M}/u.test(character)) return /[\p{L}\p{M}]/u.test(before) ? 1 : -2;
  const script = scriptOf(character);
  if (script === null) return -0.5;
  const around = [scriptOf(before), scriptOf(after)];
  if (around.some((other) => other !== null && other !== script)) return -1;
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -1;
  if (around.every((other) => other === null)) return loneWorth;
  // Accented letters of Latin stand alone; rows of them are another script, read wrongly.
  const isRow =
    script === "latin" &&
    [before, after].some((other) => /[^\p{ASCII}]/u.test(other) && other !== "");
  return isRow ? -0.5 : 1;
}

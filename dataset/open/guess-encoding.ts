/** Guesses the encoding of text that is neither UTF-8 nor UTF-16, by which reading makes words. */
import chardet from "chardet";
import iconv from "iconv-lite";

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
export function guessLegacyEncoding(bytes: Buffer): string | null {
  const head = bytes.subarray(0, guessBytesMax);
  const names = [...new Set([...singleByte, "shift_jis", ...eastAsian(head), ...foreign(head)])];
  const judged = names.map((name) => ({ name, score: scoreOf(head, name) }));
  const best = judged.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > Number.NEGATIVE_INFINITY ? best.name : null;
}

/** The East Asian encoding that chardet finds likeliest; their characters fill the same bytes. */
function eastAsian(head: Buffer): string[] {
  const japanese = iconv.decode(head, "euc-jp");
  const high = japanese.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  const kana = japanese.match(/[\u3041-\u30fe]/gu)?.length ?? 0;
  if (high > 0 && kana / high >= kanaShareMin && !isBroken(japanese)) return ["euc-jp"];
  const found = chardet
    .analyse(head)
    .map(({ name }) => name.toLowerCase())
    .find((name) => multiByte.includes(name));
  return found ? [found] : [];
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
function scoreOf(head: Buffer, name: string): number {
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
  return Math.min(1, sum / Math.max(1, high)) + (isUsual ? usualPrior : 0);
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

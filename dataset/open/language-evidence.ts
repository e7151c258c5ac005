/** Measures how well a decoding yields words of a language, by the letter statistics of `eld`. */

/** Non-ASCII letters of each language; others in its text indicate a wrong decoding. */
const letters: Readonly<Record<string, string>> = {
  ca: "àçéèíïóòúü",
  cs: "áčďéěíňóřšťúůýž",
  da: "æøåé",
  de: "äöüß",
  es: "áéíñóúü",
  et: "äöõüšž",
  fi: "äöåšž",
  fr: "àâæçéèêëîïôœùûüÿ",
  hr: "čćđšž",
  hu: "áéíóöőúüű",
  is: "áðéíóúýþæö",
  it: "àèéìíîòóùú",
  lt: "ąčęėįšųūž",
  lv: "āčēģīķļņšūž",
  nl: "áéëíïóöúüè",
  no: "æøåéòô",
  pl: "ąćęłńóśźż",
  pt: "áâãàçéêíóôõúü",
  ro: "ăâîșşțţ",
  sk: "áäčďéíĺľňóôŕšťúýž",
  sl: "čšž",
  sq: "çë",
  sv: "åäöé",
  tr: "çğıiöşüâîû̇",
};
/** Bytes between words in all encodings: bytes after a lead byte are 0x30 or more. */
const betweenWords = /[^0-9@-\xff]+/;
/** By chance, this many runs all have even length once in a million times. */
const pairedRunsMin = 20;
const wordBytesMax = 3000;

/** Words with non-ASCII bytes, and the number of these bytes. */
export type ForeignWords = {
  bytes: Buffer;
  highBytes: number;
  /** Whether non-ASCII bytes always come in pairs, which only East Asian encodings do. */
  isPaired: boolean;
};

/** The first words that help to recognise an encoding, without the bytes between them. */
export function foreignWords(head: Buffer): ForeignWords {
  const words: string[] = [];
  let length = 0;
  for (const word of head.toString("latin1").split(betweenWords)) {
    if (!/[\x80-\xff]/.test(word)) continue;
    words.push(word);
    length += word.length + 1;
    if (length > wordBytesMax) break;
  }
  const text = words.join(" ");
  const runs = text.match(/[\x80-\xff]+/g) ?? [];
  const highBytes = runs.reduce((sum, run) => sum + run.length, 0);
  const isPaired = runs.length >= pairedRunsMin && runs.every((run) => run.length % 2 === 0);
  return { bytes: Buffer.from(text, "latin1"), highBytes, isPaired };
}

/** Hebrew decoded as Russian consists of capitals. */
const shoutedCost = 0.1;
const shoutedShare = 0.8;
const strayShareMax = 0.02;
/**
 * Few letters distinguish Hungarian from a wrong decoding of it, so each foreign letter costs more.
 */
const strictness = 3;

/**
 * Whether vowel marks, which scripts such as Thai place above or below letters, occur on their own.
 */
function hasStrayMarks(text: string): boolean {
  const marks = text.match(/\p{M}/gu)?.length ?? 0;
  const stray = text.match(/(?<![\p{L}\p{M}])\p{M}/gu)?.length ?? 0;
  return stray > marks * strayShareMax;
}

function isShouted(text: string): boolean {
  const cased = text.match(/\p{Lu}|\p{Ll}/gu) ?? [];
  const large = cased.filter((letter) => /\p{Lu}/u.test(letter)).length;
  return large > cased.length * shoutedShare;
}

type Detect = (text: string) => { language: string; getScores(): Record<string, number> };

/** Loads the judge of decodings: 0 for no language to about 1. Its statistics take a megabyte. */
export async function loadLanguageJudge(): Promise<(text: string) => number> {
  const { eld } = await import("eld/extrasmall");
  return (text) => languageShare(text, eld.detect);
}

function languageShare(text: string, detect: Detect): number {
  if (hasStrayMarks(text)) return 0;
  const found = detect(text);
  const score = (found.getScores()[found.language] ?? 0) - (isShouted(text) ? shoutedCost : 0);
  const own = letters[found.language];
  if (own === undefined) return score;
  const foreign = text.toLowerCase().match(/(?!\p{ASCII})\p{L}/gu) ?? [];
  const usual = foreign.filter((letter) => own.includes(letter)).length;
  return foreign.length === 0 ? score : score * (usual / foreign.length) ** strictness;
}

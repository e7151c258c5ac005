/** How well a reading of bytes makes words of a language, by the statistics of letters of `eld`. */

/** Letters beyond ASCII that a language writes; others in a text of it come of a wrong reading. */
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
/** Bytes that stand between words in all encodings of text: what follows a lead byte is 0x30 or more. */
const betweenWords = /[^0-9@-\xff]+/;
/** By chance so many runs of bytes are all of even length once in a million times. */
const pairedRunsMin = 20;
const wordBytesMax = 3000;

/** The words of some bytes that hold more than ASCII, and how many bytes of them are. */
export type ForeignWords = {
  bytes: Buffer;
  highBytes: number;
  /** Whether they come in twos everywhere, as those of East Asia and no others do. */
  isPaired: boolean;
};

/** The first words that tell an encoding, without what stands between them. */
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

/** Hebrew that is read as Russian is all of large letters. */
const shoutedCost = 0.1;
const shoutedShare = 0.8;
const strayShareMax = 0.02;
/** Few of its letters tell Hungarian from a wrong reading of it, so that each other one costs much. */
const strictness = 3;

/** In a script with vowels above and below its letters, such as Thai, they never stand alone. */
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

/** The judge of readings: from 0 for no language to about 1. Its statistics take a megabyte. */
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

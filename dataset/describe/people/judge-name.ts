/** Judges a single text as a person's name. Pure. */
import { FAMILY, foldName, GIVEN, usesOf } from "./name-table.ts";

/**
 * `full`: a given name and a further name; `given` and `family`: one word that is such a name;
 * `shaped`: words that could be a name but are in no list; null: no name.
 */
export type NameLikeness = "full" | "given" | "family" | "shaped" | null;

const charsMax = 60;
const wordsMax = 6;

const titles = new Set(
  (
    "mr mrs ms miss mx dr prof professor sir dame lord lady hon honourable rev reverend fr sen senator rep " +
    "gov governor president judge justice sgt sergeant captain capt col gen lt major officer police policeman " +
    "deputy sheriff marshal trooper detective eng mp mla phd md esq jr sr ii iii iv herr frau monsieur madame " +
    "mme sr sra don dona ing rndr judr mudr mgr bc doc csc baron baroness viscount earl king queen prince"
  ).split(" "),
);
/** Parts of names that are no names of their own. */
const particles = new Set(
  "de da do dos das del della di du la le el al bin binti ben ibn van von vom der den ter ten te zu zum af av y e st o d l mac mc".split(
    " ",
  ),
);
/** Words of organisations, places and products. */
const others = new Set(
  (
    "the and of for in at by with from on to or not no a an und et inc llc ltd gmbh corp co company group bank club " +
    "team school college university universidad universidade institute academy hospital clinic church center centre " +
    "county city town village park national international intl airport street road avenue river lake mountain " +
    "mount island islands bay beach valley hills north south east west northern southern eastern western new old " +
    "great red blue green black white pale ale beer lager ipa stout wine house home office department ministry " +
    "council committee party union association society foundation museum library theatre store shop market " +
    "restaurant cafe hotel brewing brewery airlines airways air records music film movie show series season " +
    "memorial general hms uss rms state states united republic district region province municipal regional community public " +
    "services service systems solutions technologies industries holdings international"
  ).split(" "),
);

/** Endings that few words but family names and patronymics have. */
const familyEnding =
  /\p{L}{2}(?:enko|vich|vych|sson|dottir|shvili|adze|opoulos|escu|ski|ska|sky|skaya|skii|cki|cka|czyk|wicz|енко|ович|евич|івна|овна|евна|ична|ов|ова|ев|ева|єв|єва|ин|ина|ін|іна|ский|ская|ський|ська|цкий|цкая|чук|юк|ук|ян|дзе|швили)$/u;

/** Given names that are as often something else: alone they prove nothing. */
const ambiguous = new Set(
  (
    "january february march april may june july august september october november december monday tuesday wednesday " +
    "thursday friday saturday sunday spring summer autumn winter ruby scarlet violet olive navy teal amber ivory rose red " +
    "blue green gray grey brown black white pink coral crystal diamond emerald jade pearl opal silver gold golden lily iris " +
    "daisy jasmine poppy ginger sage basil rosemary florence austin charlotte jackson paris houston sydney berlin london " +
    "vienna milan roma rome lincoln madison savannah dallas denver phoenix orlando aurora lima sofia santiago victoria " +
    "adelaide brisbane hamilton georgia virginia carolina dakota montana indiana alabama china india jordan chad israel " +
    "ireland america asia europe africa kenya cuba brooklyn chelsea york mercedes ford porsche lexus chanel prada dior " +
    "aries gemini leo virgo libra mercury venus mars jupiter saturn apollo star angel king prince duke earl baron major " +
    "hope faith joy art will rich chase grant page cliff rusty stone wood"
  ).split(" "),
);

const nameText = /^[\p{L}\p{M}\s.,'’"“”()/_-]+$/u;
const capitalised = /^\p{Lu}|^\p{Lo}/u;
const eastAsian = /^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4})$/u;

function judgeEastAsian(text: string): NameLikeness {
  const isFamily = [1, 2].some((length) => (usesOf(text.slice(0, length)) & FAMILY) !== 0);
  return isFamily ? "full" : null;
}

/** How much a text looks like a person's name. */
export function judgeName(value: string): NameLikeness {
  const text = value.trim();
  if (text.length < 2 || text.length > charsMax || !nameText.test(text)) return null;
  if (eastAsian.test(text)) return judgeEastAsian(text);
  const isLower = text === text.toLowerCase();
  const words = text.split(/[^\p{L}\p{M}'’-]+|[-_](?=\p{Ll}{3})/u).filter((word) => word !== "");
  const untitled = words.filter((word) => !titles.has(foldName(word)));
  const kept = untitled.length === 0 ? words : untitled;
  if (kept.length > wordsMax) return null;
  let given = 0;
  let family = 0;
  let unknown = 0;
  let initials = 0;
  for (const word of kept) {
    const folded = foldName(word);
    if (others.has(folded)) return null;
    const uses = usesOfParts(folded);
    if (folded.length === 1) initials++;
    else if ((uses & GIVEN) !== 0) given++;
    else if ((uses & FAMILY) !== 0 || familyEnding.test(folded)) family++;
    else if (particles.has(folded)) continue;
    else if (isLower || capitalised.test(word)) unknown++;
    else return null;
  }
  if (isLower && unknown > 0) return null;
  if (given + family + unknown + initials === 1) {
    if (kept.some((word) => ambiguous.has(foldName(word)))) return "shaped";
    return given ? "given" : family ? "family" : "shaped";
  }
  if (given >= 2 || (given === 1 && family > 0 && unknown <= 1)) return "full";
  if (given === 1 && unknown + initials > 0 && unknown <= 2)
    return unknown === 0 ? "full" : "shaped";
  return initials > 0 && family > 0 && unknown === 0
    ? "full"
    : family + unknown <= 4
      ? "shaped"
      : null;
}

/** A word's uses, or those of its parts: `Jean-Luc`, `O'Neill`. */
function usesOfParts(folded: string): number {
  const whole = usesOf(folded.replaceAll(/['’-]/g, ""));
  if (whole !== 0 || !/['’-]/.test(folded)) return whole;
  return folded.split(/['’-]/).reduce((uses, part) => uses | usesOf(part), 0);
}

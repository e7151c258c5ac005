/** Decides by the judged values and the column's name whether a column has names of people. Pure. */
import { judgeName, type NameLikeness } from "./judge-name.ts";

/** Shares of a column's values, from 0 to 1. */
export type NameShares = {
  full: number;
  given: number;
  family: number;
  shaped: number;
  /** Values that are names if the column is one of names. */
  named: number;
  /** Numbers of values and of different ones. */
  count: number;
  distinct: number;
};

/**
 * What a column's name says: `part` names a part of a person's name, `person` a person, `other` a
 * thing or place.
 */
export type NameHint = "part" | "person" | "open" | "other";

/** If none of the first values is a name, the others are not judged. */
const firstValues = 20;

export function nameSharesOf(texts: readonly string[]): NameShares | null {
  const counts = { full: 0, given: 0, family: 0, shaped: 0 };
  const judged = new Map<string, NameLikeness>();
  for (const [at, text] of texts.entries()) {
    const known = judged.get(text);
    const likeness = known === undefined ? judgeName(text) : known;
    judged.set(text, likeness);
    if (likeness) counts[likeness]++;
    if (at + 1 === firstValues && counts.full + counts.given + counts.family === 0) return null;
  }
  const of = (count: number): number => count / texts.length;
  return {
    full: of(counts.full),
    given: of(counts.given),
    family: of(counts.family),
    shaped: of(counts.shaped),
    named: of(counts.full + counts.given + counts.family + counts.shaped),
    count: texts.length,
    distinct: judged.size,
  };
}

const partWords = new Set(
  (
    "firstname lastname surname surnames forename forenames givenname familyname middlename maidenname nickname " +
    "fullname vorname vornamen nachname familienname prenom prénom prenoms prénoms apellido apellidos nombres cognome " +
    "sobrenome fornavn etternavn efternavn förnamn efternamn voornaam achternaam imie imię nazwisko jmeno jméno prijmeni " +
    "příjmení meno priezvisko etunimi sukunimi keresztnév vezetéknév фамилия имя отчество прізвище ім'я фио піб"
  ).split(" "),
);
const partBefore = new Set("first last given family middle maiden sur fore full legal".split(" "));
const personWords = new Set(
  (
    "name names nombre nombres nom nome naam namn navn person people player athlete author authors writer writers director " +
    "actor actress performer cast artist painter member members candidate candidates contestant employee staff customer " +
    "contact guest guests subject judge justice defendant plaintiff winner laureate appointee owner president governor " +
    "senator representative legislator politician minister mayor chair sender receiver recipient driver rider pilot " +
    "coach manager teacher student pupil patient doctor physician nurse client passenger user username applicant tenant " +
    "borrower donor speaker host victim suspect officer soldier veteran inventor scientist professor researcher astronaut " +
    "king monarch leader founder ceo cand speaker attendee participant voter resident holder signatory reviewer editor"
  ).split(" "),
);
const otherWords = new Set(
  (
    "product item brand make model company business firm organization organisation org institution agency department dept " +
    "city town village place municipality comune constituency county state province country region area district street " +
    "road address station airport port school university college hospital church team club league party song album track " +
    "title film movie show series episode book journal publisher band genre species animal breed plant color colour " +
    "product product category type style sport event mission rocket volcano mountain river lake store shop restaurant brewery " +
    "beer wine dish variable language currency month day sign zodiac project repository domain host " +
    "conference venue stadium ship vessel car vehicle drug disease security ticker fund bank occupation profession position " +
    "job nationality ethnicity religion status agrupacion escuela circuito seccion partido distrito county"
  ).split(" "),
);

export function nameHintOf(words: readonly string[]): NameHint {
  if (words.some((word) => partWords.has(word))) return "part";
  if (words.some((word) => otherWords.has(word))) return "other";
  const phrase = words.some((word, at) => partBefore.has(word) && isNameWord(words[at + 1]));
  if (phrase || (words.length <= 2 && words.some((word) => word === "first" || word === "last"))) {
    return "part";
  }
  return words.some((word) => personWords.has(word)) ? "person" : "open";
}

function isNameWord(word: string | undefined): boolean {
  return word === "name" || word === "names";
}

/** At least so many different given names, because months and colours have a few. */
const givenDistinctMin = 4;
/** Codes such as rain, sun and snow are given names too, but few for many rows. */
const openDistinct = { shareMin: 0.2, enough: 10 };

/** Whether values with these shares are names of people. */
export function namesPeople(shares: NameShares, hint: NameHint): boolean {
  const { full, given, family, named, count, distinct } = shares;
  const known = full + given + family;
  if (hint === "other") return false;
  if (hint === "part") return named >= 0.7 && (known >= 0.05 || distinct >= 5);
  if (hint === "person" && full >= 0.3 && named >= 0.6) return true;
  if (full >= 0.5 && named >= 0.7) return true;
  const isGiven = given >= (hint === "person" ? 0.7 : 0.8);
  if (!isGiven || named < 0.8 || distinct < givenDistinctMin) return false;
  return (
    hint === "person" || distinct >= Math.min(openDistinct.enough, count * openDistinct.shareMin)
  );
}

/**
 * Finds names and addresses of people. They have no fixed format, so the column's name and words
 * decide.
 */
import { wordsOf } from "../measure/personal/column-words.ts";

/** The kind of personal data that a column may hold, with a confidence from 0 to 1. */
export type PeopleFinding = { what: "names" | "postal addresses"; confidence: number };

const judgedValuesMin = 5;
const namedShareMin = 0.7;
const plainShareMin = 0.7;
const addressShareMin = 0.4;

const nameWord =
  /^(?:(?:first|last|given|family|middle|full|maiden|fore|sur|nick)names?|surnames?|vorname|nachname|prenom|apellidos?|cognome)$/;
const namePhrase =
  /\b(?:first|last|given|family|middle|full|maiden|legal|nom de) (?:name|famille)\b|\b(?:patient|customer|client|employee|author|contact|passenger|student|teacher|owner|user|person|guest|applicant|tenant|driver|doctor|cardholder|recipient|sender) (?:full )?name\b/;
/** One to four capitalised words, as in names of people: `Ada`, `J. R. de la Cruz`. */
const nameShape =
  /^(?:\p{Lu}[\p{L}'’.-]*|d[aeiou]s?|del|della|la|van|von|der|den|bin|al|y|e)(?:,? (?:\p{Lu}[\p{L}'’.-]*|d[aeiou]s?|del|della|la|van|von|der|den|bin|al|y|e)){0,4}$/u;

const addressWord =
  /^(?:address|addr|street|streetaddress|strasse|straße|adresse|direccion|domicilio|indirizzo)$/;
const otherAddress = new Set(
  "ip mac mail email e web url wallet memory contract host hardware bitcoin".split(" "),
);
/** A number before or after a street name: `12 Main St`, `Lange Gasse 7a`. */
const numberedShape = /^\d{1,5}[A-Za-z]?,? \p{L}{2}|\p{L}{3,}\.? \d{1,4} ?[A-Za-z]?(?:,|$)/u;
const streetShape =
  /^\d{1,5}[A-Za-z]? (?:[\p{L}\d.'’-]+ ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Terrace|Highway|Hwy|Parkway|Pkwy)\b|^(?:[\p{L}.-]+ )?\p{L}*(?:straße|strasse|str\.|weg|platz|allee|gasse|laan|straat|gade|gatan) \d|^(?:\d{1,4},? )?(?:rue|avenue|calle|via|rua|ulica|ul\.) \p{L}/iu;

function shareOf(texts: readonly string[], shape: RegExp): number {
  return texts.filter((text) => shape.test(text.trim())).length / texts.length;
}

/** Checks a text column by its name and some of its values. */
export function findPeople(columnName: string, sample: readonly unknown[]): PeopleFinding | null {
  const texts = sample.filter((value): value is string => typeof value === "string");
  if (texts.length < judgedValuesMin) return null;
  const words = wordsOf(columnName);
  const phrase = words.join(" ");
  const isName = words.some((word) => nameWord.test(word)) || namePhrase.test(phrase);
  if (isName && shareOf(texts, nameShape) >= namedShareMin) {
    return { what: "names", confidence: 0.9 };
  }
  const streets = shareOf(texts, streetShape);
  const isAddress =
    words.some((word) => addressWord.test(word)) && !words.some((word) => otherAddress.has(word));
  if (isAddress && Math.max(streets, shareOf(texts, numberedShape)) >= addressShareMin) {
    return { what: "postal addresses", confidence: 0.9 };
  }
  return streets >= plainShareMin ? { what: "postal addresses", confidence: 0.6 } : null;
}

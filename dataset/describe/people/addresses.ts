/** Finds postal addresses in a text column. Pure. */
import { wordsOf } from "../../measure/personal/column-words.ts";

const judgedValuesMin = 5;
const plainShareMin = 0.7;
const addressShareMin = 0.4;

const addressWord =
  /^(?:address|addr|addressline|street|streetaddress|strasse|straße|adresse|anschrift|direccion|dirección|domicilio|indirizzo|endereco|endereço|morada|logradouro|rua|adres|adresa|adresas|adress|gatuadress|osoite|ulica|ulice|cím|alamat|адрес|адреса|улица|地址|住址|住所|주소|عنوان|آدرس)$/u;
const otherAddress = new Set(
  "ip mac mail email e web url wallet memory contract host hardware bitcoin token account".split(
    " ",
  ),
);
/** A number before or after a street name: `12 Main St`, `Lange Gasse 7a`. */
const numberedShape = /^\d{1,5}[A-Za-z]?,? \p{L}{2}|\p{L}{3,}\.? \d{1,4} ?[A-Za-z]?(?:,|$)/u;
/** In any order, `Flat 3, Old Mill Road`; or in Chinese. */
const wordsAndNumber = /^(?=.*\p{L}{2})(?=.*\d).*\S[ ,]+\S|\p{Script=Han}{4}/su;
/** Words of columns whose house numbers may be in another column. */
const streetColumn = /^(?:street|strasse|straße|rua|logradouro|ulica|ulice|улица)$/;
const wordShape = /\p{L}{3}/u;

/** The postal service's names of streets, in their usual spellings. */
const streetWords = new Set(
  (
    "street st avenue ave road rd boulevard blvd lane ln drive dr court ct terrace terr highway hwy parkway pkwy way trail " +
    "circle place plaza square loop alley crossing junction hill hills view ridge run path pass point points park parks " +
    "walk row bend route turnpike pike grove glen meadow meadows gardens mews close crescent cove ranch track center " +
    "mill springs valley village vista fork field estates creek corner brook bridge bluff harbor haven island knoll " +
    "lake landing lodge manor orchard passage shore shores spur summit trace tunnel well wells mountain inlet extension " +
    "expressway divide curve crest causeway camp bypass branch freeway flat flats ferry falls forest fort heights " +
    "hollow mall mission neck pine pines plain plains port prairie rapids rest river roads skyway stream throughway union"
  ).split(" "),
);
/** A street word follows one to four words of the street's name. */
const streetNameWordsMax = 4;
const houseNumber = /^\d{1,5}[A-Za-z]?$/;
const streetNameWord = /^[\p{L}\d.'’-]+$/u;

/** `12 Old Mill Road`. Without a large regular expression, which takes 5 ms to compile. */
function isNumberedStreet(text: string): boolean {
  const words = text.split(" ", streetNameWordsMax + 2);
  if (!houseNumber.test(words[0] ?? "")) return false;
  for (const [at, word] of words.entries()) {
    if (at >= 2 && streetWords.has((/^\p{L}+/u.exec(word)?.[0] ?? "").toLowerCase())) return true;
    if (at >= 1 && !streetNameWord.test(word)) return false;
  }
  return false;
}

const streetShape =
  /^(?:[\p{L}.-]+ )?\p{L}*(?:straße|strasse|str\.|weg|platz|allee|gasse|laan|straat|gade|gatan) \d|^(?:\d{1,4},? )?(?:rue|avenue|calle|via|rua|ulica|ul\.) \p{L}/iu;

function isStreet(text: string): boolean {
  return text.includes(" ") && (isNumberedStreet(text) || streetShape.test(text));
}

/** What an address may look like if the column's name says that it is one. */
function namedShapeOf(words: readonly string[], aboutPeople: boolean): (text: string) => boolean {
  if (!aboutPeople) return (text) => numberedShape.test(text);
  if (words.some((word) => streetColumn.test(word))) return (text) => wordShape.test(text);
  return (text) => numberedShape.test(text) || wordsAndNumber.test(text);
}

/** A house number and capitalised words, as most of a column about people. */
const plainStreetShape = /^\d{1,5}[A-Za-z]?,? (?:\p{Lu}[\p{L}.'’-]+ ?){1,4}$/u;
const plainStreetShareMin = 0.9;

function shareOf(texts: readonly string[], isOne: (text: string) => boolean): number {
  return texts.filter((text) => isOne(text.trim())).length / texts.length;
}

/**
 * The share of postal addresses, null if the column has none. Without the column's name, they are
 * people's only if the table is about people.
 */
export function findAddresses(
  columnName: string,
  texts: readonly string[],
  aboutPeople: boolean,
): number | null {
  if (texts.length < judgedValuesMin) return null;
  const words = wordsOf(columnName);
  const streets = shareOf(texts, isStreet);
  const isAddress =
    words.some((word) => addressWord.test(word)) && !words.some((word) => otherAddress.has(word));
  const named = isAddress ? shareOf(texts, namedShapeOf(words, aboutPeople)) : 0;
  const share = Math.max(streets, named);
  if (isAddress) return share >= addressShareMin ? share : null;
  if (!aboutPeople) return null;
  if (streets >= plainShareMin) return streets;
  const plain = shareOf(texts, (text) => plainStreetShape.test(text));
  return plain >= plainStreetShareMin ? plain : null;
}

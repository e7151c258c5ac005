/** Finds postal addresses in a text column. Pure. */
import { wordsOf } from "../../measure/personal/column-words.ts";

const judgedValuesMin = 5;
const plainShareMin = 0.7;
const addressShareMin = 0.4;

const addressWord =
  /^(?:address|addr|street|streetaddress|strasse|straße|adresse|direccion|domicilio|indirizzo)$/;
const otherAddress = new Set(
  "ip mac mail email e web url wallet memory contract host hardware bitcoin".split(" "),
);
/** A number before or after a street name: `12 Main St`, `Lange Gasse 7a`. */
const numberedShape = /^\d{1,5}[A-Za-z]?,? \p{L}{2}|\p{L}{3,}\.? \d{1,4} ?[A-Za-z]?(?:,|$)/u;
/** The postal service's names of streets, in their usual spellings. */
const streetWords =
  "Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Terrace|Terr|Highway|Hwy|Parkway|Pkwy|Way|Trail|" +
  "Circle|Place|Plaza|Square|Loop|Alley|Crossing|Junction|Hill|Hills|View|Ridge|Run|Path|Pass|Point|Points|Park|Parks|" +
  "Walk|Row|Bend|Route|Turnpike|Pike|Grove|Glen|Meadow|Meadows|Gardens|Mews|Close|Crescent|Cove|Ranch|Track|Center|" +
  "Mill|Springs|Valley|Village|Vista|Fork|Field|Estates|Creek|Corner|Brook|Bridge|Bluff|Harbor|Haven|Island|Knoll|" +
  "Lake|Landing|Lodge|Manor|Orchard|Passage|Shore|Shores|Spur|Summit|Trace|Tunnel|Well|Wells|Mountain|Inlet|Extension|" +
  "Expressway|Divide|Curve|Crest|Causeway|Camp|Bypass|Branch|Freeway|Flat|Flats|Ferry|Falls|Forest|Fort|Heights|" +
  "Hollow|Mall|Mission|Neck|Pine|Pines|Plain|Plains|Port|Prairie|Rapids|Rest|River|Roads|Skyway|Stream|Throughway|Union";
const streetShape = new RegExp(
  `^\\d{1,5}[A-Za-z]? (?:[\\p{L}\\d.'’-]+ ){1,4}(?:${streetWords})\\b` +
    "|^(?:[\\p{L}.-]+ )?\\p{L}*(?:straße|strasse|str\\.|weg|platz|allee|gasse|laan|straat|gade|gatan) \\d" +
    "|^(?:\\d{1,4},? )?(?:rue|avenue|calle|via|rua|ulica|ul\\.) \\p{L}",
  "iu",
);

/** A house number and capitalised words, as most of a column about people. */
const plainStreetShape = /^\d{1,5}[A-Za-z]?,? (?:\p{Lu}[\p{L}.'’-]+ ?){1,4}$/u;
const plainStreetShareMin = 0.9;

function shareOf(texts: readonly string[], shape: RegExp): number {
  return texts.filter((text) => shape.test(text.trim())).length / texts.length;
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
  const streets = shareOf(texts, streetShape);
  const isAddress =
    words.some((word) => addressWord.test(word)) && !words.some((word) => otherAddress.has(word));
  const share = Math.max(streets, isAddress ? shareOf(texts, numberedShape) : 0);
  if (isAddress) return share >= addressShareMin ? share : null;
  if (!aboutPeople) return null;
  if (streets >= plainShareMin) return streets;
  const plain = shareOf(texts, plainStreetShape);
  return plain >= plainStreetShareMin ? plain : null;
}

/** The countries of a dataset's text. Pure. */
import { countriesIn, nationalitiesIn } from "../../facts/countries.ts";
import type { Places } from "../rules.ts";

/** More words would cost time: the first ones say what a dataset is about. */
const placeTextCharsMax = 600;

const worldwide =
  /\b(?:world(?:wide|'s)?|global(?:ly)?|international|countr(?:y|ies)|nations?|continents?)\b/i;
const countryColumn = /^(?:country|countries|nation|iso_?a?[23]|country_?(?:code|name|iso)?)$/;

/** The places of a text, without those of the data. */
export function placesIn(text: string, columnNames: readonly string[]): Omit<Places, "countries"> {
  const part = text.slice(0, placeTextCharsMax);
  return {
    namedCountries: countriesIn(part).codes,
    nationalities: nationalitiesIn(part),
    isWorldwide: worldwide.test(part) || columnNames.some((name) => countryColumn.test(name)),
  };
}

/** How the countries of a query and those of a dataset are compared. */
import { expect, test } from "bun:test";
import { nationalitiesIn } from "../../../market/facts/countries.ts";
import { placesIn } from "../../../market/search/interpret/places.ts";
import { matchCountries } from "../../../market/search/rules.ts";

const lynx = "Annual Canadian Lynx trappings 1821-1934";

test.each<[text: string, asked: string, kind: string]>([
  ["Violent crime rates by US state", "US", "text"],
  ["Violent crime rates by US state", "CA", "others"],
  [lynx, "CA", "unknown"],
  [lynx, "SE", "unnamed"],
  ["Coffee production by country", "SE", "unknown"],
])("%s, asked for %s: %s", (text, asked, kind) => {
  const places = { countries: null, ...placesIn(text, []) };
  expect(matchCountries([asked], true, places).kind).toBe(kind as "text");
});

test("countries of the data and a column of countries count more than the text", () => {
  const text = "Rates by US state";
  const of = (countries: string[] | null, columns: string[] = []) =>
    matchCountries(["CA"], true, { countries, ...placesIn(text, columns) }).kind;
  expect([of(["CA", "US"]), of(["US"])]).toEqual(["data", "others"]);
  expect(
    matchCountries(["CA"], true, { countries: null, ...placesIn("Rates", ["country"]) }).kind,
  ).toBe("unknown");
});

test("nationalities are words of their own", () => {
  expect([...nationalitiesIn("Swiss and British data, englishmen")]).toEqual(["CH", "GB"]);
});

/**
 * The expansion of a word: synonyms, broader words and translations, in the sense used for data.
 */
import { describe, expect, test } from "bun:test";
import { planQuery } from "../../../market/search/plan.ts";

const options = { interpret: true, now: new Date("2026-11-22T12:00:00Z") };

/** The alternatives of each search term, without the typed words. */
function alternatives(query: string): string[] {
  return planQuery(query, options).concepts.flatMap(({ alternatives: all }) =>
    all.filter(({ kind }) => kind !== "typed").map(({ words }) => words.toLowerCase()),
  );
}

describe("words of the same meaning are searched as well", () => {
  test.each([
    ["weather", "climate"],
    ["climate", "weather"],
    ["meteorology", "weather"],
    ["price", "cost"],
    ["car", "vehicle"],
    ["cars", "automobile"],
    ["automobile", "car"],
    ["earthquakes", "quake"],
    ["seismic", "earthquake"],
    ["salaries", "wage"],
    ["women", "female"],
    ["real estate values", "house"],
    ["unemployment", "joblessness"],
    ["physician", "doctor"],
    ["germany", "deutschland"],
    ["germany", "deu"],
    ["swiss", "switzerland"],
    ["switzerland", "swiss"],
    ["usa", "us"],
    ["british", "uk"],
  ])("%s: %s", (query, expected) => {
    expect(alternatives(query)).toContain(expected);
  });
});

describe("words of German, French and Spanish are searched in English, and the other way round", () => {
  test.each([
    ["Wetter", "weather"],
    ["Wetterdaten", "weather"],
    ["Wohnungspreise", "house price"],
    ["Flughäfen", "airport"],
    ["Vögel", "bird"],
    ["Deutschland", "germany"],
    ["Ich suche Daten über Erdbeben", "earthquake"],
    ["températures", "temperature"],
    ["données sur les voitures", "car"],
    ["fuseaux horaires", "time zone"],
    ["tremblements de terre", "earthquake"],
    ["precios de casas", "house"],
    ["zonas horarias", "time zone"],
    ["aeropuertos", "airport"],
    ["España", "spain"],
    ["Schweiz", "swiss"],
    ["Vereinigte Staaten", "us"],
    ["datos meteorológicos", "weather"],
    ["datos sísmicos", "earthquake"],
    ["datos económicos", "economy"],
    ["información turística", "tourism"],
    ["données climatiques", "climate"],
    ["données démographiques", "census"],
    ["meteorologische Daten", "weather"],
    ["meteorological data", "weather"],
    ["états-unis", "united states"],
    ["cancer du sein", "breast cancer"],
    ["calidad del aire", "air quality"],
    ["Sonnenflecken", "sunspot"],
    ["Weinqualität", "wine quality"],
    ["airport", "flughafen"],
    ["airport", "aéroport"],
    ["airport", "aeropuerto"],
  ])("%s: %s", (query, expected) => {
    expect(alternatives(query)).toContain(expected);
  });
});

describe("words with another meaning are not searched as filters", () => {
  test.each([
    ["kelvin", "physicist"],
    ["kelvin", "lord kelvin"],
    ["bank", "riverbank"],
    ["apple", "company"],
    ["gift cards", "poison"],
    ["chat logs", "cat"],
    ["main streets", "hand"],
    ["I need a dataset", "need"],
  ])("%s: not %s", (query, unexpected) => {
    expect(alternatives(query)).not.toContain(unexpected);
  });
});

test("a word has at most ten alternatives, each with less weight than the typed word", () => {
  for (const query of ["car", "weather", "Deutschland", "house prices", "dog", "Wohnungspreise"]) {
    for (const { alternatives: all } of planQuery(query, options).concepts) {
      expect(all.length).toBeLessThanOrEqual(12);
      expect(all[0]).toMatchObject({ kind: "typed", weight: 1 });
      for (const { kind, weight } of all) {
        if (kind !== "typed") expect(weight).toBeLessThan(1);
      }
    }
  }
});

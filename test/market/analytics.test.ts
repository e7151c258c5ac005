import { describe, expect, test } from "bun:test";
import { AudienceCounts } from "../../market/analytics/counts.ts";
import { conversionOf, countedWords, noFigures } from "../../market/analytics/rules.ts";

describe("counted words", () => {
  test.each([
    ["Tram  Stops, Oslo!", "tram stops oslo"],
    ['"sea ice" -forecast since 2024', "sea ice since 2024"],
    ["ＷＥＡＴＨＥＲ", "weather"],
    ["Fußgänger Zählung", "fußgänger zählung"],
    ["東京 天気", "東京 天気"],
  ])("%s is counted as %s", (query, words) => {
    expect(countedWords(query)).toBe(words);
  });

  test.each([
    "anna.smith@example.com",
    "https://evil.example/buy",
    "www.evil.example",
    "call 0170 1234567",
    "+47 22 33 44 55",
    "4111111111111111",
    "sk_live_0123456789abcdefghijklmnopqrstuvwxyz",
    "one two three four five six seven eight nine",
    "2024",
    "a",
    "!!!",
    "",
    "x ".repeat(500),
  ])("%s is not counted", (query) => {
    expect(countedWords(query)).toBeNull();
  });
});

test("shares are null without a step before, and rounded", () => {
  expect(conversionOf(noFigures)).toEqual({
    samplesPerView: null,
    purchasesPerSample: null,
    purchasesPerView: null,
  });
  const figures = { ...noFigures, pageViews: 2, apiReads: 1, samples: 1, queries: 1, purchases: 1 };
  expect(conversionOf(figures)).toEqual({
    samplesPerView: 0.6667,
    purchasesPerSample: 0.5,
    purchasesPerView: 0.3333,
  });
});

describe("counts in memory", () => {
  test("hold a bounded number of searches, and one of sixteen marks of a caller", () => {
    const counts = new AudienceCounts("secret");
    for (let at = 0; at < 3; at += 1) counts.countUnmet("tram stops", "network:192.0.2.1");
    for (let at = 0; at < 2000; at += 1) counts.countUnmet(`word ${at}`, "network:192.0.2.1");
    const { unmet } = counts.take();
    expect(unmet.size).toBe(500);
    const { searches, marks = 0 } = unmet.get("tram stops") ?? {};
    expect(searches).toBe(3);
    expect(marks).toBeGreaterThan(0);
    expect(marks & (marks - 1)).toBe(0);
    expect(marks).toBeLessThan(2 ** 16);
  });

  test("that could not be written add up with later ones", () => {
    const counts = new AudienceCounts("secret");
    counts.countVisit("a", "pageViews");
    counts.countUnmet("tram stops", "network:192.0.2.1");
    const taken = counts.take();
    counts.countVisit("a", "pageViews");
    counts.countVisit("a", "samples");
    counts.putBack(taken);
    const { visits, unmet } = counts.take();
    expect(visits.get("a")).toMatchObject({ pageViews: 2, samples: 1 });
    expect(unmet.get("tram stops")?.searches).toBe(1);
  });
});

/** Which searches are sent to a model that knows only English. */
import { expect, test } from "bun:test";
import { isEnglish } from "../../../market/search/embed/is-english.ts";
import { planQuery } from "../../../market/search/plan.ts";

test.each([
  ["weather in Berlin", true],
  ["which countries have no access to the sea", true],
  // One word of another language, and one that is in no language.
  ["Oktoberfest bierpreis statistics of Munich", true],
  ["zq1x", true],
  ["", true],
  ["Wetterdaten der Stationen in Berlin", false],
  ["je cherche les prix des maisons", false],
  ["temperatura media por ciudad", false],
])("%p: %p", (query, expected) => {
  const plan = planQuery(query, { interpret: true, now: new Date() });
  expect(isEnglish(plan)).toBe(expected);
});

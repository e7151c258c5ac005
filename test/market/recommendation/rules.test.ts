/** How a dataset is judged by a need, and which are recommended: tables of the pure rules. */
import { describe, expect, test } from "bun:test";
import {
  type Candidate,
  centsPerRow,
  choose,
  judge,
  type Need,
  pointsOf,
  requestOf,
} from "../../../market/recommendation/rules.ts";
import type { Criterion } from "../../../market/recommendation/vocabulary.ts";
import { dataRequestBody } from "../../../market/request/schemas.ts";

const anything: Need = {
  words: "daily weather of Seattle",
  budgetCents: null,
  columns: [],
  coversFrom: null,
  coversTo: null,
  granularity: null,
  countries: [],
  countryWords: new Set(),
  minCompleteness: null,
  licenseUses: [],
};

const nowhere: Candidate["places"] = {
  countries: null,
  namedCountries: new Set(),
  nationalities: new Set(),
  isWorldwide: false,
};

const unknown: Candidate = {
  match: { isWeak: false, missingWords: [], total: 1 },
  payNowCents: 900,
  rowCount: 1000,
  currency: "usd",
  columns: [],
  coversFrom: null,
  coversTo: null,
  namedYears: [],
  granularities: [],
  places: nowhere,
  completeness: null,
  licenseGroups: [],
};

const years = (from: number, to: number) => ({
  coversFrom: `${from}-01-01`,
  coversTo: `${to}-12-31`,
});
const at = (places: Partial<Candidate["places"]>) => ({ places: { ...nowhere, ...places } });
const named = (...codes: string[]) => at({ namedCountries: new Set(codes) });
const of = (...codes: string[]) => at({ nationalities: new Set(codes) });
const lacking = (...missingWords: string[]) => ({
  match: { isWeak: false, missingWords, total: 1 },
});
const weak = { match: { isWeak: true, missingWords: ["Tokyo"], total: 1 } };
const inChile = { countries: ["CL"], countryWords: new Set(["chile"]) };

type Case = [
  criterion: Criterion,
  need: Partial<Need>,
  candidate: Partial<Candidate>,
  state: "met" | "partly" | "unknown" | "unmet",
];

const cases: Case[] = [
  ["topic", {}, {}, "met"],
  ["topic", {}, lacking("daily"), "partly"],
  ["topic", {}, weak, "unmet"],
  ["budget", { budgetCents: 900 }, {}, "met"],
  ["budget", { budgetCents: 899 }, {}, "unmet"],
  ["budget", { budgetCents: 0 }, { payNowCents: 0 }, "met"],
  ["budget", { budgetCents: 900 }, { payNowCents: null }, "unmet"],
  ["columns", { columns: ["date"] }, { columns: ["has"] }, "met"],
  ["columns", { columns: ["date"] }, { columns: ["similar"] }, "unknown"],
  ["columns", { columns: ["date"] }, { columns: ["lacks"] }, "unmet"],
  ["period", years(2012, 2015), {}, "unknown"],
  ["period", years(2012, 2015), years(2010, 2020), "met"],
  ["period", years(2012, 2015), years(2012, 2014), "partly"],
  ["period", years(2012, 2015), years(2012, 2013), "partly"],
  ["period", years(2012, 2015), years(2015, 2020), "unmet"],
  ["period", years(2012, 2015), years(2016, 2020), "unmet"],
  ["period", { coversFrom: "2012-01-01" }, years(2000, 2012), "met"],
  ["period", { coversFrom: "2013-01-01" }, years(2000, 2012), "unmet"],
  ["period", { coversTo: "1999-12-31" }, years(1999, 2012), "met"],
  ["period", { coversTo: "1999-12-31" }, years(2000, 2012), "unmet"],
  ["granularity", { granularity: "day" }, {}, "unknown"],
  ["granularity", { granularity: "day" }, { granularities: ["day"] }, "met"],
  ["granularity", { granularity: "day" }, { granularities: ["year", "hour"] }, "met"],
  ["granularity", { granularity: "day" }, { granularities: ["month"] }, "unmet"],
  ["period", years(2012, 2015), { namedYears: [1990, 2011] }, "unmet"],
  ["period", years(2012, 2015), { namedYears: [1990, 2012] }, "unknown"],
  ["period", { coversTo: "1999-12-31" }, { namedYears: [1990] }, "unknown"],
  ["period", {}, { ...lacking("2020"), ...years(2015, 2016) }, "unmet"],
  ["period", {}, { ...lacking("2020"), ...years(2015, 2021) }, "met"],
  ["period", {}, { ...lacking("2020"), namedYears: [2008] }, "unmet"],
  ["region", inChile, at({ countries: ["AR", "CL"] }), "met"],
  ["region", inChile, named("CL"), "met"],
  ["region", inChile, at({ countries: ["US"] }), "unmet"],
  ["region", inChile, named("US"), "unmet"],
  ["region", inChile, at({ countries: ["AR", "BO", "BR", "CO", "EC"] }), "unknown"],
  ["region", inChile, lacking("Chile"), "unmet"],
  ["region", inChile, { ...lacking("Chile"), ...at({ isWorldwide: true }) }, "unknown"],
  ["region", inChile, { ...lacking("Chile"), ...of("CL") }, "unknown"],
  ["region", inChile, { ...lacking("Chile"), ...of("CH") }, "unmet"],
  ["region", { countries: ["CL"] }, {}, "unknown"],
  ["completeness", { minCompleteness: 0.9 }, {}, "unknown"],
  ["completeness", { minCompleteness: 0.9 }, { completeness: 0.9 }, "met"],
  ["completeness", { minCompleteness: 0.9 }, { completeness: 0.899 }, "unmet"],
  ["license", { licenseUses: ["commercial"] }, {}, "unmet"],
  ["license", { licenseUses: ["commercial"] }, { licenseGroups: ["allows-commercial-use"] }, "met"],
  ["license", { licenseUses: ["derivatives"] }, { licenseGroups: ["no-derivatives"] }, "unmet"],
];

describe("a dataset is judged by", () => {
  test.each(cases)("%s: %j, %j is %s", (criterion, need, candidate, state) => {
    const { verdicts, fits } = judge({ ...anything, ...need }, { ...unknown, ...candidate });
    const judged = verdicts.filter((one) => one.criterion === criterion);
    expect(judged.map((one) => one.state)).toEqual([state]);
    expect(fits).toBe(verdicts.every((one) => one.state !== "unmet"));
  });

  test("nothing that the need does not ask for", () => {
    const { verdicts } = judge(anything, unknown);
    expect(verdicts.map(({ criterion }) => criterion)).toEqual(["topic"]);
  });

  test("the rows that its price buys", () => {
    const perRow = (part: Partial<Candidate>) => centsPerRow({ ...unknown, ...part });
    expect([
      perRow({}),
      perRow({ payNowCents: 100, rowCount: 3 }),
      perRow({ payNowCents: 0 }),
      perRow({ payNowCents: null }),
      perRow({ rowCount: 0 }),
      perRow({ rowCount: null }),
    ]).toEqual([0.9, 33.33, 0, null, null, null]);
  });
});

describe("of the datasets", () => {
  const one = (id: string, candidate: Partial<Candidate>, need: Partial<Need> = {}) => {
    const full = { ...unknown, ...candidate };
    const judgement = judge({ ...anything, ...need }, full);
    return { id, judgement, payNowCents: full.payNowCents, candidate: full };
  };
  const chosen = (...all: ReturnType<typeof one>[]) => {
    const { fitting, nearest } = choose(all);
    return { fitting: fitting.map(({ id }) => id), nearest: nearest.map(({ id }) => id) };
  };

  test("at most three that fit are recommended, the most relevant first", () => {
    const total = (value: number) => ({ match: { isWeak: false, missingWords: [], total: value } });
    const four = [0.6, 0.9, 0.8, 0.7].map((value) => one(`of ${value}`, total(value)));
    expect(chosen(...four)).toEqual({ fitting: ["of 0.9", "of 0.8", "of 0.7"], nearest: [] });
  });

  test("the cheaper of two equal ones is first, then the earlier id", () => {
    const three = [one("c", {}), one("b", {}), one("a", { payNowCents: 1000 })];
    expect(chosen(...three).fitting).toEqual(["b", "c", "a"]);
  });

  test("the nearest are named only if none fits", () => {
    const tooDear = one("dear", {}, { budgetCents: 1 });
    expect(chosen(tooDear, one("other", weak))).toEqual({
      fitting: [],
      nearest: ["dear", "other"],
    });
    expect(chosen(tooDear, one("fits", {}))).toEqual({ fitting: ["fits"], nearest: [] });
  });

  test("one that lacks words is not recommended instead of a far more relevant one", () => {
    const match = { isWeak: false, missingWords: ["delays"], total: 0.5 };
    const other = one("airports", { match });
    expect(chosen(other, one("flights", {}, { budgetCents: 1 })).fitting).toEqual([]);
    expect(chosen(other).fitting).toEqual(["airports"]);
  });

  test("one that lacks words has to be nearer to the best if that lacks words, too", () => {
    const some = (total: number) => ({
      match: { isWeak: false, missingWords: ["between"], total },
    });
    const best = one("flights", some(1), { budgetCents: 1 });
    expect(chosen(best, one("airports", some(0.69))).fitting).toEqual([]);
    expect(chosen(best, one("delays", some(0.71))).fitting).toEqual(["delays"]);
  });

  test("none at all is nothing", () => {
    expect(chosen()).toEqual({ fitting: [], nearest: [] });
  });
});

test("what it meets, lacks and leaves open is said apart", () => {
  const need = { ...anything, budgetCents: 100, ...years(2012, 2015), columns: ["a", "b", "c"] };
  const judged = judge(need, { ...unknown, columns: ["has", "similar", "lacks"] });
  expect(pointsOf(judged)).toEqual({
    fits: [
      { criterion: "topic", says: "It matches all words." },
      { criterion: "columns", says: "It has: a." },
    ],
    missing: [
      { criterion: "budget", says: "It costs $9.00, $8.00 too much." },
      { criterion: "columns", says: "It has no column: c." },
    ],
    unknown: [
      { criterion: "columns", says: "It has columns like: b." },
      { criterion: "period", says: "It does not say which period it covers." },
    ],
  });
});

describe("the offered data request", () => {
  test("says all of the need", () => {
    const need: Need = {
      ...anything,
      budgetCents: 5000,
      columns: ["date", ":latitude"],
      ...years(2012, 2015),
      granularity: "day",
      countries: ["US"],
      minCompleteness: 0.95,
      licenseUses: ["commercial"],
    };
    expect(requestOf(need)).toEqual({
      title: "daily weather of Seattle",
      description:
        "Wanted: daily weather of Seattle. Period: 2012-01-01 to 2015-12-31. Times by the day or finer. " +
        "Countries: US. At least 95 % of the cells with a value. The licence must allow commercial use.",
      columns: ["date", "latitude:latitude"],
      budget_cents: 5000,
    });
  });

  test.each([
    ["long words", { words: "w".repeat(300) }],
    ["a long meaning", { columns: [`:${"m".repeat(199)}`] }],
    ["a meaning behind two colons", { columns: ["::latitude"] }],
    ["as much as a need can hold", { columns: Array(20).fill("c".repeat(200)) }],
  ] as [string, Partial<Need>][])("is accepted: %s", (_name, need) => {
    const request = requestOf({ ...anything, ...need });
    expect(dataRequestBody.safeParse(request).error?.issues).toBeUndefined();
  });
});

/** How well real questions find real listings: minimum scores that no change may fall below. */
import { describe, expect, test } from "bun:test";
import { findNear } from "../../market/search/embed/find-near.ts";
import { forFile } from "../support/for-file.ts";
import {
  questionKinds,
  readListings,
  readNeeds,
  readOutside,
  readQuestions,
} from "./support/corpus.ts";
import { insertCorpus } from "./support/insert-corpus.ts";
import { type Asked, askAll, meansOf } from "./support/measure.ts";
import { matchQualityOf, needMeansOf, needOf, recommendAll } from "./support/recommend.ts";
import { allLayers, ourSearcher } from "./support/searchers.ts";
import { embedAll, openApiWithModel } from "./support/with-model.ts";

const corpus = readListings();
const questions = readQuestions();
/**
 * Requests for data written by others, and the answers made for them: nothing was tuned on these.
 */
const outside = readOutside();

describe("the corpus", () => {
  test("has at least 300 listings and 150 questions, each once", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(questions.length).toBeGreaterThanOrEqual(150);
    expect(new Set(corpus.map(({ key }) => key)).size).toBe(corpus.length);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  });

  test("answers are listings of it, and each question has one that is exactly right", () => {
    const keys = new Set(corpus.map(({ key }) => key));
    const strange = questions.flatMap(({ answers }) =>
      Object.keys(answers).filter((key) => !keys.has(key)),
    );
    const unanswered = questions.filter(({ answers }) => !Object.values(answers).includes(2));
    expect({ strange, unanswered }).toEqual({ strange: [], unanswered: [] });
  });

  test.each([...questionKinds])("%s: the two halves are of one size", (kind) => {
    const ofKind = questions.filter((question) => question.kind === kind);
    const tuning = ofKind.filter(({ half }) => half === "tuning").length;
    expect(ofKind.length).toBeGreaterThanOrEqual(20);
    expect(Math.abs(ofKind.length - 2 * tuning)).toBeLessThanOrEqual(2);
  });
});

test("each question from outside has answers among its listings, and is asked once", () => {
  const known = new Set(outside.listings.map(({ key }) => key));
  const asked = outside.questions.flatMap(({ answers }) => Object.keys(answers));
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
  expect(outside.questions.length).toBeGreaterThanOrEqual(60);
  expect(new Set(outside.questions.map(({ question }) => question)).size).toBe(
    outside.questions.length,
  );
});

describe("the needs", () => {
  const needs = readNeeds();

  test("answers are listings, and a need is kept as found if and only if it has one", () => {
    const keys = new Set(corpus.map(({ key }) => key));
    const strange = needs.flatMap(({ answers }) =>
      Object.keys(answers).filter((key) => !keys.has(key)),
    );
    const wrong = needs.filter(
      ({ kind, answers }) => (kind === "found") !== Object.values(answers).includes(2),
    );
    expect({ strange, wrong }).toEqual({ strange: [], wrong: [] });
  });

  test("72 are untouched, of which 30 are met by nothing", () => {
    const untouched = needs.filter(({ half }) => half === "untouched");
    const nothing = untouched.filter(({ kind }) => kind !== "found");
    expect([untouched.length, nothing.length]).toEqual([72, 30]);
  });
});

/**
 * Slightly below today's results: raise them with the search, and never lower them. The goal for
 * the untouched half is recall 0.9 and nDCG 0.8.
 */
const floors = {
  words: {
    tuning: { recallAt10: 0.935, ndcgAt10: 0.865 },
    untouched: { recallAt10: 0.88, ndcgAt10: 0.81 },
  },
  meaning: {
    tuning: { recallAt10: 0.955, ndcgAt10: 0.88 },
    untouched: { recallAt10: 0.905, ndcgAt10: 0.84 },
  },
} as const;

const outsideFloors = {
  words: { recallAt10: 0.88, ndcgAt10: 0.775 },
  meaning: { recallAt10: 0.88, ndcgAt10: 0.765 },
} as const;

function holdFloors(asked: Asked[], way: keyof typeof floors): void {
  test.each(["tuning", "untouched"] as const)("in the %s half", (half) => {
    const means = meansOf(asked.filter(({ question }) => question.half === half));
    expect(means.recallAt10).toBeGreaterThanOrEqual(floors[way][half].recallAt10);
    expect(means.ndcgAt10).toBeGreaterThanOrEqual(floors[way][half].ndcgAt10);
  });
}

/** The goals for "nothing" are a precision of 0.9 and a recall of 0.8. */
const needFloors = {
  words: { nothingPrecision: 0.92, nothingRecall: 0.82, rightFirst: 0.85, rightAmongThree: 0.81 },
  meaning: { nothingPrecision: 0.92, nothingRecall: 0.8, rightFirst: 0.85, rightAmongThree: 0.84 },
} as const;

/** Of the needs' words: how often the search says "good" where something fits, and "weak" where nothing does. */
const qualityFloors = { good: 0.95, weak: 0.8 };

describe("what was asked for is found", async () => {
  const { api } = await forFile(openApiWithModel());
  const keys = await insertCorpus(api.ctx, corpus);
  const words = await askAll(ourSearcher(api.ctx, keys, allLayers), questions);
  describe("by words alone", () => holdFloors(words, "words"));

  await embedAll(api, [...keys.keys()]);
  const searcher = ourSearcher(api.ctx, keys, { ...allLayers, findNear });
  const meaning = await askAll(searcher, questions);
  describe("by words and meaning", () => holdFloors(meaning, "meaning"));

  describe("what is recommended fits, and nothing is if nothing does", async () => {
    const layers = { words: null, meaning: findNear };
    test.each(["words", "meaning"] as const)(
      "by %s",
      async (way) => {
        const ask = async (needs: Parameters<typeof recommendAll>[2]["needs"]) =>
          needMeansOf(await recommendAll(api.ctx, keys, { findNear: layers[way], needs }));
        const needs = readNeeds().filter(({ half }) => half === "untouched");
        const ofNeeds = await ask(needs);
        const floor = needFloors[way];
        expect(ofNeeds.nothingPrecision).toBeGreaterThanOrEqual(floor.nothingPrecision);
        expect(ofNeeds.nothingRecall).toBeGreaterThanOrEqual(floor.nothingRecall);
        expect(ofNeeds.rightFirst).toBeGreaterThanOrEqual(floor.rightFirst);
        const asked = questions.filter(({ half }) => half === "untouched").map(needOf);
        expect((await ask(asked)).rightAmongThree).toBeGreaterThanOrEqual(floor.rightAmongThree);
        const quality = await matchQualityOf(api.ctx, { findNear: layers[way], needs });
        expect(quality.good).toBeGreaterThanOrEqual(qualityFloors.good);
        expect(quality.weak).toBeGreaterThanOrEqual(qualityFloors.weak);
      },
      180_000,
    );
  });

  // Inserted last, because they join the other listings, whose vectors are expensive to compute.
  const added = await insertCorpus(api.ctx, outside.listings);
  await embedAll(api, [...added.keys()]);
  const allKeys = new Map([...keys, ...added]);
  const layers = { words: allLayers, meaning: { ...allLayers, findNear } };
  test.each(["words", "meaning"] as const)("of what others asked for, by %s", async (way) => {
    const searcher = ourSearcher(api.ctx, allKeys, layers[way]);
    const means = meansOf(await askAll(searcher, outside.questions));
    expect(means.recallAt10).toBeGreaterThanOrEqual(outsideFloors[way].recallAt10);
    expect(means.ndcgAt10).toBeGreaterThanOrEqual(outsideFloors[way].ndcgAt10);
  });
});

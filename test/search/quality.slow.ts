/** How well real questions find real listings: minimum scores that no change may fall below. */
import { describe, expect, test } from "bun:test";
import { findNear } from "../../market/search/embed/find-near.ts";
import { forFile } from "../support/for-file.ts";
import { questionKinds, readListings, readOutside, readQuestions } from "./support/corpus.ts";
import { insertCorpus } from "./support/insert-corpus.ts";
import { type Asked, askAll, meansOf } from "./support/measure.ts";
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

describe("what was asked for is found", async () => {
  const { api } = await forFile(openApiWithModel());
  const keys = await insertCorpus(api.ctx, corpus);
  const words = await askAll(ourSearcher(api.ctx, keys, allLayers), questions);
  describe("by words alone", () => holdFloors(words, "words"));

  await embedAll(api, [...keys.keys()]);
  const searcher = ourSearcher(api.ctx, keys, { ...allLayers, findNear });
  const meaning = await askAll(searcher, questions);
  describe("by words and meaning", () => holdFloors(meaning, "meaning"));

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

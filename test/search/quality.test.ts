/** How well real questions find real listings: the floors that no change may fall below. */
import { describe, expect, test } from "bun:test";
import { findNear } from "../../market/search/embed/find-near.ts";
import { forFile } from "../support/for-file.ts";
import { questionKinds, readListings, readQuestions } from "./support/corpus.ts";
import { insertCorpus } from "./support/insert-corpus.ts";
import { type Asked, askAll, meansOf } from "./support/measure.ts";
import { allLayers, ourSearcher } from "./support/searchers.ts";
import { embedAll, openApiWithModel } from "./support/with-model.ts";

const corpus = readListings();
const questions = readQuestions();

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

/**
 * A little below what is reached today: raise them with the search, and never lower them. The goal of
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
});

/** The listings and questions that measure the search: their shapes, and reading them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { categoryIds } from "../../../db/vocabulary/listing.ts";
import { columnTypeSchema } from "../../../market/profile/schemas.ts";
import { needBody } from "../../../market/recommendation/schemas.ts";

const corpusListing = z.strictObject({
  /** `source/name`; test/search/README.md says what each source is and its licence. */
  key: z.string(),
  title: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()),
  category: z.enum(categoryIds),
  license: z.string().nullable(),
  price_cents: z.int().min(0),
  published_on: z.iso.date(),
  format: z.string(),
  rows: z.int().min(0).nullable(),
  /** The first and last year or day that the data is about, if the source says so. */
  covers: z.tuple([z.string(), z.string()]).nullable(),
  language: z.string(),
  columns: z.array(z.tuple([z.string(), columnTypeSchema])),
});

export const questionKinds = [
  "keywords",
  "sentence",
  "typo",
  "synonym",
  "columns",
  "language",
  "constraint",
] as const;

const question = z.strictObject({
  /**
   * Nobody looks at single questions of the untouched half while tuning (test/search/README.md).
   */
  half: z.enum(["tuning", "untouched"]),
  kind: z.enum(questionKinds),
  language: z.enum(["en", "de", "fr", "es"]),
  question: z.string().min(3).max(200),
  /** 2: exactly the requested data; 1: also useful. All others were judged to be neither. */
  answers: z.record(z.string(), z.union([z.literal(1), z.literal(2)])),
});

/** Public requests by others, and the answers made for them (test/search/README.md). */
const outsideQuestion = question.pick({ question: true, answers: true }).extend({
  source: z.url(),
});

/** `found`: some listing fits. Otherwise the right answer is "nothing", and the kind says why. */
const needKinds = [
  "found",
  "region",
  "period",
  "granularity",
  "column",
  "license",
  "budget",
  "absent",
] as const;

/** A need for a recommendation. Without answers, no listing fits. */
const judgedNeed = question.pick({ half: true, answers: true }).extend({
  kind: z.enum(needKinds),
  need: needBody,
});

export type JudgedNeed = z.infer<typeof judgedNeed>;
export type CorpusListing = z.infer<typeof corpusListing>;
export type Question = z.infer<typeof question>;
export type OutsideQuestion = z.infer<typeof outsideQuestion>;
export type Half = Question["half"];

export function readListings(): CorpusListing[] {
  return readLines("listings.jsonl").map((line) => corpusListing.parse(line));
}

export function readQuestions(): Question[] {
  return readLines("questions.jsonl").map((line) => question.parse(line));
}

export function readNeeds(): JudgedNeed[] {
  return readLines("needs.jsonl").map((line) => judgedNeed.parse(line));
}

/** Listings that nobody tuned on, and the questions to them. */
export function readOutside(): { listings: CorpusListing[]; questions: OutsideQuestion[] } {
  return {
    listings: readLines("outside/listings.jsonl").map((line) => corpusListing.parse(line)),
    questions: readLines("outside/questions.jsonl").map((line) => outsideQuestion.parse(line)),
  };
}

function readLines(name: string): unknown[] {
  const text = readFileSync(join(import.meta.dir, "..", name), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

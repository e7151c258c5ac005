/**
 * How well questions that others wrote and judged find listings made of their own metadata, beside a library's
 * BM25: `bun bench/search/outside.ts FOLDER [--words]`. FOLDER is a checkout of OpenDataBench (118 questions to the
 * portals of London and of Germany, grades 0 to 4) or of DataFinder (what papers say that they want, and the
 * datasets that they used). Nothing was tuned by either. `--words` leaves the model out.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { findNear } from "../../market/search/embed/find-near.ts";
import type { CorpusListing } from "../../test/search/support/corpus.ts";
import { insertCorpus } from "../../test/search/support/insert-corpus.ts";
import type { Searcher } from "../../test/search/support/measure.ts";
import {
  type Grades,
  ndcgAt,
  recallAt,
  reciprocalRank,
  successAtOne,
} from "../../test/search/support/metrics.ts";
import { allLayers, ourSearcher, peerSearcher } from "../../test/search/support/searchers.ts";
import { embedAll, openApiWithModel } from "../../test/search/support/with-model.ts";

type Document = { name: string; description: string; language: string };
type Asking = { text: string; answers: Grades };
type Collection = { name: string; documents: Document[]; questions: Asking[] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { words: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("which folder?");

const judgement = z.object({ dataset_title: z.string(), relevance: z.number() });
const conversations = z.array(
  z.object({
    turns: z.array(
      z.object({
        user: z.string(),
        eval: z.object({ ground_truth_ld: z.array(z.union([judgement, z.unknown()])).optional() }),
      }),
    ),
  }),
);
const baseline = z.array(
  z.object({
    turns: z.array(z.object({ top_results: z.array(z.unknown()).optional() })).optional(),
  }),
);

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** The catalogue is of all titles that were judged, or that a portal answered with: they have no more text. */
function readOpenDataBench(root: string, part: string, language: string): Collection {
  const judged = conversations.parse(readJson(join(root, `data/evaluation_dataset_${part}.json`)));
  const questions = judged.flatMap(({ turns }) =>
    turns.flatMap(({ user, eval: { ground_truth_ld: truth = [] } }) => {
      const grades = truth.flatMap((one) => {
        const { data } = judgement.safeParse(one);
        return data === undefined ? [] : [[data.dataset_title.trim(), data.relevance] as const];
      });
      const answers = Object.fromEntries(grades);
      return Object.values(answers).some((grade) => grade >= 2) ? [{ text: user, answers }] : [];
    }),
  );
  const portals = join(root, "baselines", part, "portals");
  const answered = readdirSync(portals).flatMap((file) =>
    baseline
      .parse(readJson(join(portals, file)))
      .flatMap(({ turns = [] }) => turns.flatMap(({ top_results: titles = [] }) => titles))
      .filter((title) => typeof title === "string")
      .map((title) => title.trim()),
  );
  const names = new Set([...questions.flatMap(({ answers }) => Object.keys(answers)), ...answered]);
  const documents = [...names]
    .filter((name) => name !== "")
    .map((name) => ({ name, description: name, language }));
  return { name: `OpenDataBench, ${part}`, documents, questions };
}

const document = z.object({ id: z.string(), contents: z.string() });
const asking = z.object({ query: z.string(), documents: z.array(z.string()) });

/** Each dataset is once in it; questions whose datasets are not are left out. */
function readDataFinder(root: string): Collection {
  const corpus = join(
    root,
    "anserini_search_collections/dataset_search_collection_description_title_only/documents.jsonl",
  );
  const lines = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");
  const byName = new Map(
    lines(corpus).map((line) => {
      const { id, contents } = document.parse(JSON.parse(line));
      const description = contents.trim() === "" ? id : contents.slice(0, 5000);
      return [id, { name: id, description, language: "en" }] as const;
    }),
  );
  const questions = lines(join(root, "data/test_data.jsonl")).flatMap((line) => {
    const { query, documents } = asking.parse(JSON.parse(line));
    const known = documents.filter((name) => byName.has(name));
    const answers = Object.fromEntries(known.map((name) => [name, 2]));
    return known.length === 0 ? [] : [{ text: query, answers }];
  });
  return { name: "DataFinder", documents: [...byName.values()], questions };
}

/** What a collection does not say is the same in all: it orders nothing. */
function listingOf({ name, description, language }: Document, index: number): CorpusListing {
  return {
    key: `outside/${index}`,
    title: name,
    description,
    tags: [],
    category: "other",
    license: null,
    price_cents: 0,
    published_on: "2026-01-01",
    format: "csv",
    rows: 1000,
    covers: null,
    language,
    columns: [],
  };
}

async function measure(search: Searcher, questions: Asking[], names: ReadonlyMap<string, string>) {
  const sums = [0, 0, 0, 0];
  for (const { text, answers } of questions) {
    const ranking = (await search(text.slice(0, 500))).map((key) => names.get(key) ?? key);
    const measured = [
      recallAt(10, ranking, answers),
      ndcgAt(10, ranking, answers),
      reciprocalRank(ranking, answers),
      successAtOne(ranking, answers),
    ];
    measured.forEach((value, at) => {
      sums[at] = (sums[at] ?? 0) + value;
    });
  }
  return sums.map((sum) => (sum / questions.length).toFixed(3));
}

async function measureCollection({ name, documents, questions }: Collection): Promise<void> {
  const { api, close } = await openApiWithModel();
  try {
    const corpus = documents.map(listingOf);
    const names = new Map(corpus.map(({ key, title }) => [key, title]));
    const keys = await insertCorpus(api.ctx, corpus);
    if (!values.words) await embedAll(api, [...keys.keys()]);
    const words = { ...allLayers, extra: { interpret: "false" } };
    const ways: [way: string, search: Searcher][] = [
      ["MiniSearch 7.2 (BM25+), words", peerSearcher(corpus, false)],
      ["MiniSearch 7.2, words, beginnings and fuzzy", peerSearcher(corpus, true)],
      ["ours, words without synonyms", ourSearcher(api.ctx, keys, { ...words, expand: false })],
      ["ours, words", ourSearcher(api.ctx, keys, words)],
      ["ours, words and filters said in them", ourSearcher(api.ctx, keys, allLayers)],
    ];
    if (!values.words) {
      ways.push(["ours, all", ourSearcher(api.ctx, keys, { ...allLayers, findNear })]);
    }
    const print = (line: string) => process.stdout.write(`${line}\n`);
    print(`\n### ${name}: ${questions.length} questions, ${corpus.length} listings\n`);
    print("| way of searching | recall@10 | nDCG@10 | MRR | success@1 |\n|---|---|---|---|---|");
    for (const [way, search] of ways) {
      print(`| ${way} | ${(await measure(search, questions, names)).join(" | ")} |`);
    }
  } finally {
    await close();
  }
}

const collections = existsSync(join(folder, "data/evaluation_dataset_LDS.json"))
  ? [readOpenDataBench(folder, "LDS", "en"), readOpenDataBench(folder, "GOV", "de")]
  : [readDataFinder(folder)];
for (const collection of collections) await measureCollection(collection);
process.exit(0);

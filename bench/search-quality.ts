/**
 * How well real questions find real listings, by kind of question and search method: `bun
 * bench/search-quality.ts [--failures FILE]`. FILE receives the questions of the tuning half with
 * missed answers. For the untouched half only means are ever printed.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findNear } from "../market/search/embed/find-near.ts";
import {
  type Half,
  questionKinds,
  readListings,
  readNeeds,
  readQuestions,
} from "../test/search/support/corpus.ts";
import { type InsertedCorpus, insertCorpus } from "../test/search/support/insert-corpus.ts";
import { type Asked, askAll, meansOf, type Searcher } from "../test/search/support/measure.ts";
import { recallAt } from "../test/search/support/metrics.ts";
import { needMeansOf, needOf, recommendAll } from "../test/search/support/recommend.ts";
import { allLayers, ourSearcher, peerSearcher } from "../test/search/support/searchers.ts";
import { embedAll, openApiWithModel } from "../test/search/support/with-model.ts";

const { values } = parseArgs({ options: { failures: { type: "string" } } });
const corpus = readListings();
const questions = readQuestions();
const { api, close } = await openApiWithModel();

/** All layers together. */
const ours = "+ meaning, by the model that comes along";

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const figure = (value: number): string => value.toFixed(3);

function printTotals(half: Half, answers: ReadonlyMap<string, Asked[]>): void {
  const count = questions.filter((question) => question.half === half).length;
  print(`\n### ${half} half, ${count} questions, ${corpus.length} listings\n`);
  print("| way of searching | recall@10 | nDCG@10 | MRR | success@1 |\n|---|---|---|---|---|");
  for (const [name, asked] of answers) {
    const means = meansOf(asked.filter(({ question }) => question.half === half));
    const { recallAt10, ndcgAt10, reciprocalRank, successAt1 } = means;
    const figures = [recallAt10, ndcgAt10, reciprocalRank, successAt1].map(figure);
    print(`| ${name} | ${figures.join(" | ")} |`);
  }
}

/**
 * Both figures for each kind, only of the tuning half: a kind has so few questions that its figures
 * would reveal the answers.
 */
function printKinds(answers: ReadonlyMap<string, Asked[]>): void {
  print("\n### tuning half by kind: recall@10, nDCG@10\n");
  print(`| way of searching | ${questionKinds.join(" | ")} |`);
  print(`|---|${questionKinds.map(() => "---").join("|")}|`);
  for (const [name, asked] of answers) {
    const figures = questionKinds.map((kind) => {
      const means = meansOf(
        asked.filter(({ question }) => question.half === "tuning" && question.kind === kind),
      );
      return `${means.recallAt10.toFixed(2)}, ${means.ndcgAt10.toFixed(2)}`;
    });
    print(`| ${name} | ${figures.join(" | ")} |`);
  }
}

/** Recommendations for needs, and for the questions as needs: to these the right answer is never "nothing". */
async function printNeeds(keys: InsertedCorpus): Promise<void> {
  print("\n### recommendations\n");
  print('| needs | half | "nothing": precision | recall | right first | right among three |');
  print("|---|---|---|---|---|---|");
  for (const half of ["tuning", "untouched"] as const) {
    const ofHalf = <One extends { half: Half }>(all: One[]) =>
      all.filter((one) => one.half === half);
    const sets = { needs: ofHalf(readNeeds()), questions: ofHalf(questions).map(needOf) };
    for (const [name, needs] of Object.entries(sets)) {
      const means = needMeansOf(await recommendAll(api.ctx, keys, { findNear, needs }));
      const { nothingPrecision, nothingRecall, rightFirst, rightAmongThree } = means;
      const figures = [nothingPrecision, nothingRecall, rightFirst, rightAmongThree];
      const shown = figures.map((value) => (value === null ? "–" : figure(value)));
      print(`| ${means.needs} ${name} | ${half} | ${shown.join(" | ")} |`);
    }
  }
}

function describeFailures(asked: readonly Asked[]): string {
  const failed = asked
    .filter(({ question }) => question.half === "tuning")
    .filter(({ question, ranking }) => recallAt(10, ranking, question.answers) < 1);
  const sections = questionKinds.map((kind) => {
    const ofKind = failed.filter(({ question }) => question.kind === kind);
    return `\n## ${kind}: ${ofKind.length}\n\n${ofKind.map(describeFailure).join("\n")}`;
  });
  return `# Questions of the tuning half whose right answers were not all found\n${sections.join("\n")}\n`;
}

function describeFailure({ question, ranking }: Asked): string {
  const { answers } = question;
  const missed = Object.keys(answers).filter((key) => answers[key] === 2 && !ranking.includes(key));
  const found = ranking.map(
    (key) => `${key}${answers[key] === undefined ? "" : ` (${answers[key]})`}`,
  );
  return `- "${question.question}"\n  - missed: ${missed.join(", ")}\n  - found: ${found.join(", ") || "nothing"}`;
}

try {
  const keys = await insertCorpus(api.ctx, corpus);
  await embedAll(api, [...keys.keys()]);
  const words = { extra: { interpret: "false" }, partial: false, spelling: false, expand: false };
  const searchers: [name: string, search: Searcher][] = [
    ["MiniSearch 7.2 (BM25+), words", peerSearcher(corpus, false)],
    ["MiniSearch 7.2, words, beginnings and fuzzy", peerSearcher(corpus, true)],
    ["all words", ourSearcher(api.ctx, keys, words)],
    ["+ synonyms and translations", ourSearcher(api.ctx, keys, { ...words, expand: true })],
    ["+ spelling", ourSearcher(api.ctx, keys, { ...words, expand: true, spelling: true })],
    ["+ partial matches", ourSearcher(api.ctx, keys, { ...words, ...allLayers })],
    ["+ filters said in words", ourSearcher(api.ctx, keys, allLayers)],
    [ours, ourSearcher(api.ctx, keys, { ...allLayers, findNear })],
    [
      "that without synonyms and translations",
      ourSearcher(api.ctx, keys, { ...allLayers, findNear, expand: false }),
    ],
  ];
  const answers = new Map<string, Asked[]>();
  for (const [name, search] of searchers) answers.set(name, await askAll(search, questions));
  printTotals("tuning", answers);
  printTotals("untouched", answers);
  printKinds(answers);
  await printNeeds(keys);
  if (values.failures !== undefined) {
    writeFileSync(values.failures, describeFailures(answers.get(ours) ?? []));
  }
} finally {
  await close();
}
process.exit(0);

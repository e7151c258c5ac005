/** Ranks tools by a need in words: BM25 over names, titles, descriptions, keywords and parameters. */
import MiniSearch from "minisearch";
import type { Tool } from "./tool.ts";

type Ranked = Pick<Tool, "name" | "title" | "description" | "keywords" | "input">;

const stopWords = new Set(
  "a an and are as at be by for from in is it its not of on or one that the this to what which with i my me do".split(
    " ",
  ),
);

function term(word: string): string | null {
  const lower = word.toLowerCase();
  return stopWords.has(lower) ? null : lower.replace(/(ing|ed|es|s)$/, "");
}

/** A function that returns the names of the tools that share words with the need, best first. */
export function rankTools(tools: readonly Ranked[]): (need: string) => string[] {
  const index = new MiniSearch({
    idField: "name",
    fields: ["name", "title", "description", "keywords", "parameters"],
    tokenize: (text) => text.split(/[^A-Za-z]+/).filter((word) => word !== ""),
    processTerm: term,
  });
  index.addAll(
    tools.map(({ input, ...texts }) => {
      return { ...texts, parameters: Object.keys(input.shape).join(" ") };
    }),
  );
  return (need) => index.search(need, { boost: { name: 2, title: 2 } }).map(({ id }) => id);
}

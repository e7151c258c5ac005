/** Which tools a request's words lead to: BM25 over names, titles, descriptions and parameters. */
import MiniSearch from "minisearch";
import { tools } from "../../../mcp/tools.ts";

const stopWords = new Set(
  "a an and are as at be by for from in is it its not of on or one that the this to what which with i my me do".split(
    " ",
  ),
);

function term(word: string): string | null {
  const lower = word.toLowerCase();
  return stopWords.has(lower) ? null : lower.replace(/(ing|ed|es|s)$/, "");
}

const index = new MiniSearch({
  idField: "name",
  fields: ["name", "title", "description", "parameters"],
  tokenize: (text) => text.split(/[^A-Za-z]+/).filter((word) => word !== ""),
  processTerm: term,
});
index.addAll(
  tools.map(({ name, title, description, input }) => {
    return { name, title, description, parameters: Object.keys(input.shape).join(" ") };
  }),
);

/** Best first. */
export function toolsByWords(request: string): string[] {
  return index.search(request, { boost: { name: 2, title: 2 } }).map(({ id }) => id);
}

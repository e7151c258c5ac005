/**
 * Whether words alone lead a request to its tool: BM25 of the evaluation's requests over names, titles,
 * descriptions and parameters. No model chose here: words must not mislead it, that is all.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { tools, toolsByName } from "../../mcp/tools.ts";

/**
 * Requests whose own words do not say which tool is meant, each with why. Whoever adds a tool or rewords one
 * keeps this list as short as it is: words that a rival has by chance are changed there.
 */
const ambiguous: Record<string, string> = {
  "I need retail sales by product, at most $19.99":
    "All its words are of the data; a seller asks for sales in the same ones (get_earnings).",
};

const tables = [
  { marker: "<!-- evaluation:", requestsMin: 118 },
  { marker: "<!-- requests of others:", requestsMin: 35 },
];

const stopWords = new Set(
  "a an and are as at be by for from in is it its not of on or one that the this to what which with i my me do".split(
    " ",
  ),
);

function term(word: string): string | null {
  const lower = word.toLowerCase();
  return stopWords.has(lower) ? null : lower.replace(/(ing|ed|es|s)$/, "");
}

const readme = readFileSync(join(import.meta.dir, "../../mcp/README.md"), "utf8");

function requestsAfter(marker: string): { request: string; tool: string }[] {
  const [, rest = ""] = readme.split(marker);
  const [table = ""] = rest.split("\n<!-- ");
  return table.split("\n").flatMap((line) => {
    const [, request = "", tool = ""] = line
      .split("|")
      .map((cell) => cell.replaceAll("`", "").trim());
    return toolsByName.has(tool) ? [{ request: request.replace(/[0-9a-f-]{36}/g, ""), tool }] : [];
  });
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

function toolsFor(request: string): string[] {
  return index.search(request, { boost: { name: 2, title: 2 } }).map(({ id }) => id);
}

test.each(tables)("the words of requests after “$marker” lead to their tools", (table) => {
  const requests = requestsAfter(table.marker);
  const misled = requests
    .filter(({ request }) => !Object.hasOwn(ambiguous, request))
    .map(({ request, tool }) => ({ request, tool, first: toolsFor(request)[0] }))
    .filter(({ tool, first }) => tool !== first);
  expect(misled).toEqual([]);
  expect(requests.length).toBeGreaterThanOrEqual(table.requestsMin);
});

test("what is held to be ambiguous is asked, and misleads indeed", () => {
  const asked = new Map(
    tables
      .flatMap(({ marker }) => requestsAfter(marker))
      .map(({ request, tool }) => [request, tool]),
  );
  for (const request of Object.keys(ambiguous)) {
    expect(asked.has(request)).toBe(true);
    expect(toolsFor(request)[0]).not.toBe(asked.get(request) ?? "");
  }
});

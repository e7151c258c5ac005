/** Requests for tools with the right tool for each, in named sets. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Asked = { request: string; tool: string };

/** A row is a tool, a request and, in some sets, a third cell. */
function rowsOf(file: string): string[][] {
  const text = readFileSync(join(import.meta.dir, file), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
}

/** Our own requests, each with the arguments that a model has to pass. */
export const evaluated = rowsOf("own.tsv").map(([tool = "", request = "", args = ""]) => ({
  tool,
  request,
  args,
}));

/** A request names its subject by an id, which has no meaning: `it` replaces the id. */
function requestsOf(file: string): Asked[] {
  return rowsOf(file).map(([tool = "", request = ""]) => ({
    request: request.replace(/[0-9a-f-]{36}/g, "it"),
    tool,
  }));
}

const freshRequests = requestsOf("fresh.tsv");

/** Selects half of them by a hash of their text, so that nobody chooses which. */
function isKept({ request }: Asked): boolean {
  const [first = 0] = createHash("sha256").update(request).digest();
  return first % 2 === 0;
}

/** `kept` was seen by nobody who worded descriptions, except when it was first written. */
export const requestSets = {
  own: requestsOf("own.tsv"),
  /**
   * Reworded from requests with which others test their own servers: CKAN
   * (`ondata/ckan-mcp-server`), Kaggle (`54yyyu/kaggle-mcp`), Shopware
   * (`shopware/shopware-mcp-evals`), τ-bench and Stripe (`stripe/agent-toolkit`).
   */
  others: requestsOf("others.tsv"),
  worded: freshRequests.filter((asked) => !isKept(asked)),
  kept: freshRequests.filter(isKept),
} as const;

/** A language model's first pick for each kept request; `measure.ts` says what it was given. */
export const judgedPicks = new Map(
  rowsOf("judged.tsv").map(([request = "", pick = ""]) => [request, pick]),
);

export type SetName = keyof typeof requestSets;
export const setNames = Object.keys(requestSets) as SetName[];

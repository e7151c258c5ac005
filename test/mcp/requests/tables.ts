/** The requests by which tools are looked for, each with the tool that is right, in named sets. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Asked = { request: string; tool: string };

/** A row is a tool, a request and, where a set has more to say, a third cell. */
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

/** A request names its subject by an id, which says nothing: `it` replaces the id. */
function requestsOf(file: string): Asked[] {
  return rowsOf(file).map(([tool = "", request = ""]) => ({
    request: request.replace(/[0-9a-f-]{36}/g, "it"),
    tool,
  }));
}

const freshRequests = requestsOf("fresh.tsv");

/** Half of them by their own text, so that nobody chooses which. */
function isKept({ request }: Asked): boolean {
  const [first = 0] = createHash("sha256").update(request).digest();
  return first % 2 === 0;
}

/** `kept` was looked at by no one who worded descriptions, but for having written it before. */
export const requestSets = {
  own: requestsOf("own.tsv"),
  /**
   * We reworded requests that others try their own servers with: CKAN (`ondata/ckan-mcp-server`), Kaggle
   * (`54yyyu/kaggle-mcp`), Shopware (`shopware/shopware-mcp-evals`), τ-bench and Stripe (`stripe/agent-toolkit`).
   */
  others: requestsOf("others.tsv"),
  worded: freshRequests.filter((asked) => !isKept(asked)),
  kept: freshRequests.filter(isKept),
} as const;

export type SetName = keyof typeof requestSets;
export const setNames = Object.keys(requestSets) as SetName[];

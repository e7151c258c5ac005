/** The requests by which tools are looked for, each with the tool that is right, in named sets. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toolsByName } from "../../../mcp/tools.ts";

export type Asked = { request: string; tool: string };

const readme = readFileSync(join(import.meta.dir, "../../../mcp/README.md"), "utf8");
const fresh = readFileSync(join(import.meta.dir, "fresh.tsv"), "utf8");

/** A request names what it is about by an id, which says nothing: `it` stands in its place. */
function requestsAfter(marker: string): Asked[] {
  const [, rest = ""] = readme.split(marker);
  const [table = ""] = rest.split("\n<!-- ");
  return table.split("\n").flatMap((line) => {
    const [, request = "", tool = ""] = line
      .split("|")
      .map((cell) => cell.replaceAll("`", "").trim());
    return toolsByName.has(tool)
      ? [{ request: request.replace(/[0-9a-f-]{36}/g, "it"), tool }]
      : [];
  });
}

const freshRequests = fresh
  .trim()
  .split("\n")
  .map((line): Asked => {
    const [tool = "", request = ""] = line.split("\t");
    return { request, tool };
  });

/** Half of them by their own text, so that nobody chooses which. */
function isKept({ request }: Asked): boolean {
  const [first = 0] = createHash("sha256").update(request).digest();
  return first % 2 === 0;
}

/** `kept` was looked at by no one who worded descriptions, but for having written it before. */
export const requestSets = {
  own: requestsAfter("<!-- evaluation:"),
  others: requestsAfter("<!-- requests of others:"),
  worded: freshRequests.filter((asked) => !isKept(asked)),
  kept: freshRequests.filter(isKept),
} as const;

export type SetName = keyof typeof requestSets;
export const setNames = Object.keys(requestSets) as SetName[];

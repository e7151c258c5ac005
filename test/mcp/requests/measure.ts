/**
 * Prints how often `find_tools` leads a request to its tool. With a file, also writes what a language model
 * needs to judge the list: all tools as sent, and the kept requests without their answers, in an order that
 * tells nothing; its picks belong into `judged.tsv`. `bun test/mcp/requests/measure.ts [FILE]`
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { tools } from "../../../mcp/tools.ts";
import { rankedWithin } from "./by-words.ts";
import { requestSets, setNames } from "./tables.ts";

for (const set of setNames) {
  const [first, three, eight] = [1, 3, 8].map((places) => rankedWithin(set, places));
  process.stdout.write(
    `${set}: of ${requestSets[set].length} requests the tool is first for ${first}, among 3 for ${three}, among 8 for ${eight}\n`,
  );
}

const [, , file] = process.argv;
if (file !== undefined) {
  const lines = tools.map(
    ({ name, description, parameters }) =>
      `- ${name}: ${description} ${JSON.stringify(parameters)}`,
  );
  const orderOf = (text: string) => createHash("sha256").update(`order ${text}`).digest("hex");
  const requests = requestSets.kept
    .map(({ request }) => request)
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  writeFileSync(file, `${[...lines, "", ...requests].join("\n")}\n`);
}

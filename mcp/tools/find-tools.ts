/** Leads from a need in words to tools that the connection's list may not hold. */
import { z } from "zod";
import { toolsets } from "../../market/contract/contract.ts";
import { defineTool, type Tool } from "../tool.ts";
import { publicRead } from "./annotations.ts";

const NEED_CHARS_MAX = 300;
/** Each with its input schema, so that it can be called at once. */
const TOOLS_TOLD_MAX = 3;
const TOOLS_NAMED_MAX = 5;

const named = { name: z.string(), does: z.string(), toolset: z.string() };
const foundTools = z.object({
  tools: z.array(z.object({ ...named, input_schema: z.record(z.string(), z.unknown()) })),
  others: z.array(z.object(named)),
});

/** `rank`: of the same tools, best first. */
export function findToolsIn(tools: readonly Tool[], rank: (need: string) => string[]): Tool {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return defineTool({
    name: "find_tools",
    title: "Find tools",
    description:
      "Finds tools that your list does not hold: selling, auctions, data requests, saved searches, " +
      "reviews, messages and more. Describe the need in a few words; the best matches come with their " +
      "input schemas. Call them by name, or connect with ?tools=all to list every tool.",
    keywords: "help what can I do list available functions",
    by: "anyone",
    annotations: publicRead,
    input: z.strictObject({
      need: z.string().min(1).max(NEED_CHARS_MAX).describe("Such as: sell a CSV file."),
    }),
    output: foundTools,
    sets: toolsets,
    run: async (_call, { need }) => {
      const ranked = rank(need).flatMap((name) => byName.get(name) ?? []);
      const others = ranked.slice(TOOLS_TOLD_MAX, TOOLS_TOLD_MAX + TOOLS_NAMED_MAX);
      return {
        tools: ranked
          .slice(0, TOOLS_TOLD_MAX)
          .map((tool) => ({ ...entryOf(tool), input_schema: tool.parameters })),
        others: others.map(entryOf),
      };
    },
    tell: ({ tools: found, others }) => ({
      text:
        found.length === 0
          ? `No tool has these words. Describe the act and its object, such as: withdraw a bid. The sets are ${toolsets.join(", ")}; ?tools=all lists every tool.`
          : [
              "Call one by its name with arguments of its schema:",
              ...found.map(
                ({ input_schema: schema, ...entry }) =>
                  `- ${lineOf(entry)} Schema: ${JSON.stringify(schema)}`,
              ),
              ...(others.length === 0 ? [] : ["Less near:"]),
              ...others.map((entry) => `- ${lineOf(entry)}`),
            ].join("\n"),
    }),
  });
}

type Entry = { name: string; does: string; toolset: string };

function entryOf({ name, description, sets = [] }: Tool): Entry {
  const [does = description] = description.split(/(?<=[.;])\s/);
  return { name, does: does.replace(/;$/, "."), toolset: sets[0] ?? "all" };
}

const lineOf = ({ name, does, toolset }: Entry) => `${name} (${toolset}): ${does}`;

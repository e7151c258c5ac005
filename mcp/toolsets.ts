/** Parts of the tools that an address asks for (`/mcp?tools=buy`), for models with little room. */
import { closest } from "fastest-levenshtein";
import { toolsets } from "../market/contract/contract.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";
import { shorten } from "./untrusted.ts";

export const toolsetNames: readonly string[] = toolsets;

export type Toolset = {
  /** Names the server apart, as clients may keep a list of tools by the server's name and version. */
  names: readonly string[];
  has(tool: Pick<Tool, "name">): boolean;
};

/** All tools. */
const everyTool: Toolset = { names: [], has: () => true };

/** Of a name in the refusal. */
const NAME_CHARS_MAX = 40;

/** `asked`: lists by commas; none asks for all tools. A string says what is wrong with them. */
export function readToolset(asked: readonly string[]): Toolset | string {
  if (asked.length === 0) return everyTool;
  const names = [...new Set(asked.flatMap((list) => list.split(",")))].map((name) => name.trim());
  const unknown = names.find((name) => !toolsetNames.includes(name));
  if (unknown !== undefined) {
    const name = shorten(unknown, NAME_CHARS_MAX);
    return `tools names no set "${name}"; did you mean ${closest(name, toolsetNames)}? Known: ${toolsetNames.join(", ")}. Without tools there are all.`;
  }
  const isMember = ({ sets = [] }: Pick<Tool, "sets">) => sets.some((set) => names.includes(set));
  const memberNames = new Set(tools.filter(isMember).map(({ name }) => name));
  return { names: names.toSorted(), has: ({ name }) => memberNames.has(name) };
}

/** Who asks for the tools of selling, and not of buying, acts as a seller where both sides may. */
export function sideOf({ names }: Pick<Toolset, "names">): "seller" | null {
  return names.includes("sell") && !names.includes("buy") ? "seller" : null;
}

/** For the tests, which hold each set to its budget. */
export function toolsOf(toolset: Toolset): Tool[] {
  return tools.filter((tool) => toolset.has(tool));
}

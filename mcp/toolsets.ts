/**
 * Subsets of the tools that an address selects (`/mcp?tools=buy`), for models with a small context.
 */
import { closest } from "fastest-levenshtein";
import { toolsets } from "../market/contract/contract.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";
import { shorten } from "./untrusted.ts";

export const toolsetNames: readonly string[] = toolsets;

export type Toolset = {
  /**
   * Also part of the server's name: clients may cache a list of tools by server name and version.
   */
  names: readonly string[];
  has(tool: Pick<Tool, "name">): boolean;
};

const everyTool: Toolset = { names: [], has: () => true };

/** The longest part of an unknown name that the refusal repeats. */
const NAME_CHARS_MAX = 40;

/** `asked`: comma-separated lists; empty selects all tools. Returns a message for unknown names. */
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

/** Selecting only the tools for selling acts as a seller where both sides may. */
export function sideOf({ names }: Pick<Toolset, "names">): "seller" | null {
  return names.includes("sell") && !names.includes("buy") ? "seller" : null;
}

/** For the tests, which check each set against its token budget. */
export function toolsOf(toolset: Toolset): Tool[] {
  return tools.filter((tool) => toolset.has(tool));
}

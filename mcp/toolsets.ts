/**
 * The tools that an address lists: `core` by default, others by name (`/mcp?tools=sell,auctions`). A list
 * saves a model's context and permits nothing: every tool can be called by name at every address.
 */
import { closest } from "fastest-levenshtein";
import { toolsets } from "../market/contract/contract.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";
import { shorten } from "./untrusted.ts";

const everything = "all";
const toolsetNames: readonly string[] = [...toolsets, everything];

export type Toolset = {
  /**
   * Also part of the server's name: clients may cache a list of tools by server name and version. Empty
   * where the address names none.
   */
  names: readonly string[];
  has(tool: Pick<Tool, "name">): boolean;
};

/** The longest part of an unknown name that the refusal repeats. */
const NAME_CHARS_MAX = 40;

/** `asked`: comma-separated lists; empty selects `core`. Returns a message for unknown names. */
export function readToolset(asked: readonly string[]): Toolset | string {
  if (asked.length === 0) return { names: [], has: membersOf(["core"]) };
  const names = [...new Set(asked.flatMap((list) => list.split(",")))].map((name) => name.trim());
  const unknown = names.find((name) => !toolsetNames.includes(name));
  if (unknown !== undefined) {
    const name = shorten(unknown, NAME_CHARS_MAX);
    return `tools names no set "${name}"; did you mean ${closest(name, toolsetNames)}? Known: ${toolsetNames.join(", ")}. Without tools it is core.`;
  }
  const has = names.includes(everything) ? () => true : membersOf(names);
  return { names: names.toSorted(), has };
}

function membersOf(names: readonly string[]): Toolset["has"] {
  const isMember = ({ sets = [] }: Pick<Tool, "sets">) => sets.some((set) => names.includes(set));
  const memberNames = new Set(tools.filter(isMember).map(({ name }) => name));
  return ({ name }) => memberNames.has(name);
}

/** Selecting only the tools for selling acts as a seller where both sides may. */
export function sideOf(toolset: Pick<Toolset, "names" | "has">): "seller" | null {
  return toolset.names.includes("sell") && !toolset.has({ name: "buy_now" }) ? "seller" : null;
}

/** For the tests, which check each set against its token budget. */
export function toolsOf(toolset: Toolset): Tool[] {
  return tools.filter((tool) => toolset.has(tool));
}

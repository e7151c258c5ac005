/** Every tool, in the order in which a client lists them. */
import type { Tool } from "./tool.ts";
import { catalogueTools } from "./tools/catalogue.ts";

export const tools: Tool[] = [...catalogueTools];

export const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

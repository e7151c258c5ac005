/** Which tools a request's words lead to, as `find_tools` ranks them. */
import { rankTools } from "../../../mcp/rank-tools.ts";
import { tools } from "../../../mcp/tools.ts";
import { requestSets, type SetName } from "./tables.ts";

/** `find_tools` does not find itself. */
const toolsByWords = rankTools(tools.filter(({ name }) => name !== "find_tools"));

/** The number of a set's requests whose tool is among the first `places`. */
export function rankedWithin(set: SetName, places: number): number {
  const found = requestSets[set].filter(({ request, tool }) =>
    toolsByWords(request).slice(0, places).includes(tool),
  );
  return found.length;
}

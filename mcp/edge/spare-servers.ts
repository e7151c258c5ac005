/** Keeps servers of one tool each for reuse, because building one takes as long as many calls. */
import type { McpServer } from "@modelcontextprotocol/server";
import type { Needed } from "../message.ts";
import type { Toolset } from "../toolsets.ts";

/** For all tools together. More concurrent calls than this build servers that are thrown away. */
const SPARE_MAX = 200;

type ServerSpec = { toolset: Toolset; needed: Needed };

/**
 * Hands out an idle server and takes it back when its exchange ends. `build` must not keep caller
 * data in the server. Only for the current revision: its transport ends once, and each message
 * declares the client's capabilities again. An older transport may end after another exchange has
 * begun.
 */
export function keepServers(): (asked: ServerSpec, build: () => McpServer) => McpServer {
  const spare = new Map<string, McpServer[]>();
  let count = 0;
  return ({ toolset, needed: { tools, isOnlyCalls } }, build) => {
    const [tool] = tools;
    if (tool === undefined || tools.size !== 1 || !isOnlyCalls) return build();
    const key = [tool.name, ...toolset.names].join();
    const known = spare.get(key)?.pop();
    if (known !== undefined) {
      count -= 1;
      return known;
    }
    const built = build();
    built.server.onclose = () => {
      if (count === SPARE_MAX) return;
      const others = spare.get(key);
      if (others === undefined) spare.set(key, [built]);
      else others.push(built);
      count += 1;
    };
    return built;
  };
}

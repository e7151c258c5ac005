/** Servers of one tool each, kept for the next call of the same tool: building one takes as long as many a call. */
import type { McpServer } from "@modelcontextprotocol/server";
import type { Tool } from "../tool.ts";
import type { Toolset } from "../toolsets.ts";

/** Of all tools together: more calls than that at once build servers that are thrown away. */
const SPARE_MAX = 200;

type ServerSpec = { toolset: Toolset; needed: ReadonlySet<Tool> | null };

/**
 * Gives out a server that serves nobody, and takes it back when its exchange has ended. What it builds must
 * hold nothing of a caller. For the current revision alone: its transport ends once, and each of its messages
 * says anew what the client is able to, where an older one's may end again when another exchange has begun.
 */
export function keepServers(): (asked: ServerSpec, build: () => McpServer) => McpServer {
  const spare = new Map<string, McpServer[]>();
  let count = 0;
  return ({ toolset, needed }, build) => {
    const [tool] = needed ?? [];
    if (tool === undefined || needed?.size !== 1) return build();
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

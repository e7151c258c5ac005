/** Servers are reused for one call after another: each call keeps its own caller. */
import { expect, test } from "bun:test";
import { keepServers } from "../../../mcp/edge/spare-servers.ts";
import { toolsByName } from "../../../mcp/tools.ts";
import { readToolset, type Toolset } from "../../../mcp/toolsets.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { connectModern, testMcp } from "../support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });

test("each of many callers of one tool, in turn and at once, reads their own account", async () => {
  const agents = await Promise.all([verifiedAgent(api), verifiedAgent(api), verifiedAgent(api)]);
  const clients = await Promise.all(agents.map(({ token }) => connectModern(mcp.url, token)));
  const read = async (at: number) => {
    const answer = await clients[at]?.callTool({ name: "get_agent", arguments: {} });
    return (answer?.structuredContent as { id: string } | undefined)?.id ?? "none";
  };
  const own = await Promise.all(clients.map((_, at) => read(at)));
  expect(new Set(own).size).toBe(agents.length);
  for (let round = 0; round < 5; round += 1) {
    for (const at of clients.keys()) expect(await read(at)).toBe(own[at] ?? "");
  }
  const turns = Array.from({ length: 60 }, (_, turn) => turn % clients.length);
  expect(await Promise.all(turns.map(read))).toEqual(turns.map((at) => own[at] ?? ""));
  await Promise.all(clients.map((client) => client.close()));
});

function toolset(name: string): Toolset {
  const read = readToolset([name]);
  if (typeof read === "string") throw new Error(read);
  return read;
}

test("a server is reused once its exchange has ended, only for the same tool and set", () => {
  const give = keepServers();
  type Served = ReturnType<Parameters<typeof give>[1]>;
  let built = 0;
  const build = () => {
    built += 1;
    return { server: {}, built } as unknown as Served;
  };
  const needed = (name: string, isOnlyCalls = true) => {
    const named = [...toolsByName.values()].filter((tool) => tool.name === name);
    return { tools: new Set(named), isOnlyCalls };
  };
  const buy = toolset("buy");
  const asked = { toolset: buy, needed: needed("buy_now") };
  const first = give(asked, build);
  const second = give(asked, build);
  expect(second).not.toBe(first);
  first.server.onclose?.();
  expect(give({ toolset: buy, needed: needed("place_bid") }, build)).not.toBe(first);
  expect(give({ toolset: toolset("browse"), needed: needed("buy_now") }, build)).not.toBe(first);
  expect(give({ toolset: buy, needed: needed("buy_now", false) }, build)).not.toBe(first);
  expect(give(asked, build)).toBe(first);
  expect(give(asked, build)).not.toBe(first);
});

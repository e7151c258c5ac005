/**
 * The code snippets run: LangChain's and OpenAI's packages with a stand-in for the model.
 * LangChain's versions of our tools buy without a model.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientDoors } from "../../market/discovery/connect/client-doors.ts";
import { testMcp } from "../mcp/support.ts";
import { verifiedAgent } from "../support/agents.ts";
import { publishedListing } from "../support/listings.ts";
import { paidListing } from "../support/market.ts";
import { newPayingBuyer, testMoney } from "../support/money.ts";
import { installApart } from "./install-apart.ts";

setDefaultTimeout(120_000);

const money = await testMoney();
const { api } = money;
const baseUrl = api.config.PUBLIC_BASE_URL;
const mcp = await testMcp({ apiUrl: baseUrl });
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);
const buyer = await newPayingBuyer(api, money.provider);
const secret = buyer.token;
const hosts = await installApart(join(import.meta.dir, "hosts"), "hosts");
const doors = clientDoors({ baseUrl, mcpUrl: mcp.url });

type Asked = { model?: string; tools?: unknown[]; input?: unknown };

/**
 * Answers as OpenAI's current models do: with the Responses API, first a search call, then text.
 * Chat completions refuse functions for reasoning models.
 */
function modelStandIn() {
  const asked: Asked[] = [];
  const call = { name: "search_datasets", arguments: JSON.stringify({ query: "iris" }) };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = (await request.json()) as Asked;
      asked.push(body);
      if (request.url.endsWith("/responses")) return Response.json(responseTo(body, call));
      const message = `Function tools are not supported for ${body.model} in /v1/chat/completions.`;
      return Response.json({ error: { message, type: "invalid_request_error" } }, { status: 400 });
    },
  });
  return { asked, url: `http://127.0.0.1:${server.port}/v1`, stop: () => server.stop(true) };
}

function responseTo({ model, tools, input }: Asked, call: object) {
  const hasFunctions = JSON.stringify(tools).includes('"type":"function"');
  const isToldAlready = JSON.stringify(input).includes("function_call_output");
  const asks = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    status: "completed",
    ...call,
  };
  const content = [{ type: "output_text", text: "Found it.", annotations: [] }];
  const says = {
    type: "message",
    id: `msg_${crypto.randomUUID()}`,
    role: "assistant",
    status: "completed",
    content,
  };
  const output = [hasFunctions && !isToldAlready ? asks : says];
  return {
    id: `resp_${crypto.randomUUID()}`,
    object: "response",
    status: "completed",
    model,
    output,
  };
}

async function run(id: string) {
  const model = modelStandIn();
  const snippet = doors
    .find((door) => door.id === id)
    ?.snippets.find(({ language }) => language === "typescript");
  const file = join(hosts, `${id}.mjs`);
  writeFileSync(file, String(snippet?.text));
  const child = Bun.spawn([process.execPath, file], {
    cwd: hosts,
    env: {
      PATH: String(process.env.PATH),
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: model.url,
      DATASET_MARKET_KEY: secret,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  await model.stop();
  expect({ code, errors: code === 0 ? "" : errors }).toEqual({ code: 0, errors: "" });
  return { printed, asked: model.asked };
}

test.each(["langchain", "openai-functions"])(
  "%s searches and hands the answer back",
  async (id) => {
    const { printed, asked } = await run(id);
    expect(printed.trim()).toBe("Found it.");
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked[0]?.tools)).toContain("search_datasets");
    expect(JSON.stringify(asked[1])).toContain(datasetId);
  },
);

test("openai-responses names the server, the key, and the tools that need no approval", async () => {
  const { printed, asked } = await run("openai-responses");
  expect(printed.trim()).toBe("Found it.");
  const [tool] = asked[0]?.tools ?? [];
  expect(tool).toMatchObject({ type: "mcp", server_url: mcp.url, authorization: secret });
});

type LangChainTool = { name: string; invoke(args: object): Promise<unknown> };
type Adapters = {
  MultiServerMCPClient: new (
    given: object,
  ) => { getTools(): Promise<LangChainTool[]>; close(): Promise<void> };
};

test("LangChain's tools buy: the card, the price that was seen, the purchase and its file", async () => {
  const adapters = join(hosts, "node_modules/@langchain/mcp-adapters/dist/index.js");
  const { MultiServerMCPClient } = (await import(adapters)) as Adapters;
  const headers = { Authorization: `Bearer ${secret}` };
  const market = new MultiServerMCPClient({
    mcpServers: { market: { transport: "http", url: mcp.url, headers } },
  });
  const tools = new Map((await market.getTools()).map((tool) => [tool.name, tool]));
  const call = async (name: string, args: object = {}) =>
    JSON.stringify(await tools.get(name)?.invoke(args));
  const content = "day,price\n2026-02-01,LangChain\n";
  const { owner, agentId } = money.seller;
  const seller = { token, email: owner.email, agentId, owner };
  const paid = await paidListing({ api, seller }, content);
  expect(await call("get_operator")).toContain(buyer.cardId);
  const wish = { dataset_id: paid, payment_method_id: buyer.cardId };
  const seen = { ...wish, expected_price_cents: 1 };
  await expect(call("buy_now", seen)).rejects.toThrow("price_changed");
  expect(await call("buy_now", wish)).toContain("in_escrow");
  const [, purchase_id = ""] = /- ([\w-]{36}): /.exec(await call("list_purchases")) ?? [];
  const told = await call("get_purchase_download_url", { purchase_id });
  const [, url = ""] = /GET (\S+) within/.exec(told) ?? [];
  expect(await (await fetch(url)).text()).toBe(content);
  expect(await call("confirm_purchase", { purchase_id })).toContain("released");
  await market.close();
});

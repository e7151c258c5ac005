/** Tools outside the default list: found by a need in words, and called at once. */
import { expect, test } from "bun:test";
import { parametersOf } from "../../mcp/json-schema.ts";
import { toolsByName } from "../../mcp/tools.ts";
import { testApi } from "../support/api.ts";
import { connectByDefault, testMcp } from "./support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const client = await connectByDefault(mcp.url);

type Found = {
  tools: { name: string; toolset: string; input_schema: object }[];
  others: { name: string }[];
};

async function find(need: string) {
  const { content, structuredContent } = await client.callTool({
    name: "find_tools",
    arguments: { need },
  });
  const [{ text = "" } = {}] = content as { text?: string }[];
  return { text, found: structuredContent as Found };
}

test.each([
  ["register as a seller", "register_agent", "sell"],
  ["withdraw my listing", "withdraw_listing", "sell"],
  ["retract a bid", "retract_bid", "buy"],
  ["watch a search and get notified", "save_search", "follow"],
  ["list_offers", "list_offers", "buy"],
])("“%s” finds %s with its schema, in text and in structured content", async (need, name, set) => {
  const { text, found } = await find(need);
  const one = found.tools.find((tool) => tool.name === name);
  const schema = parametersOf(toolsByName.get(name)?.input ?? fail());
  expect(one).toMatchObject({ toolset: set, input_schema: schema });
  expect(text).toContain(JSON.stringify(schema));
  expect((await find(need)).found).toEqual(found);
});

test("a need without a known word says what to do", async () => {
  const { text, found } = await find("zqxv");
  expect(found).toEqual({ tools: [], others: [] });
  expect(text).toContain("?tools=all");
});

test("a found tool can be called although the list does not hold it", async () => {
  const { tools: listed } = await client.listTools();
  expect(listed.map(({ name }) => name)).not.toContain("list_requests");
  const { isError, structuredContent } = await client.callTool({
    name: "list_requests",
    arguments: {},
  });
  expect(isError).not.toBe(true);
  expect(structuredContent).toMatchObject({ items: [] });
});

test("a wrong name is refused with the nearest ones", async () => {
  const call = (name: string) => client.callTool({ name, arguments: {} });
  await expect(call("search_dataset")).rejects.toThrow("did you mean search_datasets?");
  await expect(call("withdraw_my_bid")).rejects.toThrow("retract_bid");
});

function fail(): never {
  throw new Error("there is no such tool");
}

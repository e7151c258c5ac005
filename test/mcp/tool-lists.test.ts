/** The size of `tools/list` for a model, and the sets of tools that an address can select. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  Client,
  InMemoryResponseCacheStore,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv2020 } from "ajv/dist/2020.js";
import { toolsets } from "../../market/contract/contract.ts";
import { jsonSchemaOf } from "../../mcp/json-schema.ts";
import { outlineOf } from "../../mcp/outline.ts";
import { tools } from "../../mcp/tools.ts";
import { readToolset, toolsOf } from "../../mcp/toolsets.ts";
import { tokensOf } from "../support/tokens.ts";
import { connectByDefault, connectModern, connectOlder, testMcp } from "./support.ts";

const TOKENS_MAX = 13_500;
const CORE_TOKENS_MAX = 5000;
const SET_TOKENS_MAX = 7000;
/** Listing tools does not call the API. */
const nowhere = "http://127.0.0.1:1";

const mcp = await testMcp({ apiUrl: nowhere });
const at = (names: string) => `${mcp.url}?tools=${names}`;

/** docs/interface.md, tools. */
const specifiedTools = [
  ...["search_datasets", "get_dataset", "get_sample", "get_download_url"],
  ...["buy_now", "place_bid", "list_purchases", "contact_seller"],
];

function namesOf(sets: string[]): string[] {
  const toolset = readToolset(sets);
  if (typeof toolset === "string") throw new Error(toolset);
  return toolsOf(toolset).map(({ name }) => name);
}

type Listing = { listTools(): Promise<{ tools: { name: string }[] }> };

async function listed(client: Listing) {
  const { tools: told } = await client.listTools();
  return {
    names: told.map(({ name }) => name),
    tokens: tokensOf(told),
  };
}

async function listedLocally(sets: string) {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dir, "../../mcp/main.ts"), "stdio"],
      env: { PUBLIC_BASE_URL: nowhere, MCP_TOOLS: sets },
    }),
  );
  const told = await listed(client);
  await client.close();
  return told;
}

describe("a model reads", () => {
  test.each([
    ["a client of 2026-07-28", async () => listed(await connectByDefault(mcp.url))],
    ["a local client", () => listedLocally("")],
  ])("the core in at most 5,000 tokens, by %s", async (_, list) => {
    const told = await list();
    expect(told.names).toEqual(namesOf([]));
    expect(told.names.length).toBeWithin(12, 17);
    expect(specifiedTools.filter((name) => !told.names.includes(name))).toEqual([]);
    expect(told.tokens).toBeLessThanOrEqual(CORE_TOKENS_MAX);
  });

  test.each([
    ["a client of 2026-07-28", async () => listed(await connectModern(at("all")))],
    ["a client of 2025", async () => listed(await connectOlder(at("all")))],
    ["a local client", () => listedLocally("all")],
  ])("all tools in at most 13,500 tokens, by %s", async (_, list) => {
    const told = await list();
    expect(told.names).toEqual(tools.map(({ name }) => name));
    expect(told.tokens).toBeLessThanOrEqual(TOKENS_MAX);
  });

  test.each(toolsets)("the set %s in less than 7,000, whatever the client", async (name) => {
    const clients = [await connectModern(at(name)), await connectOlder(at(name))];
    for (const told of await Promise.all(clients.map(listed))) {
      expect(told.names).toEqual(namesOf([name]));
      expect(told.names).toContain("find_tools");
      expect(told.tokens).toBeLessThan(SET_TOKENS_MAX);
    }
  });
});

describe("an address", () => {
  test("takes several sets by commas or by repeating, each tool once", async () => {
    const both = await listed(await connectModern(at("sell,follow")));
    const repeated = await listed(await connectModern(`${at("sell")}&tools=follow`));
    expect(repeated.names).toEqual(both.names);
    expect(both.names).toContain("publish_listing");
    expect(both.names).toContain("save_search");
    expect(new Set(both.names).size).toBe(both.names.length);
  });

  test.each([
    ["byu", "did you mean buy?"],
    ["buy,", `Known: ${toolsets.join(", ")}, all`],
    ["", `Known: ${toolsets.join(", ")}, all`],
    ["toString", `Known: ${toolsets.join(", ")}, all`],
  ])("that asks for “%s” is refused and told what there is", async (names, words) => {
    const answer = await fetch(at(names), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const { error } = (await answer.json()) as { error: { data: { detail: string } } };
    expect([answer.status, error.data.detail]).toEqual([400, expect.stringContaining(words)]);
  });

  test("calls a tool that it does not list, and its instructions lead to it by find_tools", async () => {
    for (const client of [
      await connectModern(at("browse"), "dm_test"),
      await connectOlder(at("browse"), "dm_test"),
    ]) {
      const { tools: told } = await client.listTools();
      expect(told.map(({ name }) => name)).not.toContain("place_bid");
      const { content } = await client.callTool({ name: "place_bid", arguments: {} });
      expect(JSON.stringify(content)).toContain("/max_amount");
      expect(client.getInstructions()).not.toContain("buy_now");
      expect(client.getInstructions()).toContain("find_tools");
    }
  });

  test("gets a list of its own from a client that keeps lists by the server's name", async () => {
    const store = new InMemoryResponseCacheStore();
    const lists: string[] = [];
    for (const url of [mcp.url, at("all"), at("buy"), at("sell"), at("browse,sell")]) {
      const client = new Client(
        { name: "test", version: "1.0.0" },
        { responseCacheStore: store, versionNegotiation: { mode: "auto" } },
      );
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      lists.push((await listed(client)).names.join());
    }
    expect(new Set(lists).size).toBe(5);
  });
});

test("MCP_TOOLS gives a local client the sets that it names", async () => {
  const { names } = await listedLocally("browse");
  expect(names).toContain("search_datasets");
  expect(names).not.toContain("buy_now");
});

test("every tool stands in a set", () => {
  expect(tools.filter(({ sets = [] }) => sets.length === 0).map(({ name }) => name)).toEqual([]);
});

describe("listed parameters", () => {
  type Listed = Record<string, unknown> & { items?: Listed; properties?: Record<string, Listed> };

  const unknownToSome = ["$ref", "anyOf", "oneOf", "allOf", "const", "not"];

  const partsOf = (schema: Listed): Listed[] => [
    schema,
    ...[schema.items ?? [], Object.values(schema.properties ?? {})].flat().flatMap(partsOf),
  ];

  test.each(tools.map(({ name, parameters }) => [name, parameters as Listed] as const))(
    "%s keeps to what functions of OpenAI, Anthropic and Gemini may say",
    (name, parameters) => {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      for (const part of partsOf(parameters)) {
        expect(part.type).toBeOneOf(["object", "array", "string", "integer", "number", "boolean"]);
        expect(part.type === "array").toBe("items" in part);
        expect(part.format ?? "date-time").toBe("date-time");
        expect(unknownToSome.filter((keyword) => keyword in part)).toEqual([]);
      }
    },
  );
});

describe("listed answer fields", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  test.each(tools)("$name: a valid schema, which lets later fields pass", (tool) => {
    const outline = outlineOf(tool, jsonSchemaOf(tool.output, "output"));
    expect(ajv.validateSchema(outline)).toBe(true);
    expect(JSON.stringify(outline)).not.toContain("additionalProperties");
    expect(Object.keys(outline.properties as object).length).toBeGreaterThan(0);
  });
});

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
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { jsonSchemaOf } from "../../mcp/json-schema.ts";
import { outlineOf } from "../../mcp/outline.ts";
import { tools } from "../../mcp/tools.ts";
import { readToolset, toolsetNames, toolsOf } from "../../mcp/toolsets.ts";
import { connectModern, connectOlder, testMcp } from "./support.ts";

const TOKENS_MAX = 12_500;
const SET_TOKENS_MAX = 6200;
/** Listing tools does not call the API. */
const nowhere = "http://127.0.0.1:1";

const mcp = await testMcp({ apiUrl: nowhere });
const at = (names: string) => `${mcp.url}?tools=${names}`;

type Listing = { listTools(): Promise<{ tools: { name: string }[] }> };

async function listed(client: Listing) {
  const { tools: told } = await client.listTools();
  return {
    names: told.map(({ name }) => name),
    tokens: encode(JSON.stringify(told)).length,
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
    ["a client of 2026-07-28", async () => listed(await connectModern(mcp.url))],
    ["a client of 2025", async () => listed(await connectOlder(mcp.url))],
    ["a local client", () => listedLocally("")],
  ])("all tools in at most 12,500 tokens, by %s", async (_, list) => {
    const told = await list();
    expect(told.names).toEqual(tools.map(({ name }) => name));
    expect(told.tokens).toBeLessThanOrEqual(TOKENS_MAX);
  });

  test.each(toolsetNames)("the set %s in less than 6,200, whatever the client", async (name) => {
    const toolset = readToolset([name]);
    const expected = typeof toolset === "string" ? [] : toolsOf(toolset).map((tool) => tool.name);
    const clients = [await connectModern(at(name)), await connectOlder(at(name))];
    for (const told of await Promise.all(clients.map(listed))) {
      expect(told.names).toEqual(expected);
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
    ["buy,", "Known: browse, buy, sell, follow, talk"],
    ["", "Known: browse, buy, sell, follow, talk"],
    ["toString", "Known: browse, buy, sell, follow, talk"],
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

  test("has no other tools than it lists, and its instructions name none of them", async () => {
    const client = await connectModern(at("browse"), "dm_test");
    const call = client.callTool({ name: "buy_now", arguments: {} });
    await expect(call).rejects.toThrow("buy_now");
    expect(client.getInstructions()).not.toContain("buy_now");
  });

  test("gets a list of its own from a client that keeps lists by the server's name", async () => {
    const store = new InMemoryResponseCacheStore();
    const lists: string[] = [];
    for (const url of [mcp.url, at("buy"), at("sell"), at("browse,sell")]) {
      const client = new Client(
        { name: "test", version: "1.0.0" },
        { responseCacheStore: store, versionNegotiation: { mode: "auto" } },
      );
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      lists.push((await listed(client)).names.join());
    }
    expect(new Set(lists).size).toBe(4);
  });
});

test("MCP_TOOLS gives a local client the sets that it names", async () => {
  const { names } = await listedLocally("browse");
  expect(names).toContain("search_datasets");
  expect(names).not.toContain("buy_now");
});

test("every tool stands in a set", () => {
  const sets = toolsetNames.map((name) => readToolset([name]));
  const alone = tools.filter((tool) =>
    sets.every((toolset) => typeof toolset === "string" || !toolset.has(tool)),
  );
  expect(alone.map(({ name }) => name)).toEqual([]);
});

describe("what is listed of parameters", () => {
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

describe("what is listed of an answer", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  test.each(tools)("$name: a valid schema, which lets later fields pass", (tool) => {
    const outline = outlineOf(tool, jsonSchemaOf(tool.output, "output"));
    expect(ajv.validateSchema(outline)).toBe(true);
    expect(JSON.stringify(outline)).not.toContain("additionalProperties");
    expect(Object.keys(outline.properties as object).length).toBeGreaterThan(0);
  });
});

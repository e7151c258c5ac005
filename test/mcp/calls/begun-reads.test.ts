/**
 * Reads start before the SDK has checked their message: each runs once, and refused messages stay
 * refused.
 */
import { describe, expect, test } from "bun:test";
import { testApi } from "../../support/api.ts";
import { openTestMcp, testMcp } from "../support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const callOf = (name: string, args: object = {}, meta?: object) => ({
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
});

function post(url: string, message: unknown, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: "POST",
    body: JSON.stringify(message),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
}

const modernHeaders = (method: string, name: string) => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  "mcp-name": name,
});

describe.each([
  ["2026-07-28", envelope, modernHeaders("tools/call", "list_requests")],
  ["2025-11-25", undefined, {}],
] as const)("a message of %s", (_, meta, headers) => {
  test("runs its read once", async () => {
    const before = mcp.observed.length;
    const answer = await post(mcp.url, callOf("list_requests", {}, meta), headers);
    expect(await answer.text()).toContain('"structuredContent"');
    expect(mcp.observed.slice(before)).toEqual([{ tool: "list_requests", problem: null }]);
  });
});

test("a batch runs each of its reads once, with its own arguments", async () => {
  const before = mcp.observed.length;
  const batch = [callOf("list_requests", { query: 5 }), callOf("search_datasets", { limit: 0 })];
  const text = await (
    await post(
      mcp.url,
      batch.map((call, id) => ({ ...call, id })),
    )
  ).text();
  expect(text).toContain("/limit");
  const told = mcp.observed.slice(before).map(({ tool, problem }) => [tool, problem?.code]);
  expect(told.toSorted()).toEqual([
    ["list_requests", undefined],
    ["search_datasets", "invalid_request"],
  ]);
});

test.each(["list_requests", "register_agent"])(
  "a message that the SDK refuses is refused, and changes nothing: %s",
  async (name) => {
    const own = await openTestMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
    const args = name === "register_agent" ? { owner_email: "begun@example.org" } : {};
    const message = callOf(name, args, envelope);
    const answer = await post(own.url, message, modernHeaders("tools/list", name));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: -32_020 } });
    // A read that started anyway ends before the requests that follow it.
    const other = callOf("search_datasets", { query: "later" }, envelope);
    await (await post(own.url, other, modernHeaders("tools/call", "search_datasets"))).text();
    expect(own.observed.map(({ tool }) => tool)).not.toContain("register_agent");
    await own.close();
  },
);

test.each([
  ["of another type than JSON", "text/plain"],
  ["without a type", ""],
])("a body %s begins nothing", async (_, type) => {
  const own = await openTestMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
  const answer = await post(own.url, callOf("list_requests"), { "content-type": type });
  expect(answer.status).toBe(415);
  const later = await post(own.url, callOf("list_reviews", { dataset_id: "none" }));
  await later.text();
  expect(own.observed.map(({ tool }) => tool)).toEqual(["list_reviews"]);
  await own.close();
});

test("a client that hangs up at once causes no unhandled failure", async () => {
  const failures: unknown[] = [];
  const hear = (error: unknown) => failures.push(error);
  process.on("unhandledRejection", hear);
  const own = await openTestMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
  for (let call = 0; call < 20; call += 1) {
    const leaving = new AbortController();
    const asked = fetch(own.url, {
      method: "POST",
      body: JSON.stringify(callOf("list_requests")),
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      signal: leaving.signal,
    }).catch(() => null);
    setTimeout(() => leaving.abort(), call % 5);
    await asked;
  }
  expect((await post(own.url, callOf("list_requests"))).status).toBe(200);
  await own.close();
  process.off("unhandledRejection", hear);
  expect(failures).toEqual([]);
});

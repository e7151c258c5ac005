/** The HTTP edge of the MCP process: who may connect, who may call, and the wording of refusals. */
import { describe, expect, test } from "bun:test";
import type { ApiClient, Caller } from "../../mcp/api-client.ts";
import { nobody } from "../../mcp/person/ask-person.ts";
import { idempotencyMetaKey } from "../../mcp/server.ts";
import { toolsByName } from "../../mcp/tools.ts";
import { verifiedAgent } from "../support/agents.ts";
import { openTestApi, testApi } from "../support/api.ts";
import { newBuyer } from "../support/market.ts";
import { connectModern, connectOlder, openTestMcp, testMcp } from "./support.ts";

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });

type Posted = { headers?: Record<string, string>; body?: string };

const callOf = (name: string, args: object = {}, meta: object = {}) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: { name, arguments: args, _meta: meta },
  });

function post({ headers = {}, body = callOf("search_datasets") }: Posted): Promise<Response> {
  return fetch(mcp.url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
}

describe("allowed callers", () => {
  test.each([
    ["its own Host", { host: "localhost" }, 200],
    ["a Host that is allowed besides", { host: "market.example" }, 200],
    ["a Host of someone else, as by DNS rebinding", { host: "evil.example" }, 403],
    ["an Origin that is allowed", { origin: "https://app.example" }, 200],
    ["an Origin of someone else", { origin: "https://evil.example" }, 403],
    ["the opaque Origin", { origin: "null" }, 403],
  ])("%s", async (_, headers, status) => {
    const answer = await post({ headers });
    await answer.text();
    expect(answer.status).toBe(status);
  });

  test("a page of an allowed origin may call from a browser, and no other one", async () => {
    const asking = (origin: string) =>
      fetch(mcp.url, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await asking("https://app.example");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example");
    const allowedHeaders = allowed.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowedHeaders).toEqual(expect.arrayContaining(["act-as", "authorization"]));
    const refused = await asking("https://evil.example");
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
      403,
      null,
    ]);
    const answer = await post({ headers: { origin: "https://app.example" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });

  test("the answer names the request, by the caller's own id where it sent one", async () => {
    const named = await post({ headers: { "x-request-id": "mine-42" } });
    const unnamed = await post({});
    expect(named.headers.get("x-request-id")).toBe("mine-42");
    expect(unnamed.headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/);
    await Promise.all([named.text(), unnamed.text()]);
  });

  test("a body beyond the limit is refused with 413, whatever length it announces", async () => {
    const body = callOf("search_datasets", { query: "x".repeat(600_000) });
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
      },
    });
    expect((await post({ body })).status).toBe(413);
    const streamed = await fetch(mcp.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: chunks,
    });
    expect(streamed.status).toBe(413);
  });

  test.each([["*/*"], ["application/json, */*;q=0.1"], ["text/html, */*"]])(
    "who accepts %s is answered",
    async (accept) => {
      const answer = await post({ headers: { accept } });
      const text = await answer.text();
      expect([answer.status, text.includes("structuredContent")]).toEqual([200, true]);
    },
  );

  test("invalid JSON is answered by JSON-RPC's parse error", async () => {
    const answer = await post({ body: "{" });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32700 } }]);
  });

  test("another path is 404 and names the endpoint", async () => {
    const answer = await fetch(mcp.url.replace(/mcp$/, "sse"));
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(mcp.url);
  });
});

describe("a tool that needs a key", () => {
  test("answers 401 without one, saying where to read on and what to do", async () => {
    const answer = await post({ body: callOf("list_purchases") });
    const challenge = answer.headers.get("www-authenticate") ?? "";
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
    expect([answer.status, challenge.startsWith("Bearer ")]).toEqual([401, true]);
    expect(await answer.json()).toMatchObject({
      id: 7,
      error: { data: { code: "token_missing", next: expect.stringContaining("API key") } },
    });

    const metadata = await fetch(metadataUrl);
    expect([metadata.status, await metadata.json()]).toMatchObject([
      200,
      { resource: mcp.url, bearer_methods_supported: ["header"] },
    ]);
    const head = await fetch(metadataUrl, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test.each([
    ["an unknown API key", "dm_test_unknown00000000000000000000000000", "list_purchases"],
    ["a malformed agent token", "abc", "get_agent"],
  ])("answers 401 to %s, as the API does", async (_, token, name) => {
    const answer = await post({
      headers: { authorization: `Bearer ${token}` },
      body: callOf(name),
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(await answer.json()).toMatchObject({ error: { data: { code: "token_invalid" } } });
  });

  test.each([
    ["list_purchases", "agent", "seller agent's token", "operator's API key"],
    ["get_agent", "key", "operator's API key", "seller agent's token"],
  ])(
    "%s says to an %s's holder which kind it is and which one is needed",
    async (name, by, has, needs) => {
      const { token } = by === "agent" ? await verifiedAgent(api) : await newBuyer(api);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await post({ headers, body: callOf(name) });
      const { error } = (await answer.json()) as {
        error: { message: string; data: { code: string; detail: string; next: string } };
      };
      expect([answer.status, error.data.code]).toEqual([401, "token_kind_wrong"]);
      const words = new RegExp(`This is an? ${has}\\. This call needs an? ${needs}`);
      expect(error.message).toMatch(words);
      expect(error.data.detail).toMatch(words);
      expect(error.data.next).toContain("Keep this credential");
      expect(error.message).not.toMatch(/again|is lost|POST \//);
    },
  );

  test("takes the agent's token as an argument where the header is fixed", async () => {
    const { token } = await verifiedAgent(api);
    const client = await connectModern(mcp.url);
    const result = await client.callTool({ name: "get_agent", arguments: { agent_token: token } });
    expect(result.structuredContent).toMatchObject({ verified: true });
    await client.close();
  });

  test.each([
    ["of the current revision", connectModern],
    ["of the 2025 revisions", connectOlder],
  ] as const)("is refused to a client %s as unauthorized", async (_, connect) => {
    const client = await connect(mcp.url);
    const calling = client.callTool({ name: "get_operator", arguments: {} });
    await expect(calling).rejects.toThrow(/bearer|unauthorized/i);
    await client.close();
  });
});

describe("a failed call", () => {
  async function refused(name: string, args: object) {
    const client = await connectOlder(mcp.url);
    const result = await client.callTool({ name, arguments: { ...args } });
    await client.close();
    const [block] = result.content as { text: string }[];
    expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
    return JSON.parse(block?.text ?? "") as Record<string, unknown>;
  }

  test("answers with the API's problem document and what to do next", async () => {
    const datasetId = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";
    expect(await refused("get_dataset", { dataset_id: datasetId })).toMatchObject({
      status: 404,
      code: "dataset_not_found",
      resolution: "none",
      next: "Call search_datasets and use an id from its answer.",
    });
  });

  test("names every wrong argument, and the known name that is nearest", async () => {
    const args = { categori: "text", max_price: "cheap", query: "x" };
    expect(await refused("search_datasets", args)).toMatchObject({
      code: "invalid_request",
      errors: [
        { pointer: "/max_price", code: "invalid_type" },
        {
          pointer: "/categori",
          code: "unknown_field",
          detail: "is not known; did you mean category?",
        },
      ],
    });
  });

  test("names twenty unknown arguments at most, and each by its beginning", async () => {
    const names = Array.from({ length: 200 }, (_, index) => [`k${index}${"x".repeat(80)}`, 1]);
    const { errors, detail } = await refused("search_datasets", Object.fromEntries(names));
    expect((errors as object[]).length).toBe(20);
    expect(String(detail).length).toBeLessThan(4000);
  });

  test.each([
    ["a line break", "first\nsecond"],
    ["letters that no header can hold", "schlüssel-日本"],
    ["more than 255 characters", "k".repeat(256)],
    ["no text", 42],
  ])("an idempotency key with %s is refused, and nothing is done", async (_, key) => {
    const owner = { owner_email: "keyed@example.com" };
    const body = callOf("register_agent", owner, { [idempotencyMetaKey]: key });
    const text = await (await post({ body })).text();
    expect(text).toContain("invalid_request");
    expect(text).toContain("/_meta/dev.dataset-market~1idempotency-key");
    expect(text).not.toContain("token");
  });

  test.each([["line\nbreak"], ["two words"], ["schlüssel"]])(
    "agent_token %j is refused as an argument, not by the HTTP client",
    async (token) => {
      expect(await refused("get_agent", { agent_token: token })).toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: "/agent_token" }],
      });
    },
  );

  test("of a fault of our own tells nothing of its cause, which the log gets", async () => {
    const faulty: ApiClient = {
      call: () => Promise.reject(new TypeError("undefined is not an object: secret")),
      ping: () => Promise.resolve(),
    };
    const caller: Caller = {
      authorization: null,
      address: null,
      requestId: null,
      traceparent: null,
      actAs: null,
      idempotencyKey: null,
    };
    const siteUrl = "https://market.example";
    const environment = { api: faulty, caller, siteUrl, signal: undefined, person: nobody };
    const outcome = await toolsByName.get("search_datasets")?.call(environment, {});
    expect(outcome?.problem).toMatchObject({ status: 500, code: "internal_error" });
    expect(JSON.stringify(outcome?.result)).not.toContain("secret");
    expect(String(outcome?.cause)).toContain("secret");
  });

  test("accepts null for omitted parameters", async () => {
    const client = await connectModern(mcp.url);
    const args = { query: null, category: null, max_price: null };
    const result = await client.callTool({ name: "search_datasets", arguments: args });
    expect(result.isError).toBeUndefined();
    await client.close();
  });
});

describe("the client's address", () => {
  test("reaches the API: only the same client gets its token again", async () => {
    const behind = await openTestApi({ TRUSTED_PROXY_HOPS: "1" });
    const proxied = await openTestMcp({
      apiUrl: behind.config.PUBLIC_BASE_URL,
      trustedProxyHops: 1,
    });
    const register = async (address: string) => {
      const answer = await fetch(proxied.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "x-forwarded-for": `10.9.9.9, ${address}`,
        },
        body: callOf("register_agent", { owner_email: "behind@example.com" }),
      });
      const [, token] = /"token":"([^"]+)"/.exec(await answer.text()) ?? [];
      return token;
    };
    const first = await register("198.51.100.1");
    expect(first).toBeString();
    const other = await register("198.51.100.2");
    expect(other).toBeString();
    expect(other).not.toBe(first);
    expect(await register("198.51.100.1")).toBe(first);
    await proxied.close();
    await behind.close();
  });
});

/**
 * Paste an address, sign in, set a budget: the official suite's authorisation scenarios, the SDK's
 * OAuth clients of both generations and the Inspector, with a headless browser as the person.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { launchChromium } from "../site/chromium.ts";
import { testApi } from "../support/api.ts";
import { forFile } from "../support/for-file.ts";
import { newOwner } from "../support/operators.ts";
import { createTestDir, freePort } from "../support/stack.ts";
import { consentInBrowser, memoryProvider, openCallback } from "./connect-support.ts";
import { installInspector } from "./inspector/install.ts";
import { testMcp } from "./support.ts";

setDefaultTimeout(120_000);

const rootDir = join(import.meta.dir, "../..");
const port = await freePort();
const mcpUrl = `http://localhost:${port}/mcp`;
const api = await testApi({ MCP_PUBLIC_URL: mcpUrl });
await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL, port });
const browser = await forFile(launchChromium());
const callback = await openCallback();
afterAll(() => callback.close());

type Said = Record<string, unknown> & { headers?: Record<string, string> };
type Connected = { listPurchases(): Promise<unknown>; getAgent(): Promise<unknown> };

/** Both generations of the SDK start without a token and are sent to the person. */
const generations: Record<
  string,
  (provider: ReturnType<typeof memoryProvider>) => {
    connect(): Promise<Connected>;
    finish(answer: URLSearchParams): Promise<void>;
  }
> = {
  modern: (authProvider) => {
    const open = () => new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider });
    const transport = open();
    return {
      async connect() {
        const client = new ModernClient({ name: "test", version: "1.0.0" });
        await client.connect(open());
        const call = (name: string) => client.callTool({ name, arguments: {} });
        return {
          listPurchases: () => call("list_purchases"),
          getAgent: () => call("get_agent"),
        };
      },
      finish: (answer) => transport.finishAuth(answer),
    };
  },
  older: (authProvider) => {
    const open = () => new OlderTransport(new URL(mcpUrl), { authProvider });
    const transport = open();
    return {
      async connect() {
        const client = new OlderClient({ name: "test", version: "1.0.0" });
        await client.connect(open());
        const call = (name: string) => client.callTool({ name, arguments: {} });
        return {
          listPurchases: () => call("list_purchases"),
          getAgent: () => call("get_agent"),
        };
      },
      finish: (answer) => transport.finishAuth(answer.get("code") ?? ""),
    };
  },
};

test.each(Object.keys(generations))("the SDK's %s client does the whole way", async (name) => {
  const provider = memoryProvider(callback.url);
  const host = generations[name]?.(provider);
  if (host === undefined) throw new Error("no such generation");
  const owner = await newOwner(api);
  const before = await host.connect();
  // Public calls need no sign-in; the tool that needs a person leads there.
  expect(provider.asked).toEqual([]);
  await expect(before.listPurchases()).rejects.toThrow(/unauthori[sz]ed/i);
  const [address] = provider.asked;
  if (address === undefined) throw new Error("the host was not sent to a person");
  expect(address.searchParams.get("resource")).toBe(mcpUrl);
  expect(address.searchParams.get("code_challenge_method")).toBe("S256");
  const { text } = await consentInBrowser(api, browser, { owner, address: address.href });
  expect(text).toContain("Conformance client");
  const answer = callback.arrivals.pop() ?? new URLSearchParams();
  expect(answer.get("iss")).toBe(api.config.PUBLIC_BASE_URL);
  expect(answer.get("state")).toBe("a-state");
  await host.finish(answer);
  const connected = await host.connect();
  expect(await connected.listPurchases()).toMatchObject({ structuredContent: { items: [] } });
});

test("a tool that needs more than granted makes the host ask again, with the existing scopes", async () => {
  const provider = memoryProvider(callback.url);
  const host = generations.modern?.(provider);
  if (host === undefined) throw new Error("no such generation");
  const owner = await newOwner(api);
  await expect((await host.connect()).listPurchases()).rejects.toThrow();
  const [first] = provider.asked;
  expect(first?.searchParams.get("scope")).toBe("read purchase bid message");
  await consentInBrowser(api, browser, { owner, address: first?.href ?? "" });
  await host.finish(callback.arrivals.pop() ?? new URLSearchParams());
  const buyer = await host.connect();
  await expect(buyer.getAgent()).rejects.toThrow();
  const again = provider.asked.at(-1);
  expect(again?.searchParams.get("scope")?.split(" ").sort()).toEqual([
    "bid",
    "message",
    "purchase",
    "read",
    "sell",
  ]);
  const { text } = await consentInBrowser(api, browser, { owner, address: again?.href ?? "" });
  expect(text).toContain("Allow this program again");
  await host.finish(callback.arrivals.pop() ?? new URLSearchParams());
  const both = await host.connect();
  expect(await both.getAgent()).toMatchObject({ structuredContent: { verified: true } });
  expect(await both.listPurchases()).toMatchObject({ structuredContent: { items: [] } });
});

test("a connection that is buyer and seller acts as the side that is asked for", async () => {
  const provider = memoryProvider(callback.url);
  const host = generations.modern?.(provider);
  const owner = await newOwner(api);
  await (await host?.connect())?.listPurchases().catch(() => {});
  const address = new URL(provider.asked[0] ?? "");
  address.searchParams.set("scope", "read purchase bid message sell");
  await consentInBrowser(api, browser, { owner, address: address.href });
  await host?.finish(callback.arrivals.pop() ?? new URLSearchParams());
  const authorization = `Bearer ${provider.tokens()?.access_token}`;
  const call = async (sets: string, name: string, { headers = {}, ...args }: Said = {}) => {
    const client = new ModernClient({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { authorization, ...headers } };
    const url = new URL(`${mcpUrl}${sets}`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return client.callTool({ name, arguments: args });
  };
  const kept = async (sets: string, said: Said = {}) => {
    const { structuredContent } = await call(sets, "list_saved_searches", said);
    return (structuredContent as { items: { name: string }[] }).items.map(({ name }) => name);
  };
  const search = { parameters: { query: "kelvin" } };
  await call("?tools=follow,sell", "save_search", { ...search, name: "The seller's" });
  await call("", "save_search", { ...search, name: "The buyer's" });
  expect(await kept("?tools=follow,sell")).toEqual(["The seller's"]);
  expect(await kept("", { headers: { "act-as": "seller" } })).toEqual(["The seller's"]);
  for (const sets of ["", "?tools=follow", "?tools=buy,sell,follow"]) {
    expect(await kept(sets)).toEqual(["The buyer's"]);
  }
});

test("a call without a token tells a model where a person makes a key, and a host what to ask", async () => {
  const answer = await fetch(mcpUrl, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "buy_now", arguments: {} },
    }),
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toContain('scope="read purchase bid message"');
  const { error } = (await answer.json()) as { error: { data: { detail: string } } };
  expect(error.data.detail).toContain(`${api.config.PUBLIC_BASE_URL}/account/keys`);
});

test("a person who denies returns to the client, and no token is issued", async () => {
  const provider = memoryProvider(callback.url);
  const host = generations.modern?.(provider);
  const owner = await newOwner(api);
  await (await host?.connect())?.listPurchases().catch(() => {});
  const address = provider.asked[0]?.href ?? "";
  await consentInBrowser(api, browser, { owner, address }, "Deny");
  const answer = callback.arrivals.pop() ?? new URLSearchParams();
  expect(Object.fromEntries(answer)).toMatchObject({ error: "access_denied", state: "a-state" });
  await expect(host?.finish(answer)).rejects.toThrow();
  expect(provider.kept.tokens).toBeUndefined();
});

test.each(["2025-11-25", "2026-07-28"])(
  "the official suite's scenarios of an authorization server pass for revision %s",
  async (revision) => {
    const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
    const port = await freePort();
    const redirect = `http://127.0.0.1:${port}/callback`;
    const registered = await fetch(`${api.config.PUBLIC_BASE_URL}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Conformance client", redirect_uris: [redirect] }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const child = Bun.spawn(
      [process.execPath, "--bun", program, "authorization", "--url", api.config.PUBLIC_BASE_URL]
        .concat(["--client-id", clientId, "--port", String(port), "--resource", mcpUrl])
        .concat(["--spec-version", revision, "--verbose"]),
      { cwd: rootDir, stdout: "pipe", stderr: "pipe" },
    );
    let output = "";
    let person: Promise<unknown> | undefined;
    for await (const chunk of child.stdout) {
      output += new TextDecoder().decode(chunk);
      const address = /^(http\S+\/oauth\/authorize\S+)$/m.exec(output)?.[1];
      if (address === undefined || person !== undefined) continue;
      person = consentInBrowser(api, browser, { owner: await newOwner(api), address });
    }
    await person;
    expect([await child.exited, output]).toEqual([
      0,
      expect.stringContaining("Total: 3 passed, 0"),
    ]);
  },
);

test("the Inspector's command line signs its person in by itself, and calls the tool", async () => {
  const inspector = await installInspector();
  const redirect = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const home = createTestDir();
  const child = Bun.spawn(
    [process.execPath, "--bun", inspector, "--cli", mcpUrl, "--transport", "http"]
      .concat(["--callback-url", redirect])
      .concat(["--method", "tools/call", "--tool-name", "list_purchases"]),
    {
      env: { ...process.env, HOME: home, MCP_AUTO_OPEN_ENABLED: "true" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const output = new Response(child.stdout).text();
  let told = "";
  let person: Promise<unknown> | undefined;
  for await (const chunk of child.stderr) {
    told += new TextDecoder().decode(chunk);
    const address = /(http\S+\/oauth\/authorize\?\S+)/.exec(told)?.[1];
    if (address === undefined || person !== undefined) continue;
    person = consentInBrowser(api, browser, { owner: await newOwner(api), address });
  }
  await person;
  expect([await child.exited, told, await output]).toEqual([
    0,
    expect.any(String),
    expect.stringContaining('"items": []'),
  ]);
});

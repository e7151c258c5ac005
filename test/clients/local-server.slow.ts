/** The local MCP server, run by plain Node from the service's own download. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { testMcp } from "../mcp/support.ts";
import { verifiedAgent } from "../support/agents.ts";
import { testApi } from "../support/api.ts";
import { publishedListing } from "../support/listings.ts";
import { newKey, newOwner } from "../support/operators.ts";
import { createTestDir, freePort } from "../support/stack.ts";
import { installApart } from "./install-apart.ts";

setDefaultTimeout(120_000);

const api = await testApi();
const mcp = await testMcp({ apiUrl: api.config.PUBLIC_BASE_URL });
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);
const { secret } = await newKey(api, await newOwner(api));
const tarballUrl = `${api.config.PUBLIC_BASE_URL}/connect/dataset-market-mcp.tgz`;

/** Plain Node and npm if the machine has them, because people use these. */
const node = Bun.which("node") ?? process.execPath;
const installer = Bun.which("npm") ?? process.execPath;
const runner = Bun.which("npx");
const home = createTestDir();
const env = (more: Record<string, string>) => ({
  PATH: String(process.env.PATH),
  HOME: home,
  ...more,
});
const unpackedMain = await installTarball();

/** As npm does it, from the service's address. */
async function installTarball(): Promise<string> {
  const folder = createTestDir();
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const command = [installer, "install", "--no-audit", "--no-fund", tarballUrl];
  const child = Bun.spawn(command, { cwd: folder, env: env({}), stderr: "pipe", stdout: "pipe" });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`npm did not install it: ${errors}`);
  return join(folder, "node_modules/dataset-market-mcp/main.mjs");
}

function textOf(result: unknown): string {
  const { content } = result as { content: { text?: string }[] };
  return content.map(({ text }) => text ?? "").join("\n");
}

const started = (more: Record<string, string>) => ({
  command: node,
  args: [unpackedMain],
  env: env({ DATASET_MARKET_URL: mcp.url, ...more }),
  stderr: "pipe" as const,
});

async function modern(more: Record<string, string> = {}): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  await client.connect(new StdioClientTransport(started(more)));
  return client;
}

const call = (name: string, args: Record<string, unknown> = {}) => ({ name, arguments: args });

describe("the package", () => {
  test("runs by npx from the service's address, without a clone and with no dependency", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: runner ?? process.execPath,
        args: [runner === null ? "x" : "-y", tarballUrl],
        env: env({ DATASET_MARKET_URL: mcp.url, npm_config_update_notifier: "false" }),
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("search_datasets");
    await client.close();
    const described = JSON.parse(readFileSync(join(unpackedMain, "../package.json"), "utf8"));
    expect(described).toMatchObject({ bin: { "dataset-market-mcp": "main.mjs" } });
    expect(described.dependencies).toBeUndefined();
    const service = JSON.parse(readFileSync(join(unpackedMain, "../service.json"), "utf8"));
    expect(service.url).toBe(`${api.config.PUBLIC_BASE_URL}/mcp`);
  });

  test("serves clients of 2026 and of 2025, with the key of the environment", async () => {
    const withKey = { DATASET_MARKET_KEY: secret };
    const older = new OlderClient({ name: "test", version: "1.0.0" });
    await older.connect(new OlderTransport(started(withKey)));
    for (const client of [await modern(withKey), older]) {
      const found = await client.callTool(call("get_dataset", { dataset_id: datasetId }));
      expect(textOf(found)).toContain("Iris");
      const { contents } = await client.readResource({ uri: `dataset://${datasetId}` });
      expect(contents).toHaveLength(1);
      expect(textOf(await client.callTool(call("get_operator")))).toContain("scopes");
      await client.close();
    }
  });

  test("without a key searches, and says in words where a key is made", async () => {
    const client = await modern();
    const found = await client.callTool(call("search_datasets", { query: "iris" }));
    expect(textOf(found)).toContain(datasetId);
    const refused = await client
      .callTool(call("get_operator"))
      .then(textOf, (error) => error.message);
    expect(refused).toContain("API key");
    await client.close();
  });
});

/**
 * The program with a stand-in or nothing behind it: its answers to input lines, and its messages to
 * people.
 */
function program(more: Record<string, string>) {
  const child = Bun.spawn([node, unpackedMain], {
    env: env(more),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  return {
    ask(message: unknown) {
      child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
      child.stdin.flush();
    },
    async answer(): Promise<Record<string, unknown>> {
      while (!rest.includes("\n")) {
        const { value, done } = await answers.read();
        if (done) throw new Error("the program has ended");
        rest += value;
      }
      const [line = "", ...others] = rest.split("\n");
      rest = others.join("\n");
      return JSON.parse(line);
    },
    async end() {
      child.stdin.end();
      const [words, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
      return { words, code };
    },
  };
}

const ping = { jsonrpc: "2.0", id: 7, method: "ping" };
const buy = { jsonrpc: "2.0", id: 8, method: "tools/call", params: { name: "buy_now" } };

describe("the program", () => {
  test("states the fault while the service cannot be reached, and continues when it can", async () => {
    const port = await freePort();
    const local = program({ DATASET_MARKET_URL: `http://127.0.0.1:${port}/mcp` });
    local.ask(ping);
    const refused = await local.answer();
    expect(refused).toMatchObject({ id: 7, error: { code: -32_000 } });
    expect(JSON.stringify(refused)).toContain(`cannot be reached at http://127.0.0.1:${port}/mcp`);
    local.ask({ ...ping, id: 9 });
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port,
      fetch: () => Response.json({ jsonrpc: "2.0", id: 9, result: {} }),
    });
    expect(await local.answer()).toEqual({ jsonrpc: "2.0", id: 9, result: {} });
    await server.stop(true);
    expect(await local.end()).toMatchObject({
      code: 0,
      words: expect.stringContaining("cannot be"),
    });
  });

  test("asks again when an answer breaks off, as the same call by its idempotency key", async () => {
    const seen: (string | null)[] = [];
    const done = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 8, result: { content: [] } })}\r\n\r\n`;
    const server = Bun.serve({
      port: 0,
      fetch(request) {
        seen.push(request.headers.get("idempotency-key"));
        if (seen.length === 1) return new Response("away", { status: 503 });
        const notice = 'data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n';
        const body = seen.length === 2 ? notice : `: hello\nevent: message\n${done}`;
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const local = program({ DATASET_MARKET_URL: `http://localhost:${server.port}/mcp` });
    local.ask(buy);
    expect(await local.answer()).toMatchObject({ method: "notifications/message" });
    expect(await local.answer()).toEqual({ jsonrpc: "2.0", id: 8, result: { content: [] } });
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(1);
    local.ask(buy);
    await local.answer();
    expect(new Set(seen).size).toBe(2);
    await local.end();
    await server.stop(true);
  });

  test("follows no redirect with the key, answers invalid JSON, and passes refusals on", async () => {
    let reached = 0;
    const other = Bun.serve({ port: 0, fetch: () => Response.json({ reached: reached++ }) });
    const refusal = { jsonrpc: "2.0", id: null, error: { code: -32_001, message: "no" } };
    const server = Bun.serve({
      port: 0,
      async fetch(request) {
        const { id } = (await request.json()) as { id: number };
        if (id === 1) return Response.redirect(`http://localhost:${other.port}/mcp`, 307);
        if (id === 2) return Response.json(refusal, { status: 401 });
        return new Response("<h1>no</h1>", {
          status: 404,
          headers: { "content-type": "text/html" },
        });
      },
    });
    const url = `http://localhost:${server.port}/mcp`;
    const local = program({ DATASET_MARKET_URL: url, DATASET_MARKET_KEY: secret });
    local.ask({ ...ping, id: 1 });
    expect(JSON.stringify(await local.answer())).toContain(`localhost:${other.port}/mcp`);
    local.ask({ ...ping, id: 2 });
    expect(await local.answer()).toEqual({ ...refusal, id: 2 });
    local.ask({ ...ping, id: 3 });
    expect(JSON.stringify(await local.answer())).toContain("404");
    local.ask("{no json");
    expect(await local.answer()).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(reached).toBe(0);
    const { words } = await local.end();
    expect(words).not.toContain(secret);
    await Promise.all([server.stop(true), other.stop(true)]);
  });

  test.each([
    [{ DATASET_MARKET_URL: "market.example" }, "has to be an http(s) address"],
    [{ DATASET_MARKET_URL: "ftp://market.example" }, "has to be an http(s) address"],
    [{ DATASET_MARKET_KEY: "dm_live_a b" }, "characters that no key has"],
    [{ DATASET_MARKET_URL: "http://market.example", DATASET_MARKET_KEY: "k" }, "unprotected"],
  ])("does not start with %p, and says why", async (given, words) => {
    const local = program(given);
    expect(await local.end()).toMatchObject({ code: 1, words: expect.stringContaining(words) });
  });
});

describe("the bundle", async () => {
  const hosts = await installApart(join(import.meta.dir, "hosts"), "hosts");
  const folder = createTestDir();
  const file = join(folder, "dataset-market.mcpb");
  const answer = await fetch(`${api.config.PUBLIC_BASE_URL}/connect/dataset-market.mcpb`);
  await Bun.write(file, await answer.bytes());
  const cli = join(hosts, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
  const mcpb = (...args: string[]) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync([node, cli, ...args], { env: env({}) });
    return { exitCode, words: `${stdout}${stderr}` };
  };

  test("is unpacked, and its manifest found valid, by the official tool", () => {
    expect(mcpb("unpack", file, join(folder, "unpacked"))).toMatchObject({ exitCode: 0 });
    const validated = mcpb("validate", join(folder, "unpacked/manifest.json"));
    expect(validated).toMatchObject({ exitCode: 0, words: expect.stringContaining("passes") });
  });

  test("runs as its host would start it: key and address filled in, or the key left out", async () => {
    const unpacked = join(folder, "unpacked");
    const { server, user_config } = JSON.parse(
      readFileSync(join(unpacked, "manifest.json"), "utf8"),
    );
    expect(user_config.key).toMatchObject({ sensitive: true, required: false });
    expect(user_config.address.default).toBe(`${api.config.PUBLIC_BASE_URL}/mcp`);
    for (const key of [secret, `\${user_config.key}`]) {
      const fill = (text: string) =>
        text
          .replace(`\${__dirname}`, unpacked)
          .replace(`\${user_config.address}`, mcp.url)
          .replace(`\${user_config.key}`, () => key);
      const { command, args, env: given } = server.mcp_config;
      expect(command).toBe("node");
      const filled = Object.entries<string>(given).map(([name, value]) => [name, fill(value)]);
      const client = new Client({ name: "test", version: "1.0.0" });
      await client.connect(
        new StdioClientTransport({
          command: node,
          args: args.map(fill),
          env: env(Object.fromEntries(filled)),
        }),
      );
      const operator = await client.callTool(call("get_operator")).then(textOf, String);
      expect(operator.includes("scopes")).toBe(key === secret);
      await client.close();
    }
  });

  test("is what the entry for the registry names, by its hash", async () => {
    const { body } = await api.send("GET", "/connect/server.json");
    const meta = body._meta as Record<string, { mcpb: { url: string; sha256: string } }>;
    const named = meta["io.modelcontextprotocol.registry/publisher-provided"]?.mcpb;
    const bytes = await (await fetch(String(named?.url))).bytes();
    expect(new Bun.CryptoHasher("sha256").update(bytes).digest("hex")).toBe(String(named?.sha256));
  });
});
